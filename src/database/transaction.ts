/**
 * All transactions run through this module. They are retried on a serialization failure, a deadlock or a lost
 * connection. When the connection is lost during COMMIT, the outcome is looked up by transaction id, so that no
 * transaction runs twice and none is acknowledged without being committed. Must never make network calls inside.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { ControlledTransaction, Transaction } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import { nullable, text } from './columns.ts';
import { isConnectionLost, isRetryable } from './database-error.ts';
import type { Database } from './pool.ts';
import type { DB } from './schema.generated.ts';
import { query } from './statement.ts';

export type Tx = Transaction<DB>;

const attemptsMax = 8;
const pauseMs = 25;
const pauseMaxMs = 500;
/** After this long no further attempt begins: an attempt to connect alone may take 5 seconds. */
const tryForMs = 10_000;

type Outcome<T> = { committed: true; value: T } | { committed: false; error: unknown };

/**
 * Runs `work` in one transaction and resolves after the commit. `work` may run more than once; its only side effects
 * must be those made through `tx`.
 * @throws AppError `unavailable` when the database remains unavailable; otherwise whatever `work` throws.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(async () => {
    const outcome = await tryOnce(db, work);
    if (outcome.committed) return outcome.value;
    throw outcome.error;
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
    return await inTransaction<T>(db, async (tx) => {
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

async function tryOnce<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  let tx: ControlledTransaction<DB>;
  try {
    tx = await db.startTransaction().execute();
  } catch (error) {
    return { committed: false, error };
  }
  let value: T;
  let transactionId: string | null;
  try {
    value = await work(tx);
    transactionId = await assignedTransactionId(tx);
  } catch (error) {
    await rollBack(tx);
    return { committed: false, error };
  }
  try {
    await tx.commit().execute();
    return { committed: true, value };
  } catch (error) {
    await rollBack(tx);
    if (!isConnectionLost(error)) return { committed: false, error };
    // Without a transaction id nothing was written, so the outcome does not matter.
    if (transactionId === null) return { committed: true, value };
    const happened = await didCommit(db, transactionId);
    return happened ? { committed: true, value } : { committed: false, error };
  }
}

/** Returns the connection to the pool. On a lost connection ROLLBACK fails, and the server rolls back itself. */
async function rollBack(tx: ControlledTransaction<DB>): Promise<void> {
  if (tx.isCommitted || tx.isRolledBack) return;
  try {
    await tx.rollback().execute();
  } catch {}
}

async function assignedTransactionId(tx: Tx): Promise<string | null> {
  const { id } = await query({ id: nullable(text) })`
    select pg_current_xact_id_if_assigned()::text as id`.executeTakeFirstOrThrow(tx);
  return id;
}

async function didCommit(db: Database, transactionId: string): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < tryForMs) {
    try {
      const rows = await query({ status: nullable(text) })`
        select pg_xact_status(${transactionId}::xid8) as status`.execute(db);
      const status = rows[0]?.status;
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
    await delay(pauseMaxMs);
  }
  throw new AppError('unavailable', { retryAfterSeconds: 5 });
}
