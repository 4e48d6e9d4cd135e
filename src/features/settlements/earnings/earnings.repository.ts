/**
 * SQL of a payee's earnings: what the companies of their links hold for them, what is still to be settled, and every
 * movement. Reads only, and only through the holder's own links.
 */

import { type RawBuilder, sql } from 'kysely';
import { bool, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Page, SortedPlace } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { subjectShape } from '../../../core/ledger/account-sql.ts';
import type { Book } from '../../../core/ledger/accounts.ts';

const linkBalance = {
  companyId: int8,
  companyName: text,
  linkId: int8,
  type: oneOf('merchant', 'courier'),
  status: oneOf('active', 'ended'),
  /** Null, as are the amounts, for a link that never earned in this mode. */
  currency: nullable(text),
  /** Minor units. */
  available: nullable(int8),
  debt: nullable(int8),
};

export type LinkBalance = RowOf<typeof linkBalance>;

/** What each link holds and owes, by currency; one row for a link without any account yet. */
export async function listLinkBalances(db: Database, { holderId, mode }: Book): Promise<LinkBalance[]> {
  return query(linkBalance)`
    select l.company_id as "companyId", c.name as "companyName", l.id as "linkId", l.type, l.status, a.currency,
      sum(a.balance) filter (where a.kind = 'earnings')::bigint as available,
      sum(a.balance) filter (where a.kind = 'link_debt')::bigint as debt
    from links l
    join holders c on c.id = l.company_id
    left join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.link_id = l.id
      and a.kind in ('earnings', 'link_debt')
    where l.holder_id = ${holderId}
    group by l.company_id, c.name, l.id, l.type, l.status, a.currency
    order by c.name, l.id, a.currency`.execute(db);
}

/**
 * The shares of links in orders that have not settled yet, one row for each order and link. An order that a customer has
 * yet to pay at the checkout, and a share that refunds took whole, are not counted.
 * @param links a condition on `links l`.
 */
const waitingShares = (mode: Mode, links: RawBuilder<unknown>): RawBuilder<unknown> => {
  const shares = (waiting: RawBuilder<unknown>) => sql`
    select o.holder_id, o.id, l.id as link_id, o.currency, o.settlement_status, o.payment_source, o.paid_at,
      o.partner_order_ref, o.open_refunds, o.created_at, s.share, s.taken
    from links l
    join orders o on o.holder_id = l.company_id and o.mode = ${mode} and ${waiting}
      and not o.is_shadow and o.payment_status <> 'cancelled'
      and (o.payment_source <> 'service' or o.paid_at is not null)
      and o.splits @> jsonb_build_array(jsonb_build_object('ref', l.id))
    cross join lateral (
      select sum((split ->> 'amount')::bigint - coalesce(o.uncaptured[line], 0) - coalesce(o.reduced[line], 0))::bigint as share,
        sum(coalesce(o.reduced[line], 0))::bigint as taken
      from jsonb_array_elements(o.splits) with ordinality as e (split, line)
      where (split ->> 'ref')::bigint = l.id) s
    where ${links} and s.share > 0`;
  // Apart, so that the index of the settlement queue serves the first.
  return sql`(
    ${shares(sql`o.settlement_status in ('unsettled', 'awaiting_funds')`)}
    union all
    ${shares(sql`o.settlement_status = 'on_hold'`)})`;
};

const waitingTotal = {
  linkId: int8,
  currency: text,
  /** Minor units. */
  upcoming: int8,
  onHold: int8,
  orders: int8,
};

export type WaitingTotal = RowOf<typeof waitingTotal>;

/** What each link is still to earn from orders that have been recorded, by currency. */
export const sumWaiting = (db: Database, { holderId, mode }: Book): Promise<WaitingTotal[]> =>
  sumWaitingOf(db, mode, sql`l.holder_id = ${holderId}`);

/** The same of one link, for its company. */
export const sumWaitingOfLink = (db: Database, { holderId, mode }: Book, linkId: bigint): Promise<WaitingTotal[]> =>
  sumWaitingOf(db, mode, sql`l.company_id = ${holderId} and l.id = ${linkId}`);

const sumWaitingOf = (db: Database, mode: Mode, links: RawBuilder<unknown>): Promise<WaitingTotal[]> =>
  query(waitingTotal)`
    select w.link_id as "linkId", w.currency,
      coalesce(sum(w.share) filter (where w.settlement_status <> 'on_hold'), 0)::bigint as upcoming,
      coalesce(sum(w.share) filter (where w.settlement_status = 'on_hold'), 0)::bigint as "onHold",
      count(*) as orders
    from ${waitingShares(mode, links)} w
    group by 1, 2 order by 1, 2`.execute(db);

const waitingShare = {
  companyId: int8,
  companyName: text,
  linkId: int8,
  orderId: int8,
  partnerOrderRef: text,
  currency: text,
  status: oneOf('unsettled', 'awaiting_funds', 'on_hold'),
  /** Also if it was refunded since. */
  paid: bool,
  ofService: bool,
  refundOpen: bool,
  /** Minor units: what is left of the share, and what refunds took from it. */
  share: int8,
  taken: int8,
  createdAt: timestamptz,
};

export type WaitingShare = RowOf<typeof waitingShare>;

type OfLink = { linkId: bigint | undefined };

/** Newest order first. @param page.after the order and the link of the last row. */
export async function listWaiting(
  db: Database,
  book: Book,
  { linkId, after, limit }: OfLink & Page<SortedPlace>,
): Promise<WaitingShare[]> {
  return query(waitingShare)`
    select w.holder_id as "companyId", c.name as "companyName", w.link_id as "linkId", w.id as "orderId",
      w.partner_order_ref as "partnerOrderRef", w.currency, w.settlement_status as status,
      w.paid_at is not null as paid, w.payment_source = 'service' as "ofService",
      w.open_refunds > 0 as "refundOpen", w.share, w.taken, w.created_at as "createdAt"
    from ${waitingShares(book.mode, sql`l.holder_id = ${book.holderId}`)} w
    join holders c on c.id = w.holder_id
    where (${linkId ?? null}::bigint is null or w.link_id = ${linkId ?? null}::bigint)
      and (${after?.key ?? null}::bigint is null
        or (w.id, w.link_id) < (${after?.key ?? null}::bigint, ${after?.id ?? null}::bigint))
    order by w.id desc, w.link_id desc limit ${limit}`.execute(db);
}

const movement = {
  id: int8,
  companyName: text,
  linkId: int8,
  partnerOrderRef: nullable(text),
  code: text,
  /** `owed` and `forgiven` change a debt and move no money. */
  effect: oneOf('in', 'out', 'owed', 'forgiven'),
  /** Minor units, above 0. */
  amount: int8,
  currency: text,
  createdAt: timestamptz,
  ...subjectShape,
};

export type EarningsMovement = RowOf<typeof movement>;

/**
 * What came into and went out of a payee's earnings, and what they came to owe, newest first. That a debt was paid off
 * is told by the recovery, which is the movement of money.
 */
export async function listEarningsMovements(
  db: Database,
  { holderId, mode }: Book,
  { linkId, currency, after, limit }: OfLink & Page & { currency: string | undefined },
): Promise<EarningsMovement[]> {
  const moves = (account: RawBuilder<unknown>, effect: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
    select id, holder_id, amount, currency, code, ${effect} as effect, subject_kind, subject_id, created_at
    from transfers
    where holder_id = a.holder_id and ${account} = a.id and ${condition}
      and (${after ?? null}::bigint is null or id < ${after ?? null}::bigint)
    order by id desc limit ${limit})`;
  const ofMoney = sql`a.kind = 'earnings'`;
  return query(movement)`
    select t.id, c.name as "companyName", l.id as "linkId", o.partner_order_ref as "partnerOrderRef", t.code, t.effect,
      t.amount, t.currency, t.created_at as "createdAt", t.subject_kind as "subjectKind", t.subject_id as "subjectId"
    from links l
    join holders c on c.id = l.company_id
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.link_id = l.id
      and a.kind in ('earnings', 'link_debt')
    cross join lateral (
      ${moves(sql`to_account_id`, sql`'in'`, ofMoney)}
      union all
      ${moves(sql`from_account_id`, sql`'out'`, ofMoney)}
      union all
      ${moves(sql`to_account_id`, sql`'owed'`, sql`a.kind = 'link_debt'`)}
      union all
      ${moves(sql`from_account_id`, sql`'forgiven'`, sql`a.kind = 'link_debt' and code in ('reversal_debt_failed', 'debt_repaid', 'debt_written_off')`)}) t
    left join order_refunds f on t.subject_kind = 'order_refund' and f.holder_id = t.holder_id and f.id = t.subject_id
    left join orders o on o.holder_id = t.holder_id
      and o.id = coalesce(case when t.subject_kind = 'order' then t.subject_id::bigint end, f.order_id)
    where l.holder_id = ${holderId}
      and (${linkId ?? null}::bigint is null or l.id = ${linkId ?? null}::bigint)
      and (${currency ?? null}::text is null or a.currency = ${currency ?? null}::text)
    order by t.id desc limit ${limit}`.execute(db);
}
