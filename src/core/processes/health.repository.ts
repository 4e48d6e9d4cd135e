/** SQL of the operator's view of the running service: the queue of jobs, mails and versions. Reads only. */
import { int8, narrowed, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';

const jobs = {
  name: narrowed(text),
  /** Due and not begun. */
  waiting: int8,
  running: int8,
  /** Planned for later, tries after a failure included. */
  planned: int8,
  /** Given up after the last try. */
  failed: int8,
  oldestDueAt: nullable(timestamptz),
};

type JobCounts = RowOf<typeof jobs>;

export async function countJobs(db: Database): Promise<JobCounts[]> {
  return query(jobs)`
    select task_identifier as name,
      count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and run_at > now() and attempts < max_attempts) as planned,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts) as "oldestDueAt"
    from graphile_worker.jobs group by task_identifier order by task_identifier`.execute(db);
}

const mails = { queued: int8, failed: int8 };

/** `failed`: given up in the last 24 hours. */
export async function countMails(db: Database): Promise<RowOf<typeof mails>> {
  return query(mails)`
    select (select count(*) from mails where status = 'queued') as queued,
      (select count(*) from mails where status = 'failed' and created_at > now() - interval '1 day') as failed`.executeTakeFirstOrThrow(
    db,
  );
}

export async function findVersions(db: Database): Promise<{ postgres: string; schema: string }> {
  return query({ postgres: text, schema: text })`
    select current_setting('server_version') as postgres,
      (select coalesce(max(lpad(id::text, 4, '0') || '_' || name), '') from migrations) as schema`.executeTakeFirstOrThrow(
    db,
  );
}
