/** All SQL of payments that wait for a bank transfer, and of what of one has arrived. */
import { sql } from 'kysely';
import type { Clock } from '../../base/clock/clock.ts';
import { bool, bytea, int8, narrowed, nullable, oneOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { isExpired } from '../payments/capture-payment.ts';
import { feeMethods } from '../payments/fees/fee-rule.ts';
import { type Payment, type PaymentKey, type PaymentStatus, paymentTransitions } from '../payments/payment.ts';
import { lockOrderOf, lockPayment } from '../payments/payments.repository.ts';
import type { PaymentTransfer, TransferPart } from './payment-transfer.ts';

type NewPaymentTransfer = Pick<
  PaymentTransfer,
  'holderId' | 'paymentId' | 'mode' | 'reference' | 'payerEmail' | 'payerLanguage' | 'browser'
>;

export async function insertPaymentTransfer(tx: Tx, one: NewPaymentTransfer, at: Date): Promise<void> {
  await tx
    .insertInto('paymentTransfers')
    .values({ ...one, createdAt: at })
    .execute();
}

/** Who is told, once somebody says so. The caller has locked the payment. */
export async function setTransferPayer(
  tx: Tx,
  { holderId, id }: PaymentKey,
  facts: Pick<PaymentTransfer, 'payerEmail' | 'payerLanguage'>,
): Promise<void> {
  await tx
    .updateTable('paymentTransfers')
    .set(facts)
    .where('holderId', '=', holderId)
    .where('paymentId', '=', id)
    .execute();
}

const columns = {
  holderId: int8,
  paymentId: text,
  mode: oneOf(...modes),
  reference: text,
  payerEmail: nullable(text),
  payerLanguage: nullable(text),
  browser: nullable(bytea),
  chosenAt: timestamptz,
  amount: int8,
  currency: text,
  status: oneOf(...(Object.keys(paymentTransitions) as PaymentStatus[])),
  paidBy: nullable(oneOf(...feeMethods)),
  isClosed: bool,
};

const select = sql`
  select t.holder_id as "holderId", t.payment_id as "paymentId", t.mode, t.reference, t.payer_email as "payerEmail",
    t.payer_language as "payerLanguage", t.browser, t.created_at as "chosenAt", p.amount, p.currency, p.status, a.method as "paidBy",
    h.status = 'closed' as "isClosed"
  from payment_transfers t
  join payments p on p.holder_id = t.holder_id and p.id = t.payment_id
  join holders h on h.id = t.holder_id
  left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'`;

type Found = Omit<PaymentTransfer, 'parts'>;

/** Undefined where bank transfer was not chosen. */
export async function findPaymentTransfer(
  db: Database | Tx,
  { holderId, id }: PaymentKey,
): Promise<PaymentTransfer | undefined> {
  const found = await query(columns)`
    ${select} where t.holder_id = ${holderId} and t.payment_id = ${id}`.executeTakeFirst(db);
  return found && (await withParts(db, [found]))[0];
}

export async function listPaymentTransfers(
  db: Database | Tx,
  mode: Mode,
  references: readonly string[],
): Promise<PaymentTransfer[]> {
  if (references.length === 0) return [];
  const found = await query(columns)`
    ${select} where t.mode = ${mode} and t.reference = any(${references}::text[])
    order by t.holder_id, t.payment_id`.execute(db);
  return withParts(db, found);
}

/**
 * As `listPaymentTransfers`, with the payments and their orders locked, one after the other: a statement that locks is about one
 * book. One that is over by its book’s clock has expired. @returns the payments too, by `holder/id`.
 */
export async function lockPaymentTransfers(
  tx: Tx,
  clock: Clock,
  mode: Mode,
  references: readonly string[],
): Promise<{ transfers: PaymentTransfer[]; payments: Map<string, Payment> }> {
  const payments = new Map<string, Payment>();
  for (const { holderId, paymentId } of await listPaymentTransfers(tx, mode, references)) {
    await lockOrderOf(tx, holderId, paymentId);
    const payment = await lockPayment(tx, holderId, paymentId);
    if (payment !== undefined) payments.set(keyOf(payment), payment);
  }
  const transfers = (await listPaymentTransfers(tx, mode, references)).map((one): PaymentTransfer => {
    const payment = payments.get(keyOf({ holderId: one.holderId, id: one.paymentId }));
    return payment === undefined || isExpired(payment, clock) ? { ...one, status: 'expired' } : one;
  });
  return { transfers, payments };
}

export const keyOf = ({ holderId, id }: PaymentKey): string => `${holderId}/${id}`;

const partColumns = {
  paymentHolderId: narrowed(int8),
  paymentId: narrowed(text),
  lineId: int8,
  bookedOn: text,
  amount: int8,
  transferHolderId: int8,
  transferId: int8,
};

/** What stays set aside for them, and is not being sent back. */
async function withParts(db: Database | Tx, found: readonly Found[]): Promise<PaymentTransfer[]> {
  if (found.length === 0) return [];
  const keys = found.map(({ holderId, paymentId }) => ({ holderId, paymentId }));
  const rows = await query(partColumns)`
    select b.payment_holder_id as "paymentHolderId", b.payment_id as "paymentId", b.line_id as "lineId",
      l.booked_on::text as "bookedOn", b.amount, t.holder_id as "transferHolderId", t.id as "transferId"
    from ${unnested('k', keys, { holderId: int8, paymentId: text })}
    join statement_bookings b on b.payment_holder_id = k.holder_id and b.payment_id = k.payment_id
    join statement_lines l on l.id = b.line_id
    join transfers t on t.holder_id = b.holder_id and t.mode = b.mode and t.subject_kind = 'statement_booking'
      and t.subject_id = b.id and t.code = b.kind
    where b.holder_id = ${serviceHolderId} and b.reversed_at is null and not exists (
      select from line_returns r where r.holder_id = b.holder_id and r.line_id = b.line_id and r.status <> 'cancelled')
    order by b.line_id`.execute(db);
  const parts = Map.groupBy(rows, ({ paymentHolderId, paymentId }) => `${paymentHolderId}/${paymentId}`);
  return found.map((one) => ({
    ...one,
    parts: (parts.get(`${one.holderId}/${one.paymentId}`) ?? []).map(
      ({ lineId, bookedOn, amount, transferHolderId, transferId }): TransferPart => ({
        ...{ lineId, bookedOn, amount },
        transfer: { holderId: transferHolderId, id: transferId },
      }),
    ),
  }));
}

/** The transfer by which the payee got the money. */
export const findPaymentPosting = (tx: Tx, { holderId, paymentId }: Found): Promise<{ holderId: bigint; id: bigint }> =>
  tx
    .selectFrom('transfers')
    .select(['holderId', 'id'])
    .where('holderId', '=', holderId)
    .where('subjectKind', '=', 'payment')
    .where('subjectId', '=', paymentId)
    .where('code', '=', 'payment')
    .executeTakeFirstOrThrow();
