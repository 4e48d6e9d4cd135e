/** SQL of a company's facts: its orders and their refunds. A part of statements; see facts.repository.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { Book } from '../../core/ledger/accounts.ts';
import { writtenBetween } from '../orders/order-times.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { CompanyMetric, Grouping } from './metrics.ts';
import { commissionOf, summedUpTo } from './order-sums.repository.ts';

const dayMs = 86_400_000;

export function companyFacts(metric: CompanyMetric, book: Book, range: FactsIn, by: Grouping): RawBuilder<unknown> {
  const own = sql`o.holder_id = ${book.holderId} and o.mode = ${book.mode}`;
  switch (metric) {
    case 'orders':
    case 'commission':
      if (isSummed(by)) return summed(metric, book, range, by);
      return metric === 'orders'
        ? sql`${fact('o.created_at', sql`o.total_amount`, by)} ${recordedIn(own, book, range)}`
        : commissionByPayee(recordedIn(own, book, range), by);
    case 'cancelled':
      return sql`${fact('o.created_at', sql`o.total_amount`, by)} ${recordedIn(own, book, range)} and o.payment_status = 'cancelled'`;
    case 'settled':
      return sql`${fact('o.settled_at', sql`o.total_amount`, by)}
        where ${own} and not o.is_shadow and o.settled_at >= ${range.since} and o.settled_at < ${range.until}`;
    case 'refunds':
      return sql`
        select r.created_at as at, r.currency, r.amount, 1::bigint as times, true as counts, null::bigint as seconds, ${keyOf(by)} as key
        from order_refunds r join orders o on o.holder_id = r.holder_id and o.id = r.order_id ${payees(by)}
        where r.holder_id = ${book.holderId} and r.mode = ${book.mode} and r.kind = 'refund' and r.status <> 'failed'
          and r.created_at >= ${range.since} and r.created_at < ${range.until}`;
  }
}

const fact = (
  at: 'o.created_at' | 'o.settled_at',
  amount: RawBuilder<unknown>,
  by: Grouping,
): RawBuilder<unknown> => sql`
  select ${sql.ref(at)} as at, o.currency, ${amount} as amount, 1::bigint as times, true as counts, null::bigint as seconds, ${keyOf(by)} as key
  from orders o ${payees(by)}`;

const amountOf = { orders: sql`o.total_amount`, commission: commissionOf };

/** Payees of an order may be named later, so only what does not ask for them is summed. */
const isSummed = (by: Grouping): boolean => by === 'none' || by === 'method';

/** The sums, and the orders that are not in them yet. */
const summed = (metric: 'orders' | 'commission', book: Book, { since, until }: FactsIn, by: Grouping) => sql`
  select q.quarter as at, q.currency, ${metric === 'orders' ? sql`q.amount` : sql`q.commission`} as amount, q.orders as times,
    true as counts, null::bigint as seconds, ${by === 'method' ? sql`q.payment_source` : sql`null::text`} as key
  from order_quarters q
  where q.holder_id = ${book.holderId} and q.mode = ${book.mode} and q.quarter >= ${since} and q.quarter < ${until}
  union all
  ${fact('o.created_at', amountOf[metric], by)}
  where o.holder_id = ${book.holderId} and o.mode = ${book.mode} and not o.is_shadow
    and o.created_at >= ${since} and o.created_at < ${until} and o.id > ${summedUpTo(book.holderId)}`;

/** Its splits are opened once, which is what takes the time. */
const commissionByPayee = (where: RawBuilder<unknown>, by: Grouping): RawBuilder<unknown> => sql`
  select o.created_at as at, o.currency, part.amount, 1::bigint as times, true as counts, null::bigint as seconds, payee.key
  from orders o
  cross join lateral (
    select coalesce(sum((s.split ->> 'amount')::bigint) filter (where s.split ->> 'type' = 'partner'), 0) as amount,
      array_agg(distinct s.split ->> 'ref') filter (where s.split ->> 'type' = ${by}) as keys
    from jsonb_array_elements(o.splits) s (split)) part
  cross join lateral unnest(part.keys) payee (key)
  ${where}`;

/** An order that several have a part of counts once with each. */
const payees = (by: Grouping): RawBuilder<unknown> =>
  by === 'merchant' || by === 'courier'
    ? sql`cross join lateral (
        select distinct s.split ->> 'ref' as key from jsonb_array_elements(o.splits) s (split)
        where s.split ->> 'type' = ${by}) payee`
    : sql``;

function keyOf(by: Grouping): RawBuilder<unknown> {
  if (by === 'merchant' || by === 'courier') return sql`payee.key`;
  return by === 'method' ? sql`o.payment_source` : sql`null::text`;
}

/** By a range of ids, because no index has their times (order-times.repository.ts). */
function recordedIn(
  own: RawBuilder<unknown>,
  { holderId }: Book,
  { since, until, ahead }: FactsIn,
): RawBuilder<unknown> {
  const slack = Math.max(0, ahead) + dayMs;
  const written = { since: new Date(since.getTime() - slack), until: new Date(until.getTime() + slack) };
  return sql`where ${own} and not o.is_shadow and o.created_at >= ${since} and o.created_at < ${until}
    and ${writtenBetween(holderId, written)}`;
}
