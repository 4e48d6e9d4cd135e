/** SQL of what a company's orders came to by day. Reads orders; writes nothing. */
import type { Day } from '../../base/clock/days.ts';
import { int4, int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type WrittenIn, writtenBetween } from './order-times.repository.ts';

/**
 * What was recorded on each day, shadow orders aside, by currency; minor units. The commission is what the splits give the
 * company as they were sent.
 * @param days one after the other, without a gap. @returns rows with the place of their day in `days`.
 */
export const sumRecordedDays = (db: Database, book: Book, days: readonly [Day, ...Day[]], written: WrittenIn) => {
  const starts = days.map(({ from }) => from);
  return query({ place: int4, currency: text, orders: int8, amount: text, commission: text })`
    select o.day - 1 as place, o.currency, count(*) as orders, sum(o.total_amount)::text as amount,
      sum(o.commission)::text as commission
    from (
      select width_bucket(o.created_at, ${starts}::timestamptz[]) as day, o.currency, o.total_amount,
        (select coalesce(sum((s.split ->> 'amount')::bigint), 0) from jsonb_array_elements(o.splits) s (split)
          where s.split ->> 'type' = 'partner') as commission
      from orders o
      where o.holder_id = ${book.holderId} and o.mode = ${book.mode} and not o.is_shadow
        and o.created_at >= ${days[0].from} and o.created_at < ${(days.at(-1) as Day).to}
        and ${writtenBetween(book.holderId, written)}) o
    group by 1, 2
    order by 1, 2`.execute(db);
};
