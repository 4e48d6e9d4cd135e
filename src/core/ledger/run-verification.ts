/**
 * Runs and stores one verification, full or incremental, with the marks for the next. Writes only its own two tables,
 * never the books. Must never continue from a verification with offences: all are full until a full one finds none. On a
 * cluster all are full: the transactions that wrote the rows are counted on each machine, and no mark fits them all.
 */
import { isCluster } from '../../base/database/cluster.ts';
import { findMark } from '../../base/database/high-water-mark.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { checkSeals } from '../seals/check-seals.ts';
import { acrossMachines } from './checks/across-machines.ts';
import { gatherChanges, type Marks } from './checks/changed.ts';
import { everything } from './checks/check.ts';
import { moveCheckpoints, rewriteCheckpoints } from './checks/checkpoints.ts';
import { sealCheckName } from './checks.repository.ts';
import { createRowCounter } from './count-rows.ts';
import { sumBooks } from './totals.repository.ts';
import {
  disableStatementTimeout,
  endTurn,
  findDatabaseIdentity,
  findLastVerification,
  findSnapshotMarks,
  insertVerification,
  type StoredVerification,
  takeTurn,
  type VerificationKind,
} from './verifications.repository.ts';
import { type CheckResult, type OnProgress, runChecks, type Verification } from './verify.ts';

export type KeptVerification = Verification & { id: bigint; kind: VerificationKind };

type VerificationOptions = {
  full: boolean;
  /** How long to wait for open transactions. If they don't end, the next verification checks more than necessary. */
  waitMaxMs?: number;
  /** The public keys that seals may be signed by; any by default. */
  sealKeys?: readonly Buffer[];
  /** Called after each check, outside the verification's transaction. */
  onProgress?: OnProgress;
};

const transfers = { table: 'transfers', sequence: 'transfers_id_seq' };
const waitMaxMs = 10_000;
const offencesKeptMax = 10;
/** Row versions have 32-bit transaction ids: beyond half of that range, older and newer can't be told apart. */
const transactionsMax = 2n ** 31n;

/** @returns undefined when another verification is under way. */
export function runVerification(db: Database, options: VerificationOptions): Promise<KeptVerification | undefined> {
  return db.connection().execute(async (connection) => {
    if (!(await takeTurn(connection))) return undefined;
    try {
      return await verifyAlone(connection, options);
    } finally {
      await endTurn(connection).catch(() => {});
    }
  });
}

async function verifyAlone(connection: Database, options: VerificationOptions): Promise<KeptVerification> {
  const last = await findLastVerification(connection);
  const onCluster = await isCluster(connection);
  const databaseIdentity = onCluster ? null : await findDatabaseIdentity(connection);
  // Before the snapshot, so that the snapshot includes all transfers up to the mark.
  const mark = await findMark(connection, transfers, options.waitMaxMs ?? waitMaxMs);
  return connection
    .transaction()
    .setIsolationLevel(onCluster ? 'read committed' : 'repeatable read')
    .execute(async (tx) => {
      await disableStatementTimeout(tx);
      const snapshot = await findSnapshotMarks(tx);
      const goOn = !options.full && canGoOn(last, databaseIdentity, snapshot.next, mark);
      const kind = goOn ? 'incremental' : 'full';
      // Without a new mark an incremental run leaves the checkpoints where they are, and a full one starts them at 0.
      const transferMark = mark ?? (goOn || onCluster ? (last?.transferMark ?? 0n) : 0n);
      const marks: Marks = { transferMark, transactionMark: snapshot.ended };
      const whole = onCluster ? acrossMachines(transferMark) : everything;
      const result = await runChecks(tx, goOn ? await gatherChanges(tx, last) : whole, {
        onProgress: options.onProgress,
        more: goOn ? [] : [() => checkSealedPast(tx, options.sealKeys ?? [])],
        counter: goOn || onCluster ? undefined : await createRowCounter(tx),
      });
      const totals = goOn ? null : await sumBooks(tx);

      if (result.ok && databaseIdentity !== null) await keepCheckpoints(tx, kind, transferMark);
      const checks = result.checks.map((one) => ({ ...one, offences: one.offences.slice(0, offencesKeptMax) }));
      const id = await insertVerification(tx, { kind, ok: result.ok, checks, totals, databaseIdentity, ...marks });
      return { id, kind, ...result };
    });
}

/** Whether an incremental verification may rely on the last one. */
function canGoOn(
  last: StoredVerification | undefined,
  databaseIdentity: string | null,
  nextTransaction: string,
  mark: bigint | undefined,
): last is StoredVerification {
  if (last === undefined || !last.ok) return false;
  if (databaseIdentity === null || databaseIdentity !== last.databaseIdentity) return false;
  const passed = BigInt(nextTransaction) - BigInt(last.transactionMark);
  if (passed < 0n || passed >= transactionsMax) return false;
  // A lower mark means that the sequence was reset by hand and will draw ids below the last mark.
  return mark === undefined || mark >= last.transferMark;
}

const keepCheckpoints = (tx: Tx, kind: VerificationKind, mark: bigint): Promise<void> =>
  kind === 'full' ? rewriteCheckpoints(tx, mark) : moveCheckpoints(tx, mark);

/** The seals as a check of a full verification. @param known the public keys that seals may be signed by; empty: any. */
async function checkSealedPast(tx: Tx, known: readonly Buffer[]): Promise<Omit<CheckResult, 'tookMs'>> {
  const { offences, count, rows } = await checkSeals(tx, { known });
  return { name: sealCheckName, rows, offences, count };
}
