/**
 * Up to where the log of transfers is complete. Ids come from a sequence and commit in any order, so that the highest
 * id in sight says nothing of a lower one whose transaction is still under way. Must never name a mark beyond which a
 * late commit could fall short.
 *
 * An insert locks its table (ROW EXCLUSIVE) before it draws an id, and keeps that lock until its transaction ends. So
 * whoever drew an id that the sequence had given out before we look at the locks is among the lock's holders then, or
 * has ended. Once those holders have ended too, every id up to there is committed, or never will be.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { int8, narrowed, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';

const pauseMs = 50;

/** @returns the mark, or undefined when a transaction that writes transfers does not end in time. */
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

/** The transactions that may have drawn an id: a virtual id is never given twice while the server runs. */
async function findWriters(db: Database): Promise<Set<string>> {
  const rows = await query({ transaction: narrowed(text) })`
    select distinct virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = 'transfers'::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db);
  return new Set(rows.map((row) => row.transaction));
}
