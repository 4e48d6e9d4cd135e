/**
 * Finds the mark up to which the transfer log is complete. Ids are drawn from a sequence but commit in any order, so
 * the highest visible id does not rule out a lower one in a transaction that is still open. Must never return a mark
 * that a late commit could fall below.
 *
 * An insert takes its table lock (ROW EXCLUSIVE) before it draws an id and keeps the lock until its transaction ends.
 * So any transaction that drew an id before we read the locks either holds the lock at that moment or has ended. Once
 * all those holders have ended, every id up to the mark is committed or never will be.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { int8, narrowed, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';

const pauseMs = 50;

/** @returns the mark, or undefined when a transaction that writes transfers did not end within `waitMaxMs`. */
export async function findTransferMark(db: Database, waitMaxMs: number): Promise<bigint | undefined> {
  const rows = await query({ mark: int8 })`
    select case when is_called then last_value else 0 end as mark from transfers_id_seq`.execute(db);
  const mark = rows[0]?.mark ?? 0n;
  let waitingFor = await findWriters(db);
  for (let waitedMs = 0; waitingFor.size > 0; waitedMs += pauseMs) {
    if (waitedMs >= waitMaxMs) return undefined;
    await delay(pauseMs);
    waitingFor = waitingFor.intersection(await findWriters(db));
  }
  return mark;
}

/** Transactions that may have drawn an id. Virtual transaction ids are never reused while the server runs. */
async function findWriters(db: Database): Promise<Set<string>> {
  const rows = await query({ transaction: narrowed(text) })`
    select distinct virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = 'transfers'::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db);
  return new Set(rows.map((row) => row.transaction));
}
