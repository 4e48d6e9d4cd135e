/** All SQL of metrics: queue lengths, read from partial indexes. Counts only, never whose rows they are. */
import { float8, int4, type RowOf, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';

const queueSizes = {
  ordersUnsettled: int4,
  ordersAwaitingFunds: int4,
  orderRefundsAwaitingFunds: int4,
  refundsPending: int4,
  mailsQueued: int4,
  webhooksPending: int4,
  webhooksParked: int4,
  /** How long the event has waited that has been due the longest. */
  webhookLagSeconds: float8,
  /** Events in the logs of endpoints that are not queued yet, over all endpoints. */
  webhookEventsBehind: float8,
  settlementsRunning: int4,
  /** Ids ever drawn from the sequence: settlements started, plus those refused because one was running. */
  settlementsBegun: float8,
  /** How late the most overdue scheduled settlement of live mode is; 0 when none is. */
  settlementLagSeconds: float8,
  eventsUnpositioned: int4,
  /** Due and not begun. */
  jobsWaiting: int4,
  /** How long the oldest of them has been due; 0 when there is none. */
  jobsWaitSeconds: float8,
  /** Given up after the last try. */
  jobsFailed: int4,
};

export type QueueSizes = RowOf<typeof queueSizes>;

export async function countQueues(db: Database): Promise<QueueSizes> {
  return query(queueSizes)`
    select o.unsettled as "ordersUnsettled", o.awaiting as "ordersAwaitingFunds",
      (select count(*)::int from order_refunds where status = 'awaiting_funds') as "orderRefundsAwaitingFunds",
      (select count(*)::int from refunds where status = 'pending') as "refundsPending",
      (select count(*)::int from mails where status = 'queued') as "mailsQueued",
      (select count(*)::int from webhook_deliveries where status = 'pending') as "webhooksPending",
      (select count(*)::int from webhook_deliveries where status = 'parked') as "webhooksParked",
      (select coalesce(extract(epoch from max(now() - first.due_at)), 0)::float8
        from webhook_endpoints w cross join lateral (
          select min(d.next_attempt_at) as due_at from webhook_deliveries d
          where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.status = 'pending' and not d.is_resend) first
        where w.due_at is not null and first.due_at < now()) as "webhookLagSeconds",
      (select coalesce(sum(last.position - w.position), 0)::float8
        from webhook_endpoints w cross join lateral (
          select e.position from events e
          where e.holder_id = w.holder_id and e.mode = w.mode and e.position is not null
          order by e.position desc limit 1) last
        where w.status = 'active' and w.deleted_at is null) as "webhookEventsBehind",
      (select count(*)::int from settlements where status = 'running') as "settlementsRunning",
      (select case when is_called then last_value else 0 end::float8 from settlements_id_seq) as "settlementsBegun",
      (select greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8
       from settlement_dues where mode = 'live') as "settlementLagSeconds",
      (select count(*)::int from events where position is null) as "eventsUnpositioned",
      j.waiting as "jobsWaiting", j.seconds as "jobsWaitSeconds", j.failed as "jobsFailed"
    from (
      select count(*) filter (where settlement_status = 'unsettled')::int as unsettled,
        count(*) filter (where settlement_status = 'awaiting_funds')::int as awaiting
      from orders where settlement_status in ('unsettled', 'awaiting_funds')) o
    cross join (
      select count(*) filter (where is_due)::int as waiting, count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as seconds
      from (
        select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due from graphile_worker.jobs) job) j`.executeTakeFirstOrThrow(
    db,
  );
}

const lastBackup = { startedAt: timestamptz, finishedAt: timestamptz, bytes: float8 };

export type LastBackup = RowOf<typeof lastBackup>;

/** The last backup that was made. */
export async function findLastBackup(db: Database): Promise<LastBackup | undefined> {
  return query(lastBackup)`
    select started_at as "startedAt", finished_at as "finishedAt", bytes::float8 as bytes
    from backup_runs where name is not null order by id desc limit 1`.executeTakeFirst(db);
}

/** Since the last that was made. */
export async function countBackupFailures(db: Database): Promise<number> {
  const { failures } = await query({ failures: int4 })`
    select count(*)::int as failures from backup_runs
    where id > coalesce((select max(id) from backup_runs where name is not null), 0)`.executeTakeFirstOrThrow(db);
  return failures;
}
