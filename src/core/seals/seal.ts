/**
 * A seal: what a table held up to a number when it was made, chained to the seal before it by that one's hash
 * (docs/seals.md, "What a seal is"). Here are the texts that are hashed, and nothing that reads or writes. Pure.
 */
import { createHash } from 'node:crypto';

/** A row as it was sealed. Two rows are the same if their lines are. */
export type SealedRow = {
  key: bigint;
  /** How people call the row; `-` where the key says it. */
  label: string;
  /** When it was written, in seconds since 1970, where rows are deleted when they are old. */
  at: bigint | null;
  /** SHA-256 of its sealed columns, in base64. */
  hash: string;
  /** A salted hash of each personal part, in base64; null where there is none. */
  personal: readonly (string | null)[];
};

type SealFacts = {
  number: bigint;
  source: string;
  /** The rows above the first number, up to the second. */
  afterKey: bigint;
  upToKey: bigint;
  rowCount: number;
  /** For how many days rows of the table are kept; null: forever. */
  keptDays: number | null;
  rowsHash: Buffer;
  previousHash: Buffer;
  sealedAt: Date;
};

export type Seal = SealFacts & {
  hash: Buffer;
  publicKey: Buffer | null;
  signature: Buffer | null;
};

/** What the first seal has in place of the hash of the one before. */
export const noHash = Buffer.alloc(32);

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const lineOf = ({ key, label, at, hash, personal }: SealedRow): string =>
  [key, label, at ?? '-', hash, ...personal.map((one) => one ?? '-')].join(' ');

/** Each line ends with a line feed. */
export const linesOf = (rows: readonly SealedRow[]): string => rows.map((row) => `${lineOf(row)}\n`).join('');

/** @returns the rows by key; undefined when a line is none. */
export function readLines(lines: string): Map<bigint, SealedRow> | undefined {
  const rows = new Map<bigint, SealedRow>();
  for (const line of lines.split('\n').slice(0, -1)) {
    const [, key, label, at, hash, personal] = /^(-?\d+) (\S+) (-?\d+|-) (\S+)((?: \S+)*)$/.exec(line) ?? [];
    if (key === undefined || label === undefined || hash === undefined) return undefined;
    rows.set(BigInt(key), {
      key: BigInt(key),
      label,
      at: at === '-' || at === undefined ? null : BigInt(at),
      hash,
      personal: (personal ?? '')
        .split(' ')
        .slice(1)
        .map((one) => (one === '-' ? null : one)),
    });
  }
  return rows;
}

/** What is hashed of a personal part. */
export const personalHash = (salt: string, part: string): string => sha256(`${salt} ${part}`).toString('base64');

/** The text whose SHA-256 is the seal's hash. */
const textOf = (seal: SealFacts): string =>
  [
    'sluice seal 1',
    `number ${seal.number}`,
    `table ${seal.source}`,
    `after ${seal.afterKey}`,
    `up to ${seal.upToKey}`,
    `rows ${seal.rowCount}`,
    `kept ${seal.keptDays === null ? 'forever' : `${seal.keptDays} days`}`,
    `hash ${seal.rowsHash.toString('hex')}`,
    `previous ${seal.previousHash.toString('hex')}`,
    `at ${seal.sealedAt.toISOString()}`,
    '',
  ].join('\n');

export const hashOf = (seal: SealFacts): Buffer => sha256(textOf(seal));
