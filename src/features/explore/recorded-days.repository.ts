/** What a company's orders came to on each day: from the sums, and from the orders that are not in them yet. Reads only. */
import type { Day } from '../../base/clock/days.ts';
import { int4, int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { recorded } from './order-sums.repository.ts';

/** Minor units. The commission is what the splits give the company as they were sent. */
export type Recorded = { currency: string; orders: bigint; amount: bigint; commission: bigint };
type RecordedDay = Day & { recorded: readonly Recorded[] };

/**
 * What was recorded on each day, shadow orders aside, by currency.
 * @param days one after the other, without a gap, each from the midnight of a time zone to the next.
 */
export async function sumRecordedDays(db: Database, book: Book, days: readonly Day[]): Promise<RecordedDay[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = days.map(({ from }) => from);
  const rows = await query({ place: int4, currency: text, orders: int8, amount: text, commission: text })`
    select width_bucket(r.at, ${starts}::timestamptz[]) - 1 as place, r.currency, sum(r.orders)::bigint as orders,
      sum(r.amount)::text as amount, sum(r.commission)::text as commission
    from ${recorded(book, { since: first.from, until: last.to })}
    group by 1, 2
    order by 1, 2`.execute(db);
  return days.map((day, at) => ({
    ...day,
    recorded: rows
      .filter(({ place }) => place === at)
      .map(({ currency, orders, amount, commission }) => ({
        currency,
        orders,
        amount: BigInt(amount),
        commission: BigInt(commission),
      })),
  }));
}
