/** SQL of a shop's facts: its payments, refunds and disputes. A part of statements; see facts.repository.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { Book } from '../../core/ledger/accounts.ts';
import { finishedBy } from '../payments/payment-list.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { Grouping, ShopMetric } from './metrics.ts';

const dayMs = 86_400_000;

export function shopFacts(
  metric: ShopMetric,
  { holderId, mode }: Book,
  { since, until, now }: FactsIn,
  by: Grouping,
): RawBuilder<unknown> {
  const inTime = (column: string) => sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
  const own = (table: string) =>
    sql`${sql.ref(`${table}.holder_id`)} = ${holderId} and ${sql.ref(`${table}.mode`)} = ${mode}`;
  switch (metric) {
    case 'payments':
      return sql`
        select p.paid_at as at, p.currency, coalesce(p.captured_amount, p.amount) as amount, 1::bigint as times, true as counts,
          null::bigint as seconds, ${methodKey(by)} as key
        from payments p ${method(by, 'p.id')} where ${own('p')} and ${inTime('p.paid_at')}`;
    case 'time_to_pay':
      return sql`
        select p.paid_at as at, p.currency, coalesce(p.captured_amount, p.amount) as amount, 1::bigint as times, true as counts,
          greatest(0, floor(extract(epoch from p.paid_at - p.created_at)))::bigint as seconds, ${methodKey(by)} as key
        from payments p ${method(by, 'p.id')} where ${own('p')} and ${inTime('p.paid_at')}`;
    case 'success':
      return sql`
        select p.created_at as at, p.currency, p.amount, 1::bigint as times, p.paid_at is not null as counts, null::bigint as seconds, null::text as key
        from payments p where ${own('p')} and ${inTime('p.created_at')}
          and ${finishedBy(now)}`;
    case 'declines':
      // By its attempts, which are few: none is older than its payment, but for the clocks of two processes.
      return sql`
        select p.created_at as at, p.currency, p.amount, 1::bigint as times, true as counts, null::bigint as seconds, declined.key
        from (
          select distinct a.holder_id, a.payment_id, ${by === 'reason' ? sql`a.error` : sql`null::text`} as key
          from payment_attempts a
          where a.holder_id = ${holderId} and a.status = 'declined' and a.created_at >= ${new Date(since.getTime() - dayMs)}) declined
        join payments p on p.holder_id = declined.holder_id and p.id = declined.payment_id
        where ${own('p')} and ${inTime('p.created_at')}`;
    case 'refunds':
      return sql`
        select r.created_at as at, r.currency, r.amount, 1::bigint as times, true as counts, null::bigint as seconds, ${methodKey(by)} as key
        from refunds r ${method(by, 'r.payment_id')}
        where ${own('r')} and r.status in ('pending', 'succeeded') and ${inTime('r.created_at')}`;
    case 'disputes':
      return sql`
        select d.created_at as at, d.currency, d.amount, 1::bigint as times, true as counts, null::bigint as seconds, ${methodKey(by)} as key
        from disputes d ${method(by, 'd.payment_id')} where ${own('d')} and ${inTime('d.created_at')}`;
  }
}

/** How it was paid. */
function method(by: Grouping, paymentId: `${'p' | 'r' | 'd'}.${'id' | 'payment_id'}`): RawBuilder<unknown> {
  if (by !== 'method') return sql``;
  const [table = ''] = paymentId.split('.');
  return sql`left join payment_attempts a on a.holder_id = ${sql.ref(`${table}.holder_id`)}
    and a.payment_id = ${sql.ref(paymentId)} and a.status = 'succeeded'`;
}

const methodKey = (by: Grouping): RawBuilder<unknown> => (by === 'method' ? sql`a.method` : sql`null::text`);
