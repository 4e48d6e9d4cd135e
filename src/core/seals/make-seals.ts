/**
 * Seals what has become final since the last seals (docs/seals.md, "When seals are made"). Nothing here is on the way of a
 * request. Each seal is a transaction of its own that goes on where the last one of its table ended, so a process that is
 * killed leaves nothing half done, and of two processes one waits for the other. Must never seal a number up to which
 * another row may still come.
 */
import { randomBytes } from 'node:crypto';
import type { FinalMarks } from '../../base/database/final-marks.ts';
import { findFinalMark } from '../../base/database/high-water-mark.ts';
import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { auditLogDays } from './retention.ts';
import { hashOf, linesOf, noHash, personalHash, type Seal, type SealedRow, sha256 } from './seal.ts';
import type { SealKeys } from './seal-keys.ts';
import { type Source, sources, tableOf } from './sealed-columns.ts';
import {
  deleteOldSalts,
  findFirstKey,
  findOpenFrom,
  partsOf,
  type ReadRow,
  readRows,
  type Salt,
  type Window,
  writeSalts,
} from './sealed-rows.repository.ts';
import { findHead, findLastOf, insertSeal, lockSeals, sealingTime } from './seals.repository.ts';

type SealingDeps = {
  db: Database;
  /** Undefined: seals are not signed. */
  keys: SealKeys | undefined;
  /** For how many days events are kept. */
  eventDays: number;
  /** Of one process: which numbers are old enough that no transaction still brings a row with one. Without it, open transactions tell. */
  finalMarks?: FinalMarks | undefined;
  /** Called after each seal with how long it took, in milliseconds. @returns whether to go on. */
  rest?: ((tookMs: number) => Promise<boolean>) | undefined;
  /** For how long to wait for transactions that write a table; then it is left to the next time. */
  waitMaxMs?: number | undefined;
  /** How many numbers one seal is about, and how many seals of a table are made at a time. */
  numbersMax?: number | undefined;
  sealsMax?: number | undefined;
};

const numbersMaxDefault = 10_000;
/** A million numbers: after a long time without a service, a table is sealed in several turns. */
const sealsMaxDefault = 100;
const waitMaxMsDefault = 5_000;
const saltBytes = 16;

/**
 * Tables take turns, a seal at a time, so that none waits until another has caught up.
 * @returns the last seal that was made, if any.
 */
export async function makeSeals(deps: SealingDeps): Promise<Seal | undefined> {
  const marks = new Map<Source, bigint>();
  for (const source of sources) {
    const mark = await markOf(deps, source);
    if (mark !== undefined) marks.set(source, mark);
  }
  let made: Seal | undefined;
  let goesOn = true;
  for (let count = 0; goesOn && marks.size > 0; count++) {
    for (const [source, mark] of marks) {
      const began = performance.now();
      const seal = await inRepeatableTransaction(deps.db, (tx) => sealNext(tx, deps, source, mark));
      if (seal === undefined || count + 1 === (deps.sealsMax ?? sealsMaxDefault)) marks.delete(source);
      if (seal === undefined) continue;
      made = seal;
      goesOn = (await deps.rest?.(performance.now() - began)) ?? true;
      if (!goesOn) break;
    }
  }
  // Salts of the audit log are deleted with its entries.
  await deleteOldSalts(deps.db, 'events', deps.eventDays);
  return made;
}

/** Up to which number the table has all rows that it will ever have. */
async function markOf({ db, finalMarks, waitMaxMs }: SealingDeps, source: Source): Promise<bigint | undefined> {
  const { sequence } = tableOf(source);
  return findFinalMark(db, { table: source, sequence }, { waitMaxMs: waitMaxMs ?? waitMaxMsDefault, finalMarks });
}

/** Seals the next rows of a table up to the mark. @returns undefined when there are none. */
async function sealNext(tx: Tx, deps: SealingDeps, source: Source, mark: bigint): Promise<Seal | undefined> {
  await lockSeals(tx);
  const head = await findHead(tx);
  const last = await findLastOf(tx, source);
  const afterKey = last?.upToKey ?? 0n;
  const keptDays = keptDaysOf(source, deps);
  const openFrom = await findOpenFrom(tx, source);
  const end = openFrom !== undefined && openFrom <= mark ? openFrom - 1n : mark;
  const next = await readNext(tx, { source, after: afterKey, upTo: end }, BigInt(deps.numbersMax ?? numbersMaxDefault));
  // Without new rows, a seal says that rows are kept for another time, or that another key signs.
  const isChanged = last !== undefined && (last.keptDays !== keptDays || !isBy(head, deps.keys));
  if (next === undefined && !isChanged) return undefined;

  const { rows, salts } = salted(source, next?.rows ?? []);
  const lines = linesOf(rows);
  const facts = {
    number: (head?.number ?? 0n) + 1n,
    source,
    afterKey,
    upToKey: next?.window.upTo ?? afterKey,
    rowCount: rows.length,
    keptDays,
    rowsHash: sha256(lines),
    previousHash: head?.hash ?? noHash,
    sealedAt: await sealingTime(tx, head?.sealedAt ?? null),
  };
  const hash = hashOf(facts);
  const { keys } = deps;
  const signed =
    keys === undefined
      ? { publicKey: null, signature: null }
      : { publicKey: keys.publicKey, signature: keys.sign({ ...facts, hash }) };
  const seal = { ...facts, hash, ...signed };
  if (next !== undefined) await writeSalts(tx, next.window, salts);
  await insertSeal(tx, { ...seal, lines });
  return seal;
}

const keptDaysOf = (source: Source, { eventDays }: SealingDeps): number | null =>
  source === 'events' ? eventDays : source === 'audit_log' ? auditLogDays : null;

const isBy = (seal: Seal | undefined, keys: SealKeys | undefined): boolean =>
  keys === undefined ? seal?.publicKey === null : seal?.publicKey?.equals(keys.publicKey) === true;

/** The next numbers with a row among them, and their rows; undefined when there is no row up to the end. */
async function readNext(
  tx: Tx,
  { source, after, upTo: end }: Window & { after: bigint },
  numbersMax: bigint,
): Promise<{ window: Window; rows: ReadRow[] } | undefined> {
  // Where many numbers have no row, the first one that has is looked up.
  for (let from: bigint | undefined = after; from !== undefined && from < end; ) {
    const upTo: bigint = from + numbersMax < end ? from + numbersMax : end;
    const window = { source, after, upTo };
    const rows = await readRows(tx, window);
    if (rows.length > 0) return { window, rows };
    const first: bigint | undefined = await findFirstKey(tx, { source, after: upTo, upTo: end });
    from = first && first - 1n;
  }
  return undefined;
}

/** Gives each personal part a salt of its own. */
function salted(source: Source, read: readonly ReadRow[]): { rows: SealedRow[]; salts: (Salt & { at: bigint })[] } {
  const salts: (Salt & { at: bigint })[] = [];
  const rows = read.map((row) => {
    const personal = partsOf(source, row).map((part, index) => {
      if (part === null) return null;
      const salt = randomBytes(saltBytes).toString('hex');
      salts.push({ key: row.key, part: index + 1, salt, at: row.at ?? 0n });
      return personalHash(salt, part);
    });
    return { ...row, personal };
  });
  return { rows, salts };
}
