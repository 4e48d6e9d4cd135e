/**
 * The jobs of one book that still wait for a worker, for `POST /test/drain`. Must never decide about money. Times are
 * on the queue's clock, the database's.
 */
import { bool, int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { condition, query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { aliveLockClass } from './alive-locks.ts';
import type { Job } from './declare-jobs.ts';

type JobsOfBook = { holderId: bigint; mode: Mode };

/** The flags by which a job can be found by its book: the queue's public view does not show payloads. */
export function bookFlags(payload: Job['payload']): string[] {
  if (!('holderId' in payload) || payload.holderId === undefined) return [];
  return [holderFlag(payload.holderId), ...('mode' in payload ? [modeFlag(payload.mode)] : [])];
}

const holderFlag = (holderId: bigint | string): string => `holder:${holderId}`;
const modeFlag = (mode: Mode): string => `mode:${mode}`;

/** A job whose payload names no mode belongs to both. */
const isOfBook = ({ holderId, mode }: JobsOfBook) => condition`
  flags ? ${holderFlag(holderId)} and not flags ? ${modeFlag(mode === 'test' ? 'live' : 'test')}`;

/** Counts the jobs of a book that are due or running. */
export async function countDueJobs(db: Database, book: JobsOfBook): Promise<number> {
  const rows = await query({ count: int8 })`
    select count(*) as count from graphile_worker.jobs
    where ${isOfBook(book)} and (locked_at is not null or run_at <= now() and attempts < max_attempts)`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** Whether any process has a live worker that could take a job: one that holds its advisory lock. */
export async function hasWorkers(db: Database): Promise<boolean> {
  const row = await query({ alive: bool })`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${aliveLockClass}::int and granted
        and database = (select oid from pg_database where datname = current_database())) as alive`.executeTakeFirst(db);
  return row?.alive === true;
}

/** Retries the book's failed jobs now, except those in `tried`. @returns their ids. */
export async function retryFailedJobs(db: Database, book: JobsOfBook, tried: readonly bigint[]): Promise<bigint[]> {
  const rows = await query({ id: int8 })`
    select id from graphile_worker.reschedule_jobs(
      array(
        select id from graphile_worker.jobs
        where ${isOfBook(book)} and locked_at is null and attempts between 1 and max_attempts - 1
          and run_at > now() and not (id = any(${tried}::bigint[]))),
      run_at => now())`.execute(db);
  return rows.map((row) => row.id);
}
