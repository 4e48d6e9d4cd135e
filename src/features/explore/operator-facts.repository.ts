/** SQL of the facts of all holders, one holder's index after the other. A part of statements; see facts.repository.ts. */
import { type RawBuilder, sql } from 'kysely';
import { writtenSince } from '../../base/database/first-id-since.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { FactsIn } from './facts-in.ts';
import type { Grouping, OperatorMetric } from './metrics.ts';
import { notSummed } from './order-sums.repository.ts';

const dayMs = 86_400_000;

export function operatorFacts(
  { metric, account: only }: { metric: OperatorMetric; account?: bigint | undefined },
  mode: Mode,
  { since, until }: FactsIn,
  by: Grouping,
): RawBuilder<unknown> {
  const inTime = (column: string) => sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
  const isOf = (column: string) => (only === undefined ? sql`true` : sql`${sql.ref(column)} = ${only}`);
  const account = by === 'account' ? sql`h.id::text` : sql`null::text`;
  const facts = (key: RawBuilder<unknown>, rows: RawBuilder<unknown>, kinds: readonly string[]) => sql`
    select rows.at, rows.currency, rows.amount, 1::bigint as times, true as counts, null::bigint as seconds, ${key} as key
    from holders h cross join lateral (${rows}) rows where h.kind = any(${kinds}::text[]) and ${isOf('h.id')}`;
  switch (metric) {
    case 'orders':
      return sql`
        select q.quarter as at, q.currency, q.amount, q.orders as times, true as counts, null::bigint as seconds,
          ${by === 'method' ? sql`q.payment_source` : by === 'account' ? sql`q.holder_id::text` : sql`null::text`} as key
        from order_quarters q where q.mode = ${mode} and ${isOf('q.holder_id')} and ${inTime('q.quarter')}
        union all
        -- Apart for each holder (offset), because none has many orders that are not in its sums.
        ${facts(
          by === 'method' ? sql`rows.method` : account,
          sql`select o.created_at as at, o.currency, o.total_amount as amount, o.payment_source as method from orders o
            where o.holder_id = h.id and ${notSummed(sql`h.id`)} and o.mode = ${mode} and not o.is_shadow
              and ${inTime('o.created_at')}
            offset 0`,
          ['company'],
        )}`;
    case 'payments': {
      const attempt = sql`left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'`;
      return facts(
        by === 'method' ? sql`rows.method` : account,
        sql`select p.paid_at as at, p.currency, coalesce(p.captured_amount, p.amount) as amount,
            ${by === 'method' ? sql`a.method` : sql`null::text`} as method
          from payments p ${by === 'method' ? attempt : sql``}
          where p.holder_id = h.id and p.mode = ${mode} and ${inTime('p.paid_at')}`,
        ['company', 'merchant'],
      );
    }
    case 'refunds':
      return facts(
        account,
        sql`select r.created_at as at, r.currency, r.amount from refunds r
          where r.holder_id = h.id and r.mode = ${mode} and r.status in ('pending', 'succeeded') and ${inTime('r.created_at')}`,
        ['company', 'merchant'],
      );
    case 'disputes':
      return facts(
        account,
        sql`select d.created_at as at, d.currency, d.amount from disputes d
          where d.holder_id = h.id and d.mode = ${mode} and ${inTime('d.created_at')}`,
        ['company', 'merchant'],
      );
    case 'payouts':
      return sql`
        select p.created_at as at, p.currency, p.amount, 1::bigint as times, true as counts, null::bigint as seconds,
          ${by === 'account' ? sql`p.owner_holder_id::text` : sql`null::text`} as key
        from payouts p
        where p.mode = ${mode} and ${isOf('p.owner_holder_id')} and ${inTime('p.created_at')}`;
    case 'fees':
      return feeFacts(mode, since, inTime, account, isOf('h.id'));
  }
}

/** What the fees account of each holder took in and gave back. What is moved on from there is no income a second time. */
const feeFacts = (
  mode: Mode,
  since: Date,
  inTime: (column: string) => RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  isOf: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select t.created_at as at, t.currency, case when t.to_account_id = a.id then t.amount else -t.amount end as amount,
    1::bigint as times, true as counts, null::bigint as seconds, ${key} as key
  from holders h
  join accounts a on a.holder_id = h.id and a.mode = ${mode} and a.kind = 'fees'
  cross join lateral (
    select t.* from transfers t
    where t.holder_id = h.id and t.to_account_id = a.id and ${writtenFrom('t.id', mode, since)}
    union all
    select t.* from transfers t
    where t.holder_id = h.id and t.from_account_id = a.id and ${writtenFrom('t.id', mode, since)}) t
  where h.id <> ${serviceHolderId} and ${isOf} and t.code <> 'fees_collected' and ${inTime('t.created_at')}`;

/** Where ids are in the order of time. In test mode they are not: every book may have a clock of its own. */
const writtenFrom = (id: string, mode: Mode, since: Date): RawBuilder<unknown> =>
  mode === 'test' ? sql`true` : writtenSince(id, 'transfers', sql.ref('h.id'), new Date(since.getTime() - dayMs));
