/**
 * Reads the chain from its first seal, and compares each with the rows that its table has now (docs/seals.md, "What is
 * checked"). Memory is bounded by one seal. Must never write.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { compareRows } from './compare-rows.ts';
import { type Head, isSigned } from './head.ts';
import { hashOf, noHash, readLines, type Seal, sha256 } from './seal.ts';
import { isSource, type Source } from './sealed-columns.ts';
import { findUnfound, listErasedEntries, readRows, readSalts } from './sealed-rows.repository.ts';
import { findHead, type LinedSeal, listCutoffs, listSeals } from './seals.repository.ts';

/** A row, or a seal, that is not as it was sealed. */
type Broken = { row: string; problem: string };

export type SealsCheck = {
  /** The first ones, and how many there are. */
  offences: Broken[];
  count: number;
  /** What was read. */
  seals: number;
  rows: number;
  /** Rows that were deleted because they were old. */
  purged: number;
  head: Seal | undefined;
};

type CheckOptions = {
  /** The public keys that seals may be signed by; empty: signatures are only compared with the seals' own keys. */
  known: readonly Buffer[];
  /** Up to which seal; all by default. */
  upTo?: bigint | undefined;
  /** The table whose rows are compared; of the others only the seals. Every table by default. */
  only?: Source | undefined;
};

const offencesMax = 100;
const pageSize = 5;

export async function checkSeals(tx: Database | Tx, { known, upTo, only }: CheckOptions): Promise<SealsCheck> {
  const head = await findHead(tx);
  const found: SealsCheck = { offences: [], count: 0, seals: 0, rows: 0, purged: 0, head };
  const tell = (row: string, problem: string): void => {
    found.count++;
    if (found.offences.length < offencesMax) found.offences.push({ row, problem });
  };
  const cutoffs = new Map((await listCutoffs(tx)).map(({ source, cutoff }) => [source, cutoff]));
  const chain = createChain(tell, known);
  for await (const seal of sealsUpTo(tx, upTo)) {
    found.seals++;
    const isFirst = chain.add(seal);
    if (!isSource(seal.source)) {
      tell(nameOf(seal), `is about ${seal.source}, which is not sealed`);
      continue;
    }
    if (only !== undefined && only !== seal.source) continue;
    const sealed = readSealed(seal, tell);
    if (sealed === undefined) continue;
    const window = { source: seal.source, after: isFirst ? null : seal.afterKey, upTo: seal.upToKey };
    const compared = compareRows({
      source: seal.source,
      sealed,
      rows: await readRows(tx, window),
      salts: await readSalts(tx, window),
      erased: seal.source === 'audit_log' ? await listErasedEntries(tx, window) : [],
      cutoff: cutoffs.get(seal.source),
    });
    found.rows += sealed.size;
    found.purged += compared.purged;
    for (const { row, problem } of compared.broken) tell(row, `${problem} (seal ${seal.number})`);
  }
  for (const [source, upToKey] of chain.ends()) {
    if (only !== undefined && only !== source) continue;
    for (const row of await findUnfound(tx, source, upToKey)) tell(row, 'is in no seal');
  }
  return found;
}

/**
 * Compares the chain with a head that was kept outside: it must be in the chain as it was, and everything up to it as it was
 * sealed.
 */
export async function checkHead(tx: Database | Tx, kept: Head, known: readonly Buffer[]): Promise<SealsCheck> {
  const checked = await checkSeals(tx, { known, upTo: kept.number });
  const problem = await problemOfHead(tx, kept, known, checked.head);
  if (problem === undefined) return checked;
  return {
    ...checked,
    offences: [{ row: `the head kept of seal ${kept.number}`, problem }, ...checked.offences],
    count: checked.count + 1,
  };
}

async function problemOfHead(
  tx: Database | Tx,
  kept: Head,
  known: readonly Buffer[],
  head: Seal | undefined,
): Promise<string | undefined> {
  if (kept.publicKey !== null && !isSigned(kept)) return 'has a signature that is not its own';
  if (!isKnown(kept, known)) return 'is signed by a key that this service does not know';
  const [seal] = await listSeals(tx, kept.number - 1n, 1);
  if (seal?.number !== kept.number) {
    return head === undefined || head.number < kept.number
      ? `is not in the database: its chain ends with ${head === undefined ? 'nothing' : nameOf(head)}`
      : 'is not in the database';
  }
  if (!seal.hash.equals(kept.hash)) return 'has another hash in the database: the chain was made again';
  if (seal.sealedAt.getTime() !== kept.sealedAt.getTime()) return 'has another time in the database';
  return undefined;
}

async function* sealsUpTo(tx: Database | Tx, upTo: bigint | undefined): AsyncGenerator<LinedSeal> {
  for (let last = 0n; ; ) {
    const page = await listSeals(tx, last, pageSize);
    for (const seal of page) {
      if (upTo !== undefined && seal.number > upTo) return;
      yield seal;
      last = seal.number;
    }
    if (page.length < pageSize) return;
  }
}

const nameOf = ({ number }: { number: bigint }): string => `seal ${number}`;

const isKnown = ({ publicKey }: Pick<Seal, 'publicKey'>, known: readonly Buffer[]): boolean =>
  publicKey === null || known.length === 0 || known.some((one) => one.equals(publicKey));

/** Compares each seal with the one before it, and with itself. */
function createChain(tell: (row: string, problem: string) => void, known: readonly Buffer[]) {
  const ends = new Map<Source, bigint>();
  let previous: Seal | undefined;
  return {
    /** @returns whether it is the first of its table. */
    add(seal: Seal): boolean {
      const expected = (previous?.number ?? 0n) + 1n;
      if (seal.number > expected) {
        const last = seal.number - 1n;
        tell(expected === last ? `seal ${last}` : `seals ${expected} to ${last}`, 'is gone from the chain');
      } else if (!seal.previousHash.equals(previous?.hash ?? noHash)) {
        tell(nameOf(seal), 'does not follow the one before it');
      }
      if (!seal.hash.equals(hashOf(seal))) tell(nameOf(seal), 'was changed: its hash is another');
      if (previous !== undefined && seal.sealedAt < previous.sealedAt)
        tell(nameOf(seal), 'is older than the one before');
      if (seal.publicKey !== null && !isSigned(seal)) tell(nameOf(seal), 'has a signature that is not its own');
      if (!isKnown(seal, known)) tell(nameOf(seal), 'is signed by a key that this service does not know');
      if (seal.publicKey === null && previous?.publicKey != null && known.length > 0) {
        tell(nameOf(seal), 'is not signed');
      }
      previous = seal;
      if (!isSource(seal.source)) return false;
      const end = ends.get(seal.source);
      if (seal.afterKey !== (end ?? 0n)) tell(nameOf(seal), `does not go on where the seals of ${seal.source} ended`);
      ends.set(seal.source, seal.upToKey);
      return end === undefined;
    },
    ends: () => ends,
  };
}

function readSealed(seal: LinedSeal, tell: (row: string, problem: string) => void) {
  if (!sha256(seal.lines).equals(seal.rowsHash)) {
    tell(nameOf(seal), `was changed: its lines of ${seal.source} are others`);
    return undefined;
  }
  const sealed = readLines(seal.lines);
  if (sealed?.size === seal.rowCount) return sealed;
  tell(nameOf(seal), 'was changed: its lines are not as many as it says');
  return undefined;
}
