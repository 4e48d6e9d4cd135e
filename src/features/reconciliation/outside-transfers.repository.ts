/**
 * SQL on transfers to and from an outside account, in the books of all holders: what a line of a statement may stand for,
 * and both sides in sum. Reads only.
 */

import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { acquirerReferenceInSql, isAccount, subjectShape } from '../../core/ledger/account-sql.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { recallPrefix } from '../payments/recall.ts';
import { moneyOf, type OpenTransfer } from './match-lines.ts';
import { type Days, isDecided, isOfItsOwn, isOpen, type Outside } from './reconciliation.repository.ts';

/**
 * Every transfer to or from an outside account, signed as on a statement: a transfer out of the outside account came
 * in.
 */
const touching = ({ mode, source }: Outside) => sql`
  select t.holder_id, t.id, t.currency, t.amount, t.code, t.subject_kind, t.subject_id, t.created_at
  from accounts a join transfers t on t.holder_id = a.holder_id and t.from_account_id = a.id
  where a.mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))}
  union all
  select t.holder_id, t.id, t.currency, -t.amount, t.code, t.subject_kind, t.subject_id, t.created_at
  from accounts a join transfers t on t.holder_id = a.holder_id and t.to_account_id = a.id
  where a.mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))}`;

/** What lines of the source say of a transfer `t`, signed as on a statement. */
const matchedAmount = ({ source }: Outside) => sql`(
  select coalesce(sum(m.amount), 0)::bigint from statement_matches m
  where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = ${source})`;

/**
 * What was booked for a line is matched with it, or reversed, and what was taken back with one was undone with its match: no other line
 * is to be found for it.
 */
const isOfBooks = sql`t.subject_kind <> 'statement_booking' and not (
  t.subject_kind in ('dispute', 'dispute_won') and starts_with(t.subject_id, ${recallPrefix}) and exists (
    select from disputes u where u.holder_id = t.holder_id and u.id = t.subject_id and u.returns = u.withdrawals))`;

/** What lines of the source say of each transfer, read as a whole: beside many transfers far sooner than one by one. */
const matchedAmounts = ({ source }: Outside) => sql`(
  select m.transfer_holder_id, m.transfer_id, sum(m.amount)::bigint as amount
  from statement_matches m where m.source = ${source} group by 1, 2)`;

/** Every transfer to or from an outside account with `left_amount`, what lines do not have of it; 0 where they have all. */
const withLeft = (outside: Outside) => sql`
  select t.*, t.amount - coalesce(m.amount, 0) as left_amount
  from (${touching(outside)}) t
  left join ${matchedAmounts(outside)} m on m.transfer_holder_id = t.holder_id and m.transfer_id = t.id
  where ${isOfBooks}`;

/** No line has anything of it. */
export const isUnmatched = ({ source }: Outside) => sql`${isOfBooks} and not exists (
  select from statement_matches m
  where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = ${source})`;

/** What a statement may call a transfer, found beside it in its own book: each is a reference when it is there. */
const named = {
  own: nullable(text),
  topUp: nullable(text),
  payment: nullable(text),
  transaction: nullable(text),
  paying: nullable(text),
  providersPaying: nullable(text),
  attempt: nullable(text),
  providersAttempt: nullable(text),
};

/** Of a transfer `t`, what needs no look-up. */
export const ownNameInSql = sql`case
  when t.code in ('acquirer_payout', 'acquirer_fee') then ${acquirerReferenceInSql('t')}
  when t.subject_id !~ '^[0-9]*$' then t.subject_id end`;

/**
 * The references of a transfer: its subject's id; for top-ups that of the bank transfer; for payments the ids of the
 * payment and its paying attempt, of which a payment has one at most.
 */
const namesInSql = sql`
  ${ownNameInSql} as own,
  u.reference as "topUp", p.id as payment, p.trx_id as transaction, y.id as paying, y.provider_ref as "providersPaying",
  x.id as attempt, x.provider_ref as "providersAttempt"`;

const besideNames = sql`
  left join top_ups u on t.subject_kind = 'top_up' and u.holder_id = t.holder_id and u.id = t.subject_id
  left join refunds r on t.subject_kind = 'refund' and r.holder_id = t.holder_id and r.id = t.subject_id
  left join payments p on p.holder_id = t.holder_id
    and p.id = coalesce(r.payment_id, case t.subject_kind when 'payment' then t.subject_id end)
  left join payment_attempts y on y.holder_id = t.holder_id and y.payment_id = p.id and y.status = 'succeeded'
  left join payment_attempts x on t.subject_kind = 'attempt' and x.holder_id = t.holder_id and x.id = t.subject_id`;

const openKey = { holderId: int8, id: int8, currency: text, amount: int8 };

/**
 * The unmatched transfers with the currency, direction and amount of one of these, in the order of their keys.
 * @returns at most `limit` after `after`.
 */
export async function listOpenTransfers(
  db: Database | Tx,
  outside: Outside,
  wanted: readonly { currency: string; amount: bigint }[],
  after: { holderId: bigint; id: bigint } | undefined,
  limit: number,
): Promise<OpenTransfer[]> {
  const distinct = [...new Map(wanted.map((one) => [moneyOf(one), one])).values()];
  if (distinct.length === 0) return [];
  const ofMoney = sql`(t.currency, t.amount) in (
    select * from ${unnested('w', distinct, { currency: text, amount: int8 })})`;
  return listOpen(db, outside, ofMoney, after, limit);
}

/** As `listOpenTransfers`, of any amount. */
export async function listOpenTransfersOf(
  db: Database | Tx,
  outside: Outside,
  currencies: readonly string[],
  after: { holderId: bigint; id: bigint } | undefined,
  limit: number,
): Promise<OpenTransfer[]> {
  return listOpen(db, outside, sql`t.currency = any(${currencies}::text[])`, after, limit);
}

type After = { holderId: bigint; id: bigint } | undefined;

const isAfter = (after: After) =>
  after === undefined ? sql`true` : sql`(t.holder_id, t.id) > (${after.holderId}, ${after.id})`;

async function listOpen(
  db: Database | Tx,
  outside: Outside,
  condition: RawBuilder<unknown>,
  after: After,
  limit: number,
): Promise<OpenTransfer[]> {
  const keys = await query(openKey)`
    select t.holder_id as "holderId", t.id, t.currency, t.amount
    from (${touching(outside)}) t
    where ${condition} and ${isUnmatched(outside)} and ${isAfter(after)}
    order by t.holder_id, t.id limit ${limit}`.execute(db);
  return withReferences(db, keys);
}

/**
 * Transfers of which lines have less than all; `amount` is what is left.
 * @param condition, order on `t`, which has `left_amount`.
 */
export async function listLeft(
  db: Database | Tx,
  outside: Outside,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<OpenTransfer[]> {
  const keys = await query(openKey)`
    select t.holder_id as "holderId", t.id, t.currency, t.left_amount as amount
    from (${withLeft(outside)}) t
    where t.left_amount <> 0 and ${condition} order by ${order} limit ${limit}`.execute(db);
  return withReferences(db, keys);
}

/** As `listOpenTransfersOf`, also those that a line has in part. */
export const listLeftTransfersOf = (
  db: Database | Tx,
  outside: Outside,
  currencies: readonly string[],
  after: After,
  limit: number,
): Promise<OpenTransfer[]> =>
  listLeft(
    db,
    outside,
    sql`t.currency = any(${currencies}::text[]) and ${isAfter(after)}`,
    sql`t.holder_id, t.id`,
    limit,
  );

/** Looked up for the transfers of one page: an outside account has as many as there were payments. */
async function withReferences(db: Database | Tx, keys: readonly RowOf<typeof openKey>[]): Promise<OpenTransfer[]> {
  if (keys.length === 0) return [];
  const rows = await query({ holderId: int8, id: int8, ...named })`
    select t.holder_id as "holderId", t.id, ${namesInSql}
    from ${unnested('k', keys, { holderId: int8, id: int8 })}
    join transfers t on t.holder_id = k.holder_id and t.id = k.id ${besideNames}`.execute(db);
  const found = new Map<string, string[]>();
  for (const { holderId, id, ...names } of rows) {
    found.set(`${holderId}/${id}`, [...new Set(Object.values(names).filter((name) => name !== null))]);
  }
  return keys.map((key) => ({ ...key, references: found.get(`${key.holderId}/${key.id}`) ?? [] }));
}

const outsideTransfer = {
  holderId: int8,
  id: int8,
  currency: text,
  /** Signed as on a statement. */
  amount: int8,
  code: text,
  createdAt: timestamptz,
  ...subjectShape,
};

type OutsideTransfer = RowOf<typeof outsideTransfer>;

/** `leftAmount`: what no line has of it. */
const openOutsideTransfer = { ...outsideTransfer, leftAmount: int8 };

export type OpenOutsideTransfer = RowOf<typeof openOutsideTransfer>;

const transferColumns = sql.raw(
  't.holder_id as "holderId", t.id, t.currency, t.amount, t.code, t.subject_kind as "subjectKind", t.subject_id as "subjectId", t.created_at as "createdAt"',
);

type FoundTransfer = OutsideTransfer & { matchedAmount: bigint };

/** Transfers of any book at this source, by `holder/id`, and what of each lines have already. */
export async function findOutsideTransfers(
  db: Database | Tx,
  outside: Outside,
  keys: readonly { holderId: bigint; id: bigint }[],
): Promise<Map<string, FoundTransfer>> {
  if (keys.length === 0) return new Map();
  const rows = await query({ ...outsideTransfer, matchedAmount: int8 })`
    select ${transferColumns}, ${matchedAmount(outside)} as "matchedAmount"
    from ${unnested('k', keys, { holderId: int8, id: int8 })}
    cross join lateral (select * from (${touching(outside)}) a where a.holder_id = k.holder_id and a.id = k.id) t`.execute(
    db,
  );
  return new Map(rows.map((row) => [`${row.holderId}/${row.id}`, row]));
}

/** A condition for transfers `t` by days of UTC, asked of each row only where there is one. */
export const isWithin = ({ from, to }: Days) => {
  const since = sql`t.created_at >= ${from}::date::timestamp at time zone 'UTC'`;
  const until = sql`t.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`;
  return sql.join(
    [sql`true`, ...(from === undefined ? [] : [since]), ...(to === undefined ? [] : [until])],
    sql` and `,
  );
};

/** Oldest first. */
export async function listUnmatchedTransfers(
  db: Database | Tx,
  outside: Outside,
  days: Days,
  limit: number,
): Promise<OpenOutsideTransfer[]> {
  return query(openOutsideTransfer)`
    select ${transferColumns}, t.left_amount as "leftAmount" from (${withLeft(outside)}) t
    where t.left_amount <> 0 and ${isWithin(days)}
    order by t.created_at, t.holder_id, t.id limit ${limit}`.execute(db);
}

/**
 * Minor units. `books`: minus the outside balances of all books. `statements`: the sum of all lines except the undecided
 * ones: those without a direction, and those that an earlier statement may have.
 */
const outsideTotal = {
  currency: text,
  books: int8,
  statements: int8,
  undecidedLines: int8,
  unmatchedLines: int8,
  unmatchedLinesAmount: int8,
  unmatchedTransfers: int8,
  unmatchedTransfersAmount: int8,
};

export type OutsideTotal = RowOf<typeof outsideTotal>;

/** Totals by currency over all time, because balances have no start date. */
export async function sumOutside(db: Database | Tx, outside: Outside): Promise<OutsideTotal[]> {
  const { mode, source } = outside;
  return query(outsideTotal)`
    with books as (
      select currency, -sum(balance)::bigint as amount from accounts
      a where mode = ${mode} and ${isAccount('a', ledgerAccount.outside(source))} group by currency
    ), lines as (
      select currency, coalesce(sum(amount) filter (where ${isDecided('l')}), 0)::bigint as amount,
        count(*) filter (where ${isOpen('l')} and ${isDecided('l')}) as open,
        coalesce(sum(amount - matched_amount) filter (where ${isDecided('l')}), 0)::bigint as open_amount,
        count(*) filter (where not ${isDecided('l')} and ${isOfItsOwn('l')}) as undecided
      from statement_lines l where mode = ${mode} and source = ${source} group by currency
    ), transfers_open as (
      select t.currency, count(*) as open, sum(t.left_amount)::bigint as open_amount
      from (${withLeft(outside)}) t where t.left_amount <> 0 group by t.currency
    )
    select c.currency, coalesce(b.amount, 0)::bigint as books, coalesce(l.amount, 0)::bigint as statements,
      coalesce(l.undecided, 0)::bigint as "undecidedLines", coalesce(l.open, 0)::bigint as "unmatchedLines", coalesce(l.open_amount, 0)::bigint as "unmatchedLinesAmount",
      coalesce(t.open, 0)::bigint as "unmatchedTransfers",
      coalesce(t.open_amount, 0)::bigint as "unmatchedTransfersAmount"
    from (select currency from books union select currency from lines) c
    left join books b on b.currency = c.currency
    left join lines l on l.currency = c.currency
    left join transfers_open t on t.currency = c.currency
    order by c.currency`.execute(db);
}
