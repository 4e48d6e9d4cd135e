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
};

export type QueueSizes = RowOf<typeof queueSizes>;

export async function countQueues(db: Database): Promise<QueueSizes> {
  return query(queueSizes)`
    select o.unsettled as "ordersUnsettled", o.awaiting as "ordersAwaitingFunds",
      (select count(*)::int from order_refunds where status = 'awaiting_funds') as "orderRefundsAwaitingFunds",
      (select count(*)::int from refunds where status = 'pending') as "refundsPending",
      (select count(*)::int from mails where status = 'queued') as "mailsQueued",
      (select count(*)::int from settlements where status = 'running') as "settlementsRunning",
      (select case when is_called then last_value else 0 end::float8 from settlements_id_seq) as "settlementsBegun"
    from (
      select count(*) filter (where settlement_status = 'unsettled')::int as unsettled,
        count(*) filter (where settlement_status = 'awaiting_funds')::int as awaiting
      from orders where settlement_status in ('unsettled', 'awaiting_funds')) o`.executeTakeFirstOrThrow(db);
}
