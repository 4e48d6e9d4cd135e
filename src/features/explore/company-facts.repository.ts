/** SQL of a company's facts: its orders and their refunds. A part of statements; see facts.repository.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { Book } from '../../core/ledger/accounts.ts';
import { writtenBetween } from '../orders/order-times.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { CompanyMetric, Grouping } from './metrics.ts';

const dayMs = 86_400_000;

export function companyFacts(metric: CompanyMetric, book: Book, range: FactsIn, by: Grouping): RawBuilder<unknown> {
  const own = sql`o.holder_id = ${book.holderId} and o.mode = ${book.mode}`;
  switch (metric) {
    case 'orders':
      return sql`${fact('o.created_at', sql`o.total_amount`, by)} ${recordedIn(own, book, range)}`;
    case 'cancelled':
      return sql`${fact('o.created_at', sql`o.total_amount`, by)} ${recordedIn(own, book, range)} and o.payment_status = 'cancelled'`;
    case 'commission':
      return sql`${fact('o.created_at', commission, by)} ${recordedIn(own, book, range)}`;
    case 'settled':
      return sql`${fact('o.settled_at', sql`o.total_amount`, by)}
        where ${own} and not o.is_shadow and o.settled_at >= ${range.since} and o.settled_at < ${range.until}`;
    case 'refunds':
      return sql`
        select r.created_at as at, r.currency, r.amount, true as counts, null::bigint as seconds, ${keyOf(by)} as key
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
  select ${sql.ref(at)} as at, o.currency, ${amount} as amount, true as counts, null::bigint as seconds, ${keyOf(by)} as key
  from orders o ${payees(by)}`;

const commission = sql`(select coalesce(sum((s.split ->> 'amount')::bigint), 0)
  from jsonb_array_elements(o.splits) s (split) where s.split ->> 'type' = 'partner')`;

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
