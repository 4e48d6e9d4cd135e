/** SQL of a customer's own wallet: balances, movements and what they were for. Reads only. */

import { bool, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Page } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { unnested } from '../../../base/database/unnested.ts';
import { subjectShape } from '../../../core/ledger/account-sql.ts';
import { type Book, holdersOf } from '../../../core/ledger/accounts.ts';

type Balance = { currency: string; balance: bigint };

/** Every wallet of a book, by currency; balances in minor units. */
export async function listWalletBalances(db: Database, { holderId, mode }: Book): Promise<Balance[]> {
  return query({ currency: text, balance: int8 })`
    select currency, balance from accounts
    where holder_id = ${holderId} and mode = ${mode} and kind = 'wallet' order by currency`.execute(db);
}

const movement = {
  id: int8,
  /** Minor units, above 0. */
  amount: int8,
  currency: text,
  incoming: bool,
  code: text,
  createdAt: timestamptz,
  ...subjectShape,
};

export type Movement = RowOf<typeof movement>;

type MovementFilter = Page & { currency: string | undefined };

/** The movements of a book's wallets, newest first. */
export async function listWalletMovements(db: Database, book: Book, filter: MovementFilter): Promise<Movement[]> {
  const { currency = null, after = null, limit } = filter;
  return query(movement)`
    select t.id, t.amount, t.currency, t.incoming, t.code, t.subject_kind as "subjectKind",
      t.subject_id as "subjectId", t.created_at as "createdAt"
    from accounts a
    cross join lateral (
      (select id, amount, currency, false as incoming, code, subject_kind, subject_id, created_at from transfers
       where holder_id = a.holder_id and from_account_id = a.id and (${after}::bigint is null or id < ${after})
       order by id desc limit ${limit})
      union all
      (select id, amount, currency, true, code, subject_kind, subject_id, created_at from transfers
       where holder_id = a.holder_id and to_account_id = a.id and (${after}::bigint is null or id < ${after})
       order by id desc limit ${limit})) t
    where a.holder_id = ${book.holderId} and a.mode = ${book.mode} and a.kind = 'wallet'
      and (${currency}::text is null or a.currency = ${currency})
    order by t.id desc limit ${limit}`.execute(db);
}

/** The payments made from a book's wallets, newest first, by the transfers that paid them. @param id only this one. */
export async function listPaid(
  db: Database,
  book: Book,
  { after, id, limit }: Page & { id?: bigint },
): Promise<Movement[]> {
  return query(movement)`
    select t.id, t.amount, t.currency, false as incoming, t.code, t.subject_kind as "subjectKind",
      t.subject_id as "subjectId", t.created_at as "createdAt"
    from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id = t.from_account_id
    where t.holder_id = ${book.holderId} and t.mode = ${book.mode} and t.code = 'payment'
      and a.kind = 'wallet' and (${after ?? null}::bigint is null or t.id < ${after ?? null})
      and (${id ?? null}::bigint is null or t.id = ${id ?? null})
    order by t.id desc limit ${limit}`.execute(db);
}

const paymentFacts = {
  id: text,
  payee: text,
  status: oneOf(
    'created',
    'processing',
    'authorized',
    'succeeded',
    'partially_refunded',
    'refunded',
    'cancelled',
    'expired',
  ),
  refundedAmount: int8,
  trxId: nullable(text),
  /** What the shop tells the customer that it is for. */
  description: nullable(text),
  orderRef: nullable(text),
};

export type PaymentFacts = RowOf<typeof paymentFacts>;

/** The payee and state of payments. @param keys the payments' own holders and ids. */
export async function findPaymentFacts(db: Database, keys: readonly PaymentKey[]): Promise<PaymentFacts[]> {
  return query(paymentFacts)`
    select p.id, h.name as payee, p.status, p.refunded_amount as "refundedAmount", p.trx_id as "trxId", p.description,
      case when p.order_id is not null then p.custom end as "orderRef"
    from ${unnested('k', keys, { holderId: int8, id: text })}
    join payments p on p.holder_id = k.holder_id and p.id = k.id
    join holders h on h.id = p.holder_id
    where p.holder_id = any(${holdersOf(keys)}::bigint[])`.execute(db);
}

export type PaymentKey = { holderId: bigint; id: string };

/** The holders who refunded. @param keys the refunds' own holders and ids. */
export async function findRefundPayers(
  db: Database,
  keys: readonly PaymentKey[],
): Promise<{ id: string; payer: string }[]> {
  return query({ id: text, payer: text })`
    select r.id, h.name as payer
    from ${unnested('k', keys, { holderId: int8, id: text })}
    join refunds r on r.holder_id = k.holder_id and r.id = k.id
    join holders h on h.id = r.holder_id
    where r.holder_id = any(${holdersOf(keys)}::bigint[])`.execute(db);
}

const refundFacts = { id: text, amount: int8, createdAt: timestamptz };

export type RefundFacts = RowOf<typeof refundFacts>;

/** The refunds of a payment that succeeded, the first one first. */
export async function listRefundFacts(db: Database, { holderId, id }: PaymentKey): Promise<RefundFacts[]> {
  return query(refundFacts)`
    select id, amount, created_at as "createdAt" from refunds
    where holder_id = ${holderId} and payment_id = ${id} and status = 'succeeded'
    order by created_at, id`.execute(db);
}
