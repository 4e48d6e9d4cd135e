/** All SQL of statements. Amounts come from transfers only, never from a stored balance. Reads only. */

import { sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { unnested } from '../../../base/database/unnested.ts';
import { accountColumns, accountShape, isAccount, ofAccounts, subjectShape } from '../../../core/ledger/account-sql.ts';
import type { Account, Book } from '../../../core/ledger/accounts.ts';
import type { HeldZone } from './month.ts';

type Span = { from: Date; to: Date };

/** No midnight of any zone is further from the one in UTC. */
const zonesApart = sql`interval '1 day'`;

/**
 * The zones in which a book's months were cut around a month's boundaries, oldest first, and its zone now. Changes in the
 * midst of a month are left out: they decide about no boundary. One statement, so a change is in both parts or in none.
 * @param month in UTC.
 */
export async function findHeldZones(db: Database, { holderId, mode }: Book, month: Span): Promise<HeldZone[]> {
  const of = sql`company_id = ${holderId} and mode = ${mode}`;
  const around = (at: Date) => sql`
    held_until between ${at}::timestamptz - ${zonesApart} and (
      select coalesce(min(held_until), 'infinity') from past_time_zones
      where ${of} and held_until >= ${at}::timestamptz + ${zonesApart})`;
  const zones = await query({ timeZone: text, until: nullable(timestamptz) })`
    select time_zone as "timeZone", held_until as until from past_time_zones
    where ${of} and (${around(month.from)} or ${around(month.to)})
    union all
    select time_zone, null from settlement_settings where ${of}
    order by until nulls last`.execute(db);
  return zones.length > 0 ? zones : [{ timeZone: 'UTC', until: null }];
}

const statementLine = {
  transferId: int8,
  code: oneOf('settlement', 'order_fee', 'debt_recovery', 'cash_netting'),
  /** Null for a recovery that belongs to no single order. */
  orderId: nullable(int8),
  partnerOrderRef: nullable(text),
  currency: text,
  /** Minor units: positive when paid to the party, negative when taken from it. */
  amount: int8,
  createdAt: timestamptz,
  /** The party's account. */
  ...accountShape,
};

export type StatementLine = RowOf<typeof statementLine> & Account;

/** The transfers of a settlement: shares paid, fees that commission bore, debts recovered from merchants and couriers, and what they kept of cash. */
const moved = (holderId: bigint, id: bigint) => sql`
  select t.id, t.code, t.subject_kind, t.subject_id, t.currency, t.created_at,
    case t.code when 'settlement' then t.amount else -t.amount end as amount,
    case t.code when 'settlement' then t.to_account_id else t.from_account_id end as account_id
  from transfers t
  where t.holder_id = ${holderId} and t.settlement_id = ${id}
    and (t.code in ('settlement', 'order_fee', 'cash_netting') or (t.code = 'debt_recovery' and exists (
      select from accounts p
      where p.holder_id = ${holderId} and p.id = t.from_account_id and p.kind = 'earnings')))`;

/** The lines of a settlement after `afterId`, in posting order. The page is limited before the joins. */
export async function listStatementLines(
  db: Database,
  holderId: bigint,
  id: bigint,
  afterId: bigint,
  limit: number,
): Promise<StatementLine[]> {
  return ofAccounts(
    await query(statementLine)`
    with page as materialized (${moved(holderId, id)} and t.id > ${afterId} order by t.id limit ${limit})
    select m.id as "transferId", m.code, o.id as "orderId", o.partner_order_ref as "partnerOrderRef", m.currency,
      ${accountColumns('a')}, m.amount, m.created_at as "createdAt"
    from page m
    join accounts a on a.holder_id = ${holderId} and a.id = m.account_id
    left join orders o on o.holder_id = ${holderId}
      and o.id = case when m.subject_kind = 'order' then m.subject_id::bigint end
    order by m.id`.execute(db),
  );
}

const statementTotal = {
  currency: text,
  paid: int8,
  deducted: int8,
  lines: int8,
  ...accountShape,
};

type StatementTotal = RowOf<typeof statementTotal> & Account;

/** What each party was paid and what was deducted from it, by currency; minor units, both 0 or more. */
export async function sumStatement(db: Database, holderId: bigint, id: bigint): Promise<StatementTotal[]> {
  return ofAccounts(
    await query(statementTotal)`
    select a.currency, ${accountColumns('a')}, s.paid, s.deducted, s.lines
    from (
      select account_id, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as paid,
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as deducted, count(*) as lines
      from (${moved(holderId, id)}) m group by account_id) s
    join accounts a on a.holder_id = ${holderId} and a.id = s.account_id
    order by a.currency, a.id`.execute(db),
  );
}

/** An account's month. What has been posted since can be added to it (account-months.ts). Amounts in minor units. */
const accountMonth = {
  accountId: int8,
  currency: text,
  opening: int8,
  credits: int8,
  debits: int8,
  closing: int8,
  movements: int8,
  /** The month's first and last transfer, in posting order; 0 when it has none. */
  firstId: int8,
  lastId: int8,
  /** What has moved after the month: credits less debits. */
  later: int8,
  /** The account's newest transfer, whatever its time: the sums include everything up to it. */
  newestId: int8,
  /** As stored with the account. Never shown: it says whether the sums are complete. */
  balance: int8,
  ...accountShape,
};

export type AccountMonth = RowOf<typeof accountMonth> & Account;

/** What one side of account `a` moved before, within and after a span, from the transfers after `k.newest_id`. */
const sumSide = (end: 'from_account_id' | 'to_account_id', { from, to }: Span) => sql`
  select coalesce(sum(amount) filter (where created_at < ${from}), 0) as before,
    coalesce(sum(amount) filter (where created_at >= ${from} and created_at < ${to}), 0) as within,
    coalesce(sum(amount) filter (where created_at >= ${to}), 0) as later,
    count(*) filter (where created_at >= ${from} and created_at < ${to}) as movements,
    min(id) filter (where created_at >= ${from} and created_at < ${to}) as first_id,
    max(id) filter (where created_at >= ${from} and created_at < ${to}) as last_id,
    max(id) as newest_id
  from transfers
  where holder_id = a.holder_id and ${sql.ref(end)} = a.id and id > coalesce(k.newest_id, 0)`;

/**
 * Sums these accounts of a book, in every currency, from their transfers. One statement, so one snapshot.
 * @param known sums of earlier: of these accounts only the transfers after `newestId` are summed.
 */
export async function sumAccounts(
  db: Database,
  { holderId, mode }: Book,
  accounts: readonly Account[],
  span: Span,
  known: readonly Pick<AccountMonth, 'accountId' | 'newestId'>[] = [],
): Promise<AccountMonth[]> {
  return ofAccounts(
    await query(accountMonth)`
    select a.id as "accountId", a.currency, ${accountColumns('a')},
      (i.before - o.before)::bigint as opening, i.within::bigint as credits, o.within::bigint as debits,
      (i.before - o.before + i.within - o.within)::bigint as closing,
      i.movements + o.movements as movements,
      coalesce(least(i.first_id, o.first_id), 0) as "firstId", coalesce(greatest(i.last_id, o.last_id), 0) as "lastId",
      (i.later - o.later)::bigint as later,
      coalesce(greatest(i.newest_id, o.newest_id), k.newest_id, 0) as "newestId", a.balance
    from accounts a
    left join ${unnested('k', known, { accountId: int8, newestId: int8 })} on k.account_id = a.id
    cross join lateral (${sumSide('to_account_id', span)}) i
    cross join lateral (${sumSide('from_account_id', span)}) o
    where a.holder_id = ${holderId} and a.mode = ${mode}
      and (${sql.join(
        accounts.map((account) => isAccount('a', account)),
        sql` or `,
      )})
    order by a.currency, a.kind, a.id`.execute(db),
  );
}

const partyMovement = {
  transferId: int8,
  code: text,
  partnerOrderRef: nullable(text),
  /** Whose account is on the other side, where it is a payee's earnings or the commission. */
  otherKind: nullable(text),
  otherName: nullable(text),
  /** Minor units, signed from the account's point of view. */
  amount: int8,
  createdAt: timestamptz,
  ...subjectShape,
};

export type PartyMovement = RowOf<typeof partyMovement>;

/** The movements of an account's month after `afterId`, in posting order; none that was posted after it was summed. */
export async function listAccountMovements(
  db: Database,
  holderId: bigint,
  account: Pick<AccountMonth, 'accountId' | 'firstId' | 'lastId'>,
  { from, to }: Span,
  afterId: bigint,
  limit: number,
): Promise<PartyMovement[]> {
  const span = sql`id > ${afterId} and id between ${account.firstId} and ${account.lastId} and created_at >= ${from} and created_at < ${to}
    order by id limit ${limit}`;
  // Finds the order behind each transfer: its subject is the order, a refund of it, or a payment for it.
  return query(partyMovement)`
    select m.id as "transferId", m.code, m.subject_kind as "subjectKind", m.subject_id as "subjectId",
      o.partner_order_ref as "partnerOrderRef", c.kind as "otherKind", l.name as "otherName", m.amount,
      m.created_at as "createdAt"
    from (
      select * from (
        (select id, code, subject_kind, subject_id, amount, created_at, from_account_id as other_id from transfers
         where holder_id = ${holderId} and to_account_id = ${account.accountId} and ${span})
        union all
        (select id, code, subject_kind, subject_id, -amount, created_at, to_account_id from transfers
         where holder_id = ${holderId} and from_account_id = ${account.accountId} and ${span})) both_ways
      order by id limit ${limit}) m
    left join accounts c on c.holder_id = ${holderId} and c.id = m.other_id and c.kind in ('earnings', 'commission')
    left join links l on l.company_id = ${holderId} and l.id = c.link_id
    left join order_refunds f on m.subject_kind = 'order_refund' and f.holder_id = ${holderId} and f.id = m.subject_id
    left join refunds r on m.subject_kind = 'refund' and r.holder_id = ${holderId} and r.id = m.subject_id
    left join payments p on p.holder_id = ${holderId}
      and p.id = coalesce(r.payment_id, case m.subject_kind when 'payment' then m.subject_id end)
    left join orders o on o.holder_id = ${holderId}
      and o.id = coalesce(case when m.subject_kind = 'order' then m.subject_id::bigint end,
        f.order_id, p.order_id)
    order by m.id`.execute(db);
}
