/**
 * SQL of the orders recorded for each payee: days of the sums as far as they are whole in the time, and the orders of its
 * first and last hours, those that are in no sum yet and those whose payees were not all known when they were summed.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Book } from '../../core/ledger/accounts.ts';
import { writtenBetween } from '../orders/order-times.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { Grouping } from './metrics.ts';
import { notSummed } from './order-sums.repository.ts';

const dayMs = 86_400_000;

type PayeeType = 'merchant' | 'courier';

export const isOfPayee = (by: Grouping): by is PayeeType => by === 'merchant' || by === 'courier';

export function recordedByPayee(
  metric: 'orders' | 'commission',
  book: Book,
  range: FactsIn,
  by: PayeeType,
): RawBuilder<unknown> {
  const ordersThat = (condition: RawBuilder<unknown>) => sql`
    select o.created_at as at, o.currency, ${metric === 'orders' ? sql`o.total_amount` : sql`part.commission`} as amount,
      1::bigint as times, true as counts, null::bigint as seconds, payee.key
    from orders o ${metric === 'orders' ? payeesOf(by) : payeesAndCommission(by)}
    where o.holder_id = ${book.holderId} and o.mode = ${book.mode} and not o.is_shadow and ${condition}`;
  const { since, until } = range;
  const [first, end] = [new Date(Math.ceil(+since / dayMs) * dayMs), new Date(Math.floor(+until / dayMs) * dayMs)];
  if (first >= end) return ordersThat(recordedIn(book, range));
  const inDays = (column: string) => sql`${sql.ref(column)} >= ${first} and ${sql.ref(column)} < ${end}`;
  const parts = [
    summedDays(metric, book, { first, end }, by),
    ordersThat(sql`${inDays('o.created_at')} and ${notSummed(book.holderId, 'order_payee_marks')}`),
    ordersThat(sql`o.id = any(array(
      select g.order_id from order_payee_gaps g
      where g.holder_id = ${book.holderId} and g.mode = ${book.mode} and ${inDays('g.created_at')}))`),
  ];
  if (since < first) parts.push(ordersThat(recordedIn(book, { ...range, until: first })));
  if (end < until) parts.push(ordersThat(recordedIn(book, { ...range, since: end })));
  return sql.join(parts, sql` union all `);
}

const summedDays = (
  metric: 'orders' | 'commission',
  { holderId, mode }: Book,
  { first, end }: { first: Date; end: Date },
  by: PayeeType,
) => sql`
  select d.day::timestamp at time zone 'UTC' as at, d.currency, ${metric === 'orders' ? sql`d.amount` : sql`d.commission`} as amount,
    d.orders as times, true as counts, null::bigint as seconds, d.link_id::text as key
  from order_payee_days d
  where d.holder_id = ${holderId} and d.mode = ${mode} and d.payee_type = ${by}
    and d.day >= (${first}::timestamptz at time zone 'UTC')::date and d.day < (${end}::timestamptz at time zone 'UTC')::date`;

/** An order that several have a part of counts once with each. */
export const payeesOf = (by: Grouping): RawBuilder<unknown> =>
  isOfPayee(by)
    ? sql`cross join lateral (
        select distinct s.split ->> 'ref' as key from jsonb_array_elements(o.splits) s (split)
        where s.split ->> 'type' = ${by}) payee`
    : sql``;

/** Opens the splits once, which is what takes the time. */
const payeesAndCommission = (by: PayeeType): RawBuilder<unknown> => sql`
  cross join lateral (
    select coalesce(sum((s.split ->> 'amount')::bigint) filter (where s.split ->> 'type' = 'partner'), 0) as commission,
      array_agg(distinct s.split ->> 'ref') filter (where s.split ->> 'type' = ${by}) as keys
    from jsonb_array_elements(o.splits) s (split)) part
  cross join lateral unnest(part.keys) payee (key)`;

/** A condition on `orders o`, with a range of ids because no index has their times (order-times.repository.ts). */
export function recordedIn({ holderId }: Book, { since, until, ahead }: FactsIn): RawBuilder<unknown> {
  const slack = Math.max(0, ahead) + dayMs;
  const written = { since: new Date(since.getTime() - slack), until: new Date(until.getTime() + slack) };
  return sql`o.created_at >= ${since} and o.created_at < ${until} and ${writtenBetween(holderId, written)}`;
}
