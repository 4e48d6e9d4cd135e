/** All SQL of metrics: queue lengths, read from partial indexes. Counts only, never whose rows they are. */
import { float8, int4, type RowOf } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';

const queueSizes = {
  ordersUnsettled: int4,
  ordersAwaitingFunds: int4,
  orderRefundsAwaitingFunds: int4,
  refundsPending: int4,
  mailsQueued: int4,
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
