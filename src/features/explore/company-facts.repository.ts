/** SQL of a company's facts: its orders and their refunds. A part of statements; see facts.repository.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { Book } from '../../core/ledger/accounts.ts';
import type { FactsIn } from './facts-in.ts';
import type { CompanyMetric, Grouping } from './metrics.ts';
import { recorded } from './order-sums.repository.ts';
import { isOfPayee, payeesOf, recordedByPayee, recordedIn } from './payee-facts.repository.ts';

export function companyFacts(metric: CompanyMetric, book: Book, range: FactsIn, by: Grouping): RawBuilder<unknown> {
  const own = sql`o.holder_id = ${book.holderId} and o.mode = ${book.mode}`;
  switch (metric) {
    case 'orders':
    case 'commission':
      return isOfPayee(by) ? recordedByPayee(metric, book, range, by) : summed(metric, book, range, by);
    case 'cancelled':
      return sql`${fact('o.created_at', sql`o.total_amount`, by)} where ${own} and not o.is_shadow and ${recordedIn(book, range)} and o.payment_status = 'cancelled'`;
    case 'settled':
      return sql`${fact('o.settled_at', sql`o.total_amount`, by)}
        where ${own} and not o.is_shadow and o.settled_at >= ${range.since} and o.settled_at < ${range.until}`;
    case 'refunds':
      return sql`
        select r.created_at as at, r.currency, r.amount, 1::bigint as times, true as counts, null::bigint as seconds, ${keyOf(by)} as key
        from order_refunds r join orders o on o.holder_id = r.holder_id and o.id = r.order_id ${payeesOf(by)}
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
  from orders o ${payeesOf(by)}`;

const summed = (metric: 'orders' | 'commission', book: Book, range: FactsIn, by: Grouping) => sql`
  select r.at, r.currency, ${metric === 'orders' ? sql`r.amount` : sql`r.commission`} as amount, r.orders as times, true as counts,
    null::bigint as seconds, ${by === 'method' ? sql`r.payment_source` : sql`null::text`} as key
  from ${recorded(book, range)}`;

function keyOf(by: Grouping): RawBuilder<unknown> {
  if (isOfPayee(by)) return sql`payee.key`;
  return by === 'method' ? sql`o.payment_source` : sql`null::text`;
}
