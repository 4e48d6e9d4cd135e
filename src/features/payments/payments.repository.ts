/** All SQL of payments, and the only writer of their state. Every transition is guarded by the state it starts from. */

import { sql } from 'kysely';
import { isDue } from '../../base/clock/due.ts';
import type { BookInsert } from '../../base/database/book-insert.ts';
import { bool, int8, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, preparedCommand, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken } from '../../base/database/unnested.ts';
import {
  insertEvents,
  insertPlacedEvents,
  type PreparedEvent,
  preparedEventColumns,
} from '../../core/events/append-events.ts';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { lockHolderStatus } from '../holders/holder-locks.repository.ts';
import type { KeptRules } from './fees/fee-rule.ts';
import {
  isPaid,
  type Payment,
  type PaymentKey,
  type PaymentStatus,
  payableStatuses,
  paymentOrigins,
} from './payment.ts';

const columns = [
  'holderId',
  'id',
  'mode',
  'base',
  'status',
  'amount',
  'currency',
  'returnUrl',
  'cancelUrl',
  'custom',
  'description',
  'lastError',
  'trxId',
  'payerName',
  'payerEmail',
  'createdAt',
  'expiresAt',
  'transferUntil',
  'paidAt',
  'updatedAt',
  'orderId',
  'feeRules',
  'fee',
  'feeBasisPoints',
  'feeFixed',
  'refundedAmount',
  'chargedBackAmount',
  'endedBy',
  'manualCapture',
  'capturableUntil',
  'captureAmount',
  'captureShares',
  'capturedAmount',
  'knownName',
  'knownEmail',
] as const;

export type PaymentInsert = Pick<
  Payment,
  'holderId' | 'id' | 'mode' | 'base' | 'amount' | 'currency' | 'returnUrl' | 'cancelUrl' | 'custom' | 'expiresAt'
> &
  PreparedEvent & {
    description?: string | null;
    manualCapture?: boolean;
    webhookUrl: string | null;
    webhookFormat?: WebhookFormat | null;
    knownName?: string | null;
    knownEmail?: string | null;
    keyClientId?: string | null;
    orderId: bigint | null;
    feeRules: KeptRules | null;
    pricedAt: Date;
    at: Date;
  };

const paymentColumns = {
  holderId: int8,
  id: text,
  mode: text,
  base: text,
  amount: int8,
  currency: text,
  returnUrl: text,
  cancelUrl: text,
  custom: text,
  webhookUrl: text,
  webhookFormat: taken(text, ({ webhookFormat }: PaymentInsert) => webhookFormat ?? null),
  knownName: taken(text, ({ knownName }: PaymentInsert) => knownName ?? null),
  knownEmail: taken(text, ({ knownEmail }: PaymentInsert) => knownEmail ?? null),
  keyClientId: taken(text, ({ keyClientId }: PaymentInsert) => keyClientId ?? null),
  expiresAt: timestamptz,
  orderId: int8,
  description: text,
  pricedAt: timestamptz,
  manualCapture: taken(bool, ({ manualCapture }: PaymentInsert) => manualCapture ?? false),
};
const stored = sentRows<PaymentInsert>()(paymentColumns);
const sent = sentRows<PaymentInsert>()({
  ...paymentColumns,
  at: timestamptz,
  feeRules: taken(text, ({ feeRules }: PaymentInsert) => feeRules && `{${feeRules}}`),
});
const sentWithEvents = sentRows<PaymentInsert>()({
  ...paymentColumns,
  at: timestamptz,
  feeRules: taken(text, ({ feeRules }: PaymentInsert) => feeRules && `{${feeRules}}`),
  ...preparedEventColumns,
});

const intoPayments = sql`
  insert into payments (${stored.names}, created_at, updated_at, fee_rules)
  select ${stored.names}, at, at, fee_rules::bigint[]`;

/** Events for the inserted payments only. */
const createdEvents = insertEvents({
  from: sql`created c join sent s on s.holder_id = c.holder_id and s.id = c.id`,
  holderId: sql`s.holder_id`,
  id: sql`s.event_id`,
  mode: sql`s.mode`,
  type: sql`s.event_type`,
  subjectKind: sql`'payment'`,
  subjectId: sql`s.id`,
  data: sql`s.event_data::json`,
  createdAt: sql`s.at`,
  requestId: sql`s.request_id`,
});

/** Inserts payments with a `payment.created` event each, in one statement. Running it again changes nothing. */
export async function insertPayments(db: Database | Tx, payments: readonly PaymentInsert[]): Promise<void> {
  await preparedCommand('create_payments')`
    with sent as (
      select * from ${sentWithEvents.as('s', payments)}
    ), created as (
      ${intoPayments} from sent
      on conflict (holder_id, id) do nothing
      returning holder_id, id
    )
    ${createdEvents}`.execute(db);
}

/** As `insertPayments`, in two statements, with the event's place in the order of appending for each payment. */
async function insertNumberedPayments(
  tx: Tx,
  payments: readonly PaymentInsert[],
  { events_appended_seq: places }: { events_appended_seq: readonly bigint[] },
): Promise<void> {
  const created = await query({ id: text }, { prepared: 'create_numbered_payments' })`
    ${intoPayments} from ${sent.as('s', payments)}
    on conflict (holder_id, id) do nothing
    returning id`.execute(tx);
  const isNew = new Set(created.map(({ id }) => id));
  const events = payments.flatMap((payment, index) => {
    const placed = {
      subject: subjectOf.payment(payment.id),
      data: payment.eventData,
      appended: places[index] as bigint,
    };
    return isNew.has(payment.id) ? [{ ...payment, ...placed }] : [];
  });
  await insertPlacedEvents(tx, events);
}

export const paymentInsert: BookInsert<PaymentInsert, void, 'events_appended_seq'> = {
  together: insertPayments,
  sequences: ['events_appended_seq'],
  numbered: insertNumberedPayments,
};

export async function findPayment(db: Database | Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The payments of orders, newest first. */
export async function listPaymentsOfOrders(
  db: Database | Tx,
  holderId: bigint,
  orderIds: readonly bigint[],
): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('orderId', 'in', orderIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export const listPaymentsOfOrder = (db: Database | Tx, holderId: bigint, orderId: bigint): Promise<Payment[]> =>
  listPaymentsOfOrders(db, holderId, [orderId]);

export async function lockPayment(tx: Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  return tx
    .selectFrom('payments')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the order that a payment is for, if it is for one, until the transaction ends. */
export async function lockOrderOf(tx: Tx, holderId: bigint, paymentId: string): Promise<void> {
  await command`
    select from orders
    where holder_id = ${holderId}
      and id = (select order_id from payments where holder_id = ${holderId} and id = ${paymentId})
    for update`.execute(tx);
}

/** Updates a payment only if it is in one of these states. */
const changing = (tx: Tx, { holderId, id }: PaymentKey, from: readonly PaymentStatus[]) =>
  tx.updateTable('payments').where('holderId', '=', holderId).where('id', '=', id).where('status', 'in', from);

/** What the shop said of its customer is kept only while the page can be paid. */
const nobodyKnown = { knownName: null, knownEmail: null } as const;

/** @returns false when the payment was in no state that allows it. */
export async function setSucceeded(
  tx: Tx,
  key: PaymentKey,
  facts: {
    trxId: string;
    payerName: string;
    payerEmail: string | null;
    /** Null for a payment that is captured as it is paid. */
    capturedAmount: bigint | null;
    charged: Pick<Payment, 'fee' | 'feeBasisPoints' | 'feeFixed'>;
    browser: Buffer | null;
    at: Date;
  },
): Promise<boolean> {
  const { trxId, payerName, payerEmail, capturedAmount, charged, browser: endedBy, at } = facts;
  const paid = { trxId, capturedAmount, payerName, payerEmail, ...charged, endedBy, paidAt: at };
  const result = await changing(tx, key, [...payableStatuses, 'authorized'])
    .set({ status: 'succeeded', lastError: null, updatedAt: at, ...paid, ...nobodyKnown })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** `created | processing → authorized`. @returns false when the payment was in another state. */
export async function setAuthorized(
  tx: Tx,
  key: PaymentKey,
  facts: Pick<Payment, 'trxId' | 'payerName' | 'payerEmail' | 'capturableUntil' | 'endedBy'>,
  at: Date,
): Promise<boolean> {
  const { trxId, payerName, payerEmail, capturableUntil, endedBy } = facts;
  const result = await changing(tx, key, payableStatuses)
    .set({ status: 'authorized', lastError: null, updatedAt: at })
    .set({ trxId, payerName, payerEmail, capturableUntil, endedBy, ...nobodyKnown })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notes what the provider is to be asked to capture, before it is asked; null when it has refused. */
export async function setCaptureAsked(
  tx: Tx,
  key: PaymentKey,
  captureAmount: bigint | null,
  captureShares: bigint[] | null,
  at: Date,
): Promise<void> {
  await changing(tx, key, ['authorized']).set({ captureAmount, captureShares, updatedAt: at }).execute();
}

/** `created | authorized → cancelled | expired`. @returns false when the payment was in another state. */
export async function setEnded(
  tx: Tx,
  key: PaymentKey,
  to: 'cancelled' | 'expired',
  at: Date,
  browser: Buffer | null = null,
): Promise<boolean> {
  const result = await changing(tx, key, paymentOrigins(to))
    .set({ status: to, endedBy: browser, updatedAt: at, ...nobodyKnown })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** `created → processing`. @returns false when the payment was in another state. */
export async function setProcessing(tx: Tx, key: PaymentKey, at: Date): Promise<boolean> {
  const result = await changing(tx, key, paymentOrigins('processing'))
    .set({ status: 'processing', updatedAt: at })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** `processing → created`, keeping the reason why the last attempt failed. */
export async function setReopened(tx: Tx, key: PaymentKey, error: string, at: Date): Promise<void> {
  await changing(tx, key, ['created', 'processing'])
    .set({ status: 'created', lastError: error, updatedAt: at })
    .execute();
}

/** Reserves minor units of a payment for refunds; a negative amount releases them. */
export async function addRefunded(tx: Tx, { holderId, id }: PaymentKey, amount: bigint, at: Date): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ refundedAmount: eb('refundedAmount', '+', amount), updatedAt: at }))
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
}

/** Adds to what the customer's bank has taken back, in minor units; a negative amount was returned. Never below 0. */
export async function addChargedBack(tx: Tx, { holderId, id }: PaymentKey, amount: bigint, at: Date): Promise<void> {
  await command`
    update payments set charged_back_amount = greatest(charged_back_amount + ${amount}, 0), updated_at = ${at}
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/**
 * `succeeded ⇄ partially_refunded ⇄ refunded`; back when a refund failed after it had succeeded. @returns false when
 * nothing changed.
 */
export async function setRefunded(
  tx: Tx,
  key: PaymentKey,
  to: 'succeeded' | 'partially_refunded' | 'refunded',
  at: Date,
): Promise<boolean> {
  const result = await changing(tx, key, paymentOrigins(to).filter(isPaid))
    .set({ status: to, updatedAt: at })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** From now on a bank transfer is waited for. The caller has locked the row. */
export async function setTransferUntil(tx: Tx, key: PaymentKey, until: Date, at: Date): Promise<void> {
  await changing(tx, key, ['created']).set({ transferUntil: until, updatedAt: at }).execute();
}

const expiry = { deadline: 'payments.expires_at', holder: 'payments.holder_id', mode: 'payments.mode' };
const transfersExpiry = { ...expiry, deadline: 'payments.transfer_until' };

/** Open payments past their expiry by their own book's clock, oldest first. `now`, `only`: see `isDue`. */
export async function findExpired(db: Database, now: Date, limit: number, only?: Book): Promise<PaymentKey[]> {
  return db
    .selectFrom('payments')
    .select(['holderId', 'id'])
    .where('status', '=', 'created')
    .where(isDue(expiry, now, only))
    .where(condition`(payments.transfer_until is null or ${isDue(transfersExpiry, now, only)})`)
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
}

/**
 * Whether the holder may take money now, by the rules of its keys: a pending one in test mode only. Locks the holder, so
 * that its account is not closed before the transaction ends.
 */
export async function takesPayments(tx: Tx, { holderId, mode }: Pick<Payment, 'holderId' | 'mode'>): Promise<boolean> {
  await lockHolderStatus(tx, holderId);
  const holder = await tx.selectFrom('holders').select('status').where('id', '=', holderId).executeTakeFirst();
  return holder?.status === 'active' || (holder?.status === 'pending' && mode === 'test');
}
