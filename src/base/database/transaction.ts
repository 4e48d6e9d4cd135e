/**
 * All transactions run through this module. They are retried on a serialization failure, a deadlock or a lost
 * connection. When COMMIT is not answered, the transaction's marker says what became of it (transaction-markers.ts), so that
 * no transaction runs twice and none is acknowledged without being committed. Must never make network calls inside.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { ControlledTransaction, Transaction } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import { isConnectionLost, isRetryable } from './database-error.ts';
import { type Marker, setMarker } from './marking-dialect.ts';
import type { Database } from './pool.ts';
import type { DB } from './schema.generated.ts';
import { command } from './statement.ts';
import { newTimedUuid } from './timed-uuid.ts';
import { didCommit } from './transaction-markers.ts';

export type Tx = Transaction<DB>;

const attemptsMax = 8;
const pauseMs = 25;
const pauseMaxMs = 500;
/** After this long no further attempt begins: an attempt to connect alone may take 5 seconds. */
const tryForMs = 10_000;

/** Holder 0 has no book. */
const noBook = { holderId: 0n };

/**
 * Runs `work` in one transaction and resolves after the commit. `work` may run more than once, but is committed once; its
 * only side effects must be those made through `tx`. It may give `tx` several statements at once: they run in that order,
 * and none outside the transaction.
 * @param book the book that `work` writes: the marker is kept beside it. Without it nothing is less safe, but in a database
 *   of several machines the transaction takes two of them.
 * @throws AppError `unavailable` when the database remains unavailable; otherwise whatever `work` throws.
 */
export function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { holderId }: { holderId: bigint } = noBook,
): Promise<T> {
  return retrying(() => tryOnce(db, work, () => ({ holderId, attempt: newTimedUuid() })));
}

/**
 * As `inTransaction`, without a marker, for `work` that only reads, or that finds done what it has done before: it may be
 * committed twice when the first answer was lost. `work` must not catch errors of its statements.
 */
export function inRepeatableTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => tryOnce(db, work));
}

/** For `work` that only reads, and sees everything as of one moment; not across a cluster's machines. */
export function inSnapshot<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** As `inSnapshot`, however long it takes. */
export function inLongSnapshot<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inSnapshot(db, async (tx) => {
    await command`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
}

/** Carries the result out of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('rehearsed');
    this.value = value;
  }
}

/** A dry run: runs `work` as `inTransaction` does, rolls it back and returns its result. */
export async function dryRunTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inRepeatableTransaction<T>(db, async (tx) => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.value as T;
    throw error;
  }
}

/**
 * Retries `work` on transient database errors. For reads and idempotent single statements only: a statement whose
 * connection was lost may already have been committed.
 * @throws AppError `unavailable` when the database remains unavailable; otherwise whatever `work` throws.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  let failure: unknown;
  const began = performance.now();
  for (let attempt = 0; attempt < attemptsMax && performance.now() - began < tryForMs; attempt += 1) {
    if (attempt > 0) await delay(Math.min(pauseMs * 2 ** attempt, pauseMaxMs));
    try {
      return await work();
    } catch (error) {
      failure = error;
      if (!isRetryable(error) && !isConnectionLost(error)) throw error;
    }
  }
  throw new AppError('unavailable', { cause: failure, retryAfterSeconds: 1 });
}

async function tryOnce<T>(db: Database, work: (tx: Tx) => Promise<T>, newMarker?: () => Marker): Promise<T> {
  const tx = await db.startTransaction().execute();
  let value: T;
  try {
    value = await work(tx);
  } catch (error) {
    await rollBack(tx);
    throw error;
  }
  const marker = newMarker?.();
  try {
    if (marker !== undefined) await mark(tx, marker);
    await tx.commit().execute();
  } catch (error) {
    await rollBack(tx);
    // Whatever the error: in a database of several machines even one that the server reports can follow a commit.
    if (marker === undefined || !(await didCommit(db, marker))) throw error;
  }
  return value;
}

const mark = (tx: ControlledTransaction<DB>, marker: Marker): Promise<void> =>
  tx.getExecutor().provideConnection(async (connection) => setMarker(connection, marker));

/** Returns the connection to the pool. On a lost connection ROLLBACK fails, and the server rolls back itself. */
async function rollBack(tx: ControlledTransaction<DB>): Promise<void> {
  if (tx.isCommitted || tx.isRolledBack) return;
  try {
    await tx.rollback().execute();
  } catch {}
}
