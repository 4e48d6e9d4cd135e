/** SQL of chains: the transfers of a subject, sums of a settlement, and which payout took what of an account. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, int8Array, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
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

const paid = {
  id: text,
  amount: int8,
  refunded: int8,
  fee: int8,
  currency: text,
  captureShares: nullable(int8Array),
};

/** What payments, their refunds and their disputes say, each by its id or all of an order. Minor units. */
export const listPaid = (db: Database, holderId: bigint, of: { id: string } | { orderId: bigint }) =>
  query(paid)`
    select p.id, coalesce(p.captured_amount, p.amount) as amount, p.refunded_amount as refunded, p.currency,
      case when p.order_id is null then p.fee - coalesce((select sum(r.fee_returned) from refunds r
        where r.holder_id = p.holder_id and r.payment_id = p.id and r.status <> 'failed'), 0) else 0 end::bigint as fee,
      case when p.capture_amount = p.captured_amount then p.capture_shares end as "captureShares"
    from payments p
    where p.holder_id = ${holderId} and p.paid_at is not null
      and ${'id' in of ? sql`p.id = ${of.id}` : sql`p.order_id = ${of.orderId}`}
    order by p.id`.execute(db);

/** What disputes withdrew of payments, each as often as they did, in the currency of the dispute. Minor units. */
export const listWithdrawn = (db: Database, holderId: bigint, paymentIds: readonly string[]) =>
  query({ currency: text, amount: int8 })`
    select currency, sum(amount * withdrawals)::bigint as amount from disputes
    where holder_id = ${holderId} and payment_id = any(${[...paymentIds]}::text[])
    group by 1`.execute(db);

/** What an order's refunds took from payees' splits after it settled, those that failed later included. Minor units. */
export async function sumTakenByRefunds(db: Database, { holderId, id }: { holderId: bigint; id: bigint }) {
  const { taken } = await query({ taken: int8 })`
    select coalesce(sum(t.amount), 0)::bigint as taken
    from order_refunds r
    join orders o on o.holder_id = r.holder_id and o.id = r.order_id,
      unnest(r.taken) with ordinality as t (amount, n)
    where r.holder_id = ${holderId} and r.order_id = ${id} and not r.before_settlement
      and o.splits -> (t.n - 1)::integer ->> 'type' <> 'partner'`.executeTakeFirstOrThrow(db);
  return taken;
}

/** What the shares of a settlement's orders come to, in each currency; undefined for more orders than are read. */
export async function sumSharesSettled(db: Database, { holderId, mode }: Book, settlementId: bigint) {
  const { settled } = await query({ settled: int4 })`
    select orders_settled as settled from settlements
    where holder_id = ${holderId} and id = ${settlementId}`.executeTakeFirstOrThrow(db);
  if (settled > ordersMax) return undefined;
  return query({ currency: text, amount: int8 })`
    with ids as materialized (
      select distinct subject_id::bigint as id from transfers
      where holder_id = ${holderId} and settlement_id = ${settlementId} and mode = ${mode} and code = 'settlement'
        and subject_kind = 'order')
    select o.currency, sum((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.n], 0) - coalesce(o.reduced[s.n], 0))::bigint as amount
    from ids join orders o on o.holder_id = ${holderId} and o.id = ids.id,
      jsonb_array_elements(o.splits) with ordinality as s (split, n)
    group by 1`.execute(db);
}

/** Orders of a settlement whose splits are read to compare them with its transfers. */
const ordersMax = 5_000;

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
  bookedOn: text,
};

export type LineMatch = RowOf<typeof match>;

/** The lines of statements that transfers are matched with. */
export const listMatches = (db: Database, holderId: bigint, transferIds: readonly bigint[]) =>
  query(match)`
    select m.transfer_holder_id as "transferHolderId", m.transfer_id as "transferId", m.line_id as "lineId", m.source,
      m.amount, l.currency, l.booked_on::text as "bookedOn"
    from statement_matches m join statement_lines l on l.id = m.line_id
    where m.transfer_holder_id = ${holderId} and m.transfer_id = any(${[...transferIds]}::bigint[])
    order by m.line_id, m.transfer_id`.execute(db);

/** The transfers of a line, in which books they are, and how much of the line is each one's. */
export const listTransfersOfLine = (db: Database, lineId: bigint, limit: number) =>
  query({ holderId: int8, transferId: int8, amount: int8 })`
    select transfer_holder_id as "holderId", transfer_id as "transferId", amount from statement_matches
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

/** Debits that one credit is followed to: what it was paid out with. */
const debitsMax = 100;

/**
 * A payout that gave its money back is as if it had never been. What was taken of that money on its way back, such as a
 * debt or cash, was taken.
 */
const isKept = (holderId: bigint) => sql`not (
  t.code in ('payout', 'payout_fee', 'payout_sent', 'payout_returned', 'payout_fee_returned')
  and t.subject_kind = 'payout' and exists (
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
 * since, with the account's balance. @param amount of the credit. @param afterId the credit's transfer. @param own the chain's transfers, which are no
 * later movements.
 */
export async function listLaterDebits(
  db: Database,
  ref: AccountRef,
  { amount, afterId, own }: { amount: bigint; afterId: bigint; own: readonly bigint[] },
) {
  const account = await findFollowable(db, ref, afterId);
  if (account === undefined) return undefined;
  const { holderId, id } = account;
  const { balance } = await query({ balance: int8 })`
    select balance from accounts where holder_id = ${holderId} and id = ${id}`.executeTakeFirstOrThrow(db);
  const later = sql`t.id > ${afterId}`;
  const debits = await query(debit)`
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
    select d.id, d.amount, d.before, start.balance, d.code, case when d.code = 'payout' then d.subject_id end as "payoutId",
      d.created_at as "createdAt"
    from debits d cross join start
    where d.before < start.balance and d.before + d.amount > start.balance - ${amount}::bigint
    order by d.id limit ${debitsMax + 1}`.execute(db);
  return { balance, debits: debits.slice(0, debitsMax), isCut: debits.length > debitsMax };
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
      select k.*, (least(k.upto, rest.balance + ${amount}::bigint) - greatest(k.upto - k.amount, rest.balance))::bigint as part,
        greatest(k.upto - rest.balance - ${amount}::bigint, 0)::bigint as "usedBefore"
      from kept k cross join rest
      where k.upto > rest.balance and k.upto - k.amount < rest.balance + ${amount}::bigint)`;
};

type PaidOut = { transferId: bigint; amount: bigint };

/** `subjects`: how many orders, payments or other things the transfers are about. */
const partSums = {
  fromAccountId: int8,
  code: transferCode,
  amount: int8,
  count: int4,
  subjects: int4,
  firstAt: timestamptz,
  lastAt: timestamptz,
};

/**
 * Where a payout's money came from, in sums, and whether earlier credits may be among it that were not read; undefined where too
 * much has moved since. @param ref the account that it was taken from.
 */
export async function sumPaidOut(db: Database, ref: AccountRef, payout: PaidOut) {
  const account = await findFollowable(db, ref, payout.transferId);
  if (account === undefined) return undefined;
  const sums = await query(partSums)`
    ${usedBy(account, payout)}
    select from_account_id as "fromAccountId", code, sum(part)::bigint as amount, count(*)::integer as count,
      count(distinct subject_id)::integer as subjects, min(created_at) as "firstAt", max(created_at) as "lastAt"
    from used group by 1, 2 order by 1, 2`.execute(db);
  const amount = sums.reduce((total, one) => total + one.amount, 0n);
  return { sums, amount, isWhole: amount === payout.amount || !(await hasMoreCredits(db, account, payout.transferId)) };
}

/** Whether there are as many credits before a payout as are read, or more. */
async function hasMoreCredits(db: Database, { holderId, id }: Kept, transferId: bigint): Promise<boolean> {
  const { count } = await query({ count: int4 })`
    select count(*)::integer as count from (
      select from transfers where holder_id = ${holderId} and to_account_id = ${id} and id < ${transferId}
      limit ${creditsMax}) counted`.executeTakeFirstOrThrow(db);
  return count >= creditsMax;
}

const part = {
  id: int8,
  code: transferCode,
  amount: int8,
  /** Of the whole transfer, and what of it had left the account before a payout. */
  whole: int8,
  usedBefore: int8,
  partnerOrderRef: nullable(text),
  paymentId: nullable(text),
  description: nullable(text),
  custom: nullable(text),
  payerName: nullable(text),
  createdAt: timestamptz,
};

export type Part = RowOf<typeof part>;

/** Of the transfers `t`: the order or the payment that each is about. */
const ofPart = (holderId: bigint) => sql`
    left join orders o on t.subject_kind = 'order' and o.holder_id = ${holderId}
      and o.id = case when t.subject_kind = 'order' then t.subject_id::bigint end
    left join payments p on t.subject_kind = 'payment' and p.holder_id = ${holderId} and p.id = t.subject_id`;

const factsOfPart = sql`o.partner_order_ref as "partnerOrderRef", p.id as "paymentId", p.description, p.custom,
      p.payer_name as "payerName", t.created_at as "createdAt"`;

type PartsPage = { after?: bigint | undefined; limit: number };

/** A page of a payout's credits, newest first; undefined where too much has moved since. */
export async function listPaidOut(db: Database, ref: AccountRef, payout: PaidOut, { after, limit }: PartsPage) {
  const account = await findFollowable(db, ref, payout.transferId);
  if (account === undefined) return undefined;
  return query(part)`
    ${usedBy(account, payout)}
    select t.id, t.code, t.part as amount, t.amount as whole, t."usedBefore", ${factsOfPart}
    from used t ${ofPart(ref.holderId)}
    where ${after ?? null}::bigint is null or t.id < ${after ?? null}::bigint
    order by t.id desc limit ${limit}`.execute(db);
}

/** A page of a settlement's transfers, newest first. */
export const listSettled = (
  db: Database,
  { holderId, mode }: Book,
  settlementId: bigint,
  { after, limit }: PartsPage,
) =>
  query({ ...part, currency: text })`
    select t.id, t.code, t.amount, t.currency, t.amount as whole, 0::bigint as "usedBefore", ${factsOfPart}
    from transfers t ${ofPart(holderId)}
    where t.holder_id = ${holderId} and t.settlement_id = ${settlementId} and t.mode = ${mode}
      and (${after ?? null}::bigint is null or t.id < ${after ?? null}::bigint)
    order by t.id desc limit ${limit}`.execute(db);
