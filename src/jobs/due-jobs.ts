/**
 * Which wake-ups of one book still wait for a worker. For a test that wants to see all work done; nothing decides
 * about money by this. A job's hour is on the queue's own clock, the database's.
 */
import { bool, int8 } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Mode } from '../money/mode.ts';
import { aliveLockClass } from './alive-locks.ts';

type JobsOfBook = { holderId: bigint; mode: Mode };

/** The jobs of a book that are due or under way. One whose payload names no mode may be of either. */
export async function countDueJobs(db: Database, { holderId, mode }: JobsOfBook): Promise<number> {
  const rows = await query({ count: int8 })`
    select count(*) as count from graphile_worker._private_jobs
    where payload ->> 'holderId' = ${String(holderId)} and coalesce(payload ->> 'mode', ${mode}) = ${mode}
      and (locked_at is not null or run_at <= now() and attempts < max_attempts)`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** Whether any process has a worker that could take a job: it holds the lock that says it is alive. */
export async function hasWorkers(db: Database): Promise<boolean> {
  const row = await query({ alive: bool })`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${aliveLockClass} and granted
        and database = (select oid from pg_database where datname = current_database())) as alive`.executeTakeFirst(db);
  return row?.alive === true;
}

/** Has the book's jobs that failed tried again now, but none that was `tried` before. @returns their ids. */
export async function retryFailedJobs(
  db: Database,
  { holderId, mode }: JobsOfBook,
  tried: readonly bigint[],
): Promise<bigint[]> {
  const rows = await query({ id: int8 })`
    select j.id from graphile_worker._private_jobs waiting,
      graphile_worker.reschedule_jobs(array[waiting.id], run_at => now()) j
    where waiting.payload ->> 'holderId' = ${String(holderId)}
      and coalesce(waiting.payload ->> 'mode', ${mode}) = ${mode}
      and waiting.locked_at is null and waiting.attempts between 1 and waiting.max_attempts - 1
      and waiting.run_at > now() and not (waiting.id = any(${tried}::bigint[]))`.execute(db);
  return rows.map((row) => row.id);
}
