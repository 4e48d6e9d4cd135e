/**
 * The one way to write. A transaction is tried again on a serialization failure, a deadlock or a lost connection;
 * when the connection is lost during COMMIT, the server is asked by transaction id whether it happened, so that
 * nothing is done twice and nothing acknowledged was not done. Must never run a network call of its own inside.
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
const outcomeQuestionsMax = 20;
const pauseMs = 25;
const pauseMaxMs = 500;

type Outcome<T> = { committed: true; value: T } | { committed: false; error: unknown };

/**
 * Runs `work` in one transaction and resolves after its commit. `work` may run more than once and must only touch
 * the database through `tx`.
 * @throws AppError `unavailable` when the database stays out of reach; whatever `work` throws otherwise.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(async () => {
    const outcome = await tryOnce(db, work);
    if (outcome.committed) return outcome.value;
    throw outcome.error;
  });
}

/** Carries a value out of a transaction that is undone. */
class Rehearsed<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('rehearsed');
    this.value = value;
  }
}

/** Runs `work` as `inTransaction` does, and undoes it: what it returns is exactly what would have happened. */
export async function rehearse<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction<T>(db, async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.value as T;
    throw error;
  }
}

/**
 * Tries `work` again while the database refuses it for a moment. For reads, and for single statements that are keyed,
 * so that a second run of one that had happened changes nothing.
 * @throws AppError `unavailable` when the database stays out of reach; whatever `work` throws otherwise.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  let failure: unknown;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
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
    // Nothing was written: there is nothing to find out.
    if (transactionId === null) return { committed: true, value };
    const happened = await didCommit(db, transactionId);
    return happened ? { committed: true, value } : { committed: false, error };
  }
}

/** A failed connection can't roll back, and need not: the server does. It only has to return to the pool. */
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
  for (let question = 0; question < outcomeQuestionsMax; question += 1) {
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
