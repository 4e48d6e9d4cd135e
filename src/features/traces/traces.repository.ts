/** SQL of chains: the transfers of a subject, sums of a settlement, and which payout took what of an account. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import { date, int4, int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { keysOf } from '../../core/ledger/account-sql.ts';
import type { AccountRef, Book } from '../../core/ledger/accounts.ts';
import { withAccounts } from '../../core/ledger/ledger.repository.ts';
import type { Subject } from '../../core/ledger/subject.ts';
import { listTracedTransfers } from '../../core/ledger/traced-transfers.repository.ts';
import { transferCode } from '../../core/ledger/transfer-code.ts';
import { subjectsOfPaid } from '../payments/payment-money.repository.ts';

const noPayment = sql`select null::text as id where false`;

export const listTransfersOfSubject = (db: Database, book: Book, { kind, id }: Subject) =>
  listTracedTransfers(db, book, noPayment, sql`select ${kind}::text as kind, ${id}::text as id, null::integer as line`);

/** In another book than the payee's: what a customer paid from their wallet, and got back. */
export const listTransfersOfPayer = (db: Database, payer: Book, payment: { holderId: bigint; id: string }) =>
  listTracedTransfers(db, payer, sql`select ${payment.id}::text as id`, subjectsOfPaid(payment.holderId));

/** The customer whose wallet paid. */
export const findPayer = (db: Database, { holderId, id }: { holderId: bigint; id: string }) =>
  query({ payerHolderId: nullable(int8) })`
    select payer_holder_id as "payerHolderId" from payment_attempts
    where holder_id = ${holderId} and payment_id = ${id} and method = 'wallet' and status = 'succeeded'
      and payer_holder_id is not null
    limit 1`.executeTakeFirst(db);

const paid = { id: text, amount: int8, refunded: int8, currency: text };

/** What was paid of payments, each by its id or all of an order. Minor units. */
export const listPaid = (db: Database, holderId: bigint, of: { id: string } | { orderId: bigint }) =>
  query(paid)`
    select id, coalesce(captured_amount, amount) as amount, refunded_amount as refunded, currency from payments
    where holder_id = ${holderId} and paid_at is not null
      and ${'id' in of ? sql`id = ${of.id}` : sql`order_id = ${of.orderId}`}
    order by id`.execute(db);

const sums = {
  fromAccountId: int8,
  toAccountId: int8,
  currency: text,
  code: transferCode,
  amount: int8,
  count: int4,
  firstAt: timestamptz,
  lastAt: timestamptz,
};

/** What a settlement moved between each two accounts. */
export async function sumSettlement(db: Database, { holderId, mode }: Book, settlementId: bigint) {
  const rows = await query(sums)`
    select from_account_id as "fromAccountId", to_account_id as "toAccountId", currency, code,
      sum(amount)::bigint as amount, count(*)::integer as count, min(created_at) as "firstAt", max(created_at) as "lastAt"
    from transfers
    where holder_id = ${holderId} and settlement_id = ${settlementId} and mode = ${mode}
    group by 1, 2, 3, 4`.execute(db);
  return withAccounts(db, holderId, rows);
}

const match = {
  transferHolderId: int8,
  transferId: int8,
  lineId: int8,
  source: text,
  amount: int8,
  currency: text,
  bookedOn: date,
};

export type LineMatch = RowOf<typeof match>;

/** The lines of statements that transfers are matched with. */
export const listMatches = (db: Database, holderId: bigint, transferIds: readonly bigint[]) =>
  query(match)`
    select m.transfer_holder_id as "transferHolderId", m.transfer_id as "transferId", m.line_id as "lineId", m.source,
      m.amount, l.currency, l.booked_on as "bookedOn"
    from statement_matches m join statement_lines l on l.id = m.line_id
    where m.transfer_holder_id = ${holderId} and m.transfer_id = any(${[...transferIds]}::bigint[])
    order by m.line_id, m.transfer_id`.execute(db);

/** The transfers of a line, and in which books they are. */
export const listTransfersOfLine = (db: Database, lineId: bigint, limit: number) =>
  query({ holderId: int8, transferId: int8 })`
    select transfer_holder_id as "holderId", transfer_id as "transferId" from statement_matches
    where line_id = ${lineId} order by transfer_holder_id, transfer_id limit ${limit}`.execute(db);

/** Transfers of one book by id. */
export async function listTransfersById(db: Database, { holderId, mode }: Book, ids: readonly bigint[]) {
  const rows = await query({
    id: int8,
    fromAccountId: int8,
    toAccountId: int8,
    amount: int8,
    code: transferCode,
    createdAt: timestamptz,
  })`
    select id, from_account_id as "fromAccountId", to_account_id as "toAccountId", amount, code, created_at as "createdAt"
    from transfers where holder_id = ${holderId} and mode = ${mode} and id = any(${[...ids]}::bigint[])
    order by id`.execute(db);
  return withAccounts(db, holderId, rows);
}

/** Movements in, and as many out, after which an account is not followed: reading them would take too long. */
const laterMax = 5_000;
/** Credits before a payout that are read to find those that it is made of. */
const creditsMax = 10_000;

/** A payout that gave its money back is as if it had never been. */
const isKept = (holderId: bigint) => sql`not (t.subject_kind = 'payout' and exists (
  select from payouts p where p.holder_id = ${holderId} and p.id = t.subject_id
    and p.status in ('rejected', 'cancelled', 'failed')))`;

const movements = ({ holderId, id }: Kept, side: 'from' | 'to', condition: RawBuilder<unknown>, limit: number) => {
  const column = sql.raw(`t.${side}_account_id`);
  return sql`(select t.id, t.amount, ${sql.raw(String(side === 'from'))} as is_out, t.code, t.from_account_id, t.subject_kind, t.subject_id,
      t.created_at
    from transfers t
    where t.holder_id = ${holderId} and ${column} = ${id} and ${condition}
    order by t.id desc limit ${limit})`;
};

/** An account by its id alone: with it the planner knows that little leaves it, and reads the account's own index. */
type Kept = { holderId: bigint; id: bigint };

const accountOf = ({ holderId, id }: Kept) => sql`
  account as (select balance from accounts where holder_id = ${holderId} and id = ${id})`;

/** The account's id, if few enough movements came after a transfer. */
async function findFollowable(db: Database, ref: AccountRef, afterId: bigint): Promise<Kept | undefined> {
  const account = await query({ holderId: int8, id: int8 })`
    select holder_id as "holderId", id from (${keysOf([ref])}) k`.executeTakeFirst(db);
  if (account === undefined) return undefined;
  const { holderId, id } = account;
  const count = (side: 'from' | 'to') => sql`(
    select count(*)::integer from (
      select from transfers t
      where t.holder_id = ${holderId} and ${sql.raw(`t.${side}_account_id`)} = ${id} and t.id > ${afterId}
      limit ${laterMax}) counted)`;
  const { most } = await query({ most: int4 })`
    select greatest(${count('from')}, ${count('to')}) as most`.executeTakeFirstOrThrow(db);
  return most < laterMax ? account : undefined;
}

const debit = {
  id: int8,
  amount: int8,
  /** What had left before it, and the balance just after the credit. */
  before: int8,
  balance: int8,
  payoutId: nullable(text),
  code: transferCode,
  createdAt: timestamptz,
};

/**
 * What left an account after one of its credits and may be money of it, oldest first; undefined where too much has moved
 * since. @param amount of the credit. @param afterId the credit's transfer. @param own the chain's transfers, which are no
 * later movements.
 */
export async function listLaterDebits(
  db: Database,
  ref: AccountRef,
  { amount, afterId, own }: { amount: bigint; afterId: bigint; own: readonly bigint[] },
) {
  const account = await findFollowable(db, ref, afterId);
  if (account === undefined) return undefined;
  const { holderId } = account;
  const later = sql`t.id > ${afterId}`;
  return query(debit)`
    with ${accountOf(account)},
    since as materialized (
      ${movements(account, 'from', later, laterMax)} union all ${movements(account, 'to', later, laterMax)}),
    kept as (select t.* from since t where t.id <> all(${[...own]}::bigint[]) and ${isKept(holderId)}),
    start as (
      select account.balance - coalesce((select sum(case when is_out then -amount else amount end) from kept), 0)::bigint
        as balance
      from account),
    debits as (
      select id, amount, code, subject_kind, subject_id, created_at, (sum(amount) over (order by id) - amount)::bigint as before
      from kept where is_out)
    select d.id, d.amount, d.before, start.balance, d.code, case when d.subject_kind = 'payout' then d.subject_id end as "payoutId",
      d.created_at as "createdAt"
    from debits d cross join start
    where d.before < start.balance and d.before + d.amount > start.balance - ${amount}::bigint
    order by d.id limit 100`.execute(db);
}

/** The credits that a payout is made of, as `used`: what came in first goes out first. */
const usedBy = (account: Kept, { transferId, amount }: { transferId: bigint; amount: bigint }) => {
  const { holderId } = account;
  const [later, earlier] = [sql`t.id > ${transferId}`, sql`t.id < ${transferId}`];
  return sql`
    with ${accountOf(account)},
    since as materialized (
      ${movements(account, 'from', later, laterMax)} union all ${movements(account, 'to', later, laterMax)}),
    rest as (
      select account.balance - coalesce(
        (select sum(case when is_out then -amount else amount end) from since t where ${isKept(holderId)}), 0)::bigint as balance
      from account),
    credits as materialized (${movements(account, 'to', earlier, creditsMax)}),
    kept as (
      select t.*, sum(t.amount) over (order by t.id desc)::bigint as upto from credits t where ${isKept(holderId)}),
    used as (
      select k.*, (least(k.upto, rest.balance + ${amount}::bigint) - greatest(k.upto - k.amount, rest.balance))::bigint as part
      from kept k cross join rest
      where k.upto > rest.balance and k.upto - k.amount < rest.balance + ${amount}::bigint)`;
};

type PaidOut = { transferId: bigint; amount: bigint };

const partSums = {
  fromAccountId: int8,
  code: transferCode,
  amount: int8,
  count: int4,
  firstAt: timestamptz,
  lastAt: timestamptz,
};

/** Where a payout's money came from, in sums. @param ref the account that it was taken from. */
export async function sumPaidOut(db: Database, ref: AccountRef, payout: PaidOut) {
  const account = await findFollowable(db, ref, payout.transferId);
  if (account === undefined) return [];
  return query(partSums)`
    ${usedBy(account, payout)}
    select from_account_id as "fromAccountId", code, sum(part)::bigint as amount, count(*)::integer as count,
      min(created_at) as "firstAt", max(created_at) as "lastAt"
    from used group by 1, 2 order by 1, 2`.execute(db);
}

const part = {
  id: int8,
  code: transferCode,
  amount: int8,
  partnerOrderRef: nullable(text),
  createdAt: timestamptz,
};

export type Part = RowOf<typeof part>;

type PartsPage = { after?: bigint | undefined; limit: number };

/** A page of a payout's credits, newest first. */
export async function listPaidOut(db: Database, ref: AccountRef, payout: PaidOut, { after, limit }: PartsPage) {
  const account = await findFollowable(db, ref, payout.transferId);
  if (account === undefined) return [];
  return query(part)`
    ${usedBy(account, payout)}
    select u.id, u.code, u.part as amount, o.partner_order_ref as "partnerOrderRef", u.created_at as "createdAt"
    from used u
    left join orders o on u.subject_kind = 'order' and o.holder_id = ${ref.holderId}
      and o.id = case when u.subject_kind = 'order' then u.subject_id::bigint end
    where ${after ?? null}::bigint is null or u.id < ${after ?? null}::bigint
    order by u.id desc limit ${limit}`.execute(db);
}

/** A page of a settlement's transfers, newest first. */
export const listSettled = (
  db: Database,
  { holderId, mode }: Book,
  settlementId: bigint,
  { after, limit }: PartsPage,
) =>
  query({ ...part, currency: text })`
    select t.id, t.code, t.amount, t.currency, o.partner_order_ref as "partnerOrderRef", t.created_at as "createdAt"
    from transfers t
    left join orders o on t.subject_kind = 'order' and o.holder_id = t.holder_id
      and o.id = case when t.subject_kind = 'order' then t.subject_id::bigint end
    where t.holder_id = ${holderId} and t.settlement_id = ${settlementId} and t.mode = ${mode}
      and (${after ?? null}::bigint is null or t.id < ${after ?? null}::bigint)
    order by t.id desc limit ${limit}`.execute(db);
