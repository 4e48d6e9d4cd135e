/** SQL of the cash that links hold, and are about to hold. */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Holding } from './handover.ts';

/** Orders whose cash a link is about to collect; the index `orders_cash` has them. */
const isExpected = sql.raw(`o.payment_source = 'cod' and o.splits @> '[{"cash": true}]'
  and o.settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')`);

type Collector = Record<'holderId' | 'mode' | 'currency' | 'linkId', RawBuilder<unknown>>;

/** What a link is about to collect in one currency of a book; minor units. */
const expectedBy = ({ holderId, mode, currency, linkId }: Collector) => sql`(
  select coalesce(sum(o.total_amount - o.refunded_amount), 0)::bigint from orders o
  where o.holder_id = ${holderId} and o.mode = ${mode} and o.currency = ${currency} and ${isExpected}
    and jsonb_path_query_first(o.splits, '$[*] ? (@.cash == true).ref') = to_jsonb(${linkId}))`;

/**
 * Since when a link holds the oldest of its cash: what left its hands is what it collected first. `a` is its account. Read from
 * the newest backwards, so only as far as it still holds any.
 */
export const oldestHeld = sql.raw(`(
  select r.created_at from (
    select t.created_at, t.id, sum(t.amount) over (order by t.id desc) as collected
    from transfers t where t.holder_id = a.holder_id and t.to_account_id = a.id) r
  where r.collected >= a.balance order by r.id desc limit 1)`);

const held = {
  linkId: int8,
  currency: text,
  /** Minor units. */
  held: int8,
  /** Of orders that have not settled; minor units. */
  expected: int8,
  /** Null: it holds none. */
  since: nullable(timestamptz),
};
type HeldCash = RowOf<typeof held>;

/** What these links hold and are about to hold, each in one currency. */
export async function findHeldCash(
  db: Database | Tx,
  { holderId, mode }: Book,
  links: readonly { linkId: bigint; currency: string }[],
): Promise<HeldCash[]> {
  const book = { holderId: sql`${holderId}`, mode: sql`${mode}` };
  const expected = expectedBy({ ...book, currency: sql`k.currency`, linkId: sql`k.link_id` });
  return query(held)`
    select k.link_id as "linkId", k.currency, coalesce(a.balance, 0) as held, ${expected} as expected,
      case when a.balance > 0 then ${oldestHeld} end as since
    from ${unnested('k', links, { linkId: int8, currency: text })}
    left join accounts a on a.holder_id = ${holderId} and a.mode = ${mode} and a.currency = k.currency and a.kind = 'link_cash'
      and a.link_id = k.link_id`.execute(db);
}

const byLink = {
  ...held,
  /** Of the account. */
  id: int8,
  linkName: text,
  companyName: text,
  /** Of what is held, what waits for the other side to confirm that it was handed over; minor units. */
  waiting: int8,
  /** How much it may hold, in minor units, and for how many days, where the company says so. */
  limit: nullable(int8),
  daysMax: nullable(int4),
  /** Of its bank transfers, once it was asked for. */
  reference: nullable(text),
};
export type HeldByLink = RowOf<typeof byLink>;

const account: Collector = {
  holderId: sql`a.holder_id`,
  mode: sql`a.mode`,
  currency: sql`a.currency`,
  linkId: sql`a.link_id`,
};

const select = (of: RawBuilder<unknown>, mode: string) => sql`
  select a.id, l.id as "linkId", a.currency, a.balance as held, l.name as "linkName", h.name as "companyName",
    ${expectedBy(account)} as expected,
    (select coalesce(sum(w.amount), 0)::bigint from cash_handovers w
      where w.holder_id = a.holder_id and w.mode = a.mode and w.link_id = a.link_id and w.currency = a.currency
        and w.status = 'waiting') as waiting,
    case when a.balance > 0 then ${oldestHeld} end as since,
    case when s.is_tracked then (s.limits ->> a.currency)::bigint end as limit,
    case when s.is_tracked then s.days_max end as "daysMax", r.reference
  from links l
  join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'link_cash' and a.link_id = l.id
  join holders h on h.id = l.company_id
  left join cash_settings s on s.holder_id = a.holder_id and s.mode = a.mode
  left join cash_references r on r.holder_id = a.holder_id and r.mode = a.mode and r.currency = a.currency
    and r.link_id = a.link_id
  where ${of}`;

/** The links that hold cash of a company, or held any before. */
export const listHeldByLinks = (
  db: Database,
  { holderId, mode }: Book,
  { after, limit }: Page,
): Promise<HeldByLink[]> =>
  query(byLink)`
    ${select(sql`l.company_id = ${holderId}`, mode)} and (${after ?? null}::bigint is null or a.id > ${after ?? null}::bigint)
    order by a.id limit ${limit}`.execute(db);

/** What one of them holds, by currency. */
export const listHeldByLink = (db: Database, { holderId, mode }: Book, linkId: bigint): Promise<HeldByLink[]> =>
  query(byLink)`
    ${select(sql`l.company_id = ${holderId} and l.id = ${linkId}`, mode)} order by a.currency`.execute(db);

const total = { currency: text, held: int8, waiting: int8, expected: int8 };
export type CashTotal = RowOf<typeof total>;

/** What all links of a company hold and are about to hold, by currency; minor units. */
export const sumHeld = (db: Database, { holderId, mode }: Book): Promise<CashTotal[]> =>
  query(total)`
    select currency, sum(held)::bigint as held, sum(waiting)::bigint as waiting, sum(expected)::bigint as expected
    from (
      select a.currency, a.balance as held, 0 as waiting, 0 as expected
      from accounts a where a.holder_id = ${holderId} and a.mode = ${mode} and a.kind = 'link_cash'
      union all
      select w.currency, 0, w.amount, 0
      from cash_handovers w where w.holder_id = ${holderId} and w.mode = ${mode} and w.status = 'waiting'
      union all
      select o.currency, 0, 0, o.total_amount - o.refunded_amount
      from orders o where o.holder_id = ${holderId} and o.mode = ${mode} and ${isExpected}) sums
    group by currency order by currency`.execute(db);

/** What a payee holds, by company and currency. */
export const listOwnHeld = (db: Database, { holderId, mode }: Book): Promise<HeldByLink[]> =>
  query(byLink)`${select(sql`l.holder_id = ${holderId}`, mode)} order by h.name, l.id, a.currency`.execute(db);

const holding = { holderId: int8, linkId: int8, name: text, held: int8 };

/** A payee that holds cash of a company, and how much in minor units. */
export type HoldingPayee = RowOf<typeof holding>;

/** The payees that hold cash of these companies in one currency, by name; those of one company together. */
export const listHoldingPayees = (
  db: Database,
  { mode, currency }: Pick<Holding, 'mode' | 'currency'>,
  companies: readonly bigint[],
): Promise<HoldingPayee[]> =>
  query(holding)`
    select a.holder_id as "holderId", l.id as "linkId", l.name, a.balance as held
    from links l
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.currency = ${currency} and a.kind = 'link_cash'
      and a.link_id = l.id and a.balance > 0
    where l.company_id = any(${companies}::bigint[])
    order by l.company_id, lower(l.name), l.id`.execute(db);
