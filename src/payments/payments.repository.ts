/** All SQL of payments. The only writer of their state; every transition is guarded by the state it starts from. */
import { sql } from 'kysely';
import { isDue } from '../clock/due.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { insertEvents, type PreparedEvent } from '../events/append-events.ts';
import type { Book } from '../ledger/accounts.ts';
import { type Payment, type PaymentKey, paymentOrigins } from './payment.ts';

const columns = sql.raw(`
  p.holder_id as "holderId", p.id, p.mode, p.base, p.status, p.amount, p.currency, p.return_url as "returnUrl",
  p.cancel_url as "cancelUrl", p.custom, p.last_error as "lastError", p.trx_id as "trxId",
  p.payer_name as "payerName", p.payer_email as "payerEmail", p.created_at as "createdAt",
  p.expires_at as "expiresAt", p.paid_at as "paidAt", p.updated_at as "updatedAt", p.order_id as "orderId", p.fee,
  p.refunded_amount as "refundedAmount", p.ended_by as "endedBy"`);

export type PaymentInsert = Pick<
  Payment,
  'holderId' | 'id' | 'mode' | 'base' | 'amount' | 'currency' | 'returnUrl' | 'cancelUrl' | 'custom' | 'expiresAt'
> &
  PreparedEvent & { webhookUrl: string | null; orderId: bigint | null; at: Date };

/** Of the payments that were inserted. */
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
});

/** Inserts payments with a `payment.created` event each, in one statement. Sent again, it changes nothing. */
export async function insertPayments(db: Database | Tx, payments: readonly PaymentInsert[]): Promise<void> {
  await sql`
    with sent as (
      select * from unnest(
        ${payments.map((p) => p.holderId)}::bigint[], ${payments.map((p) => p.id)}::text[],
        ${payments.map((p) => p.mode)}::text[], ${payments.map((p) => p.base)}::text[],
        ${payments.map((p) => p.amount)}::bigint[], ${payments.map((p) => p.currency)}::text[],
        ${payments.map((p) => p.returnUrl)}::text[], ${payments.map((p) => p.cancelUrl)}::text[],
        ${payments.map((p) => p.custom)}::text[], ${payments.map((p) => p.webhookUrl)}::text[],
        ${payments.map((p) => p.at)}::timestamptz[], ${payments.map((p) => p.expiresAt)}::timestamptz[],
        ${payments.map((p) => p.orderId)}::bigint[], ${payments.map((p) => p.eventId)}::text[],
        ${payments.map((p) => p.eventType)}::text[], ${payments.map((p) => p.eventData)}::text[])
        as s (holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url, at, expires_at,
          order_id, event_id, event_type, event_data)
    ), created as (
      insert into payments (holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url,
        created_at, updated_at, expires_at, order_id)
      select holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url, at, at,
        expires_at, order_id
      from sent
      on conflict (holder_id, id) do nothing
      returning holder_id, id
    )
    ${createdEvents}`.execute(db);
}

export async function findPayment(db: Database | Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${columns} from payments p where p.holder_id = ${holderId} and p.id = ${id}`.execute(db);
  return rows[0];
}

/** The payments of an order, newest first. */
export async function listPaymentsOfOrder(db: Database | Tx, holderId: bigint, orderId: bigint): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${columns} from payments p
    where p.holder_id = ${holderId} and p.order_id = ${orderId} order by p.created_at desc, p.id`.execute(db);
  return rows;
}

export async function lockPayment(tx: Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${columns} from payments p where p.holder_id = ${holderId} and p.id = ${id} for update`.execute(tx);
  return rows[0];
}

/** @returns false when the guard said no. */
export async function setSucceeded(
  tx: Tx,
  { holderId, id }: PaymentKey,
  facts: { trxId: string; payerName: string; payerEmail: string | null; fee: bigint; browser: Buffer | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    update payments set status = 'succeeded', last_error = null, trx_id = ${facts.trxId}, fee = ${facts.fee},
      payer_name = ${facts.payerName}, payer_email = ${facts.payerEmail}, ended_by = ${facts.browser},
      paid_at = ${facts.at}, updated_at = ${facts.at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins('succeeded')}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** `created → cancelled | expired`. @returns false when the guard said no. */
export async function setEnded(
  tx: Tx,
  { holderId, id }: PaymentKey,
  to: 'cancelled' | 'expired',
  at: Date,
  browser: Buffer | null = null,
): Promise<boolean> {
  const result = await sql`
    update payments set status = ${to}, ended_by = ${browser}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins(to)}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** `created → processing`, when an attempt is under way. @returns false when the guard said no. */
export async function setProcessing(tx: Tx, { holderId, id }: PaymentKey, at: Date): Promise<boolean> {
  const result = await sql`
    update payments set status = 'processing', updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins('processing')}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Open again, keeping why the last attempt failed. */
export async function setReopened(tx: Tx, { holderId, id }: PaymentKey, error: string, at: Date): Promise<void> {
  await sql`
    update payments set status = 'created', last_error = ${error}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status in ('created', 'processing')`.execute(tx);
}

/** Reserves, or with a negative amount frees again, minor units of a payment for refunds. */
export async function addRefunded(tx: Tx, { holderId, id }: PaymentKey, amount: bigint, at: Date): Promise<void> {
  await sql`
    update payments set refunded_amount = refunded_amount + ${amount}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/** `succeeded | partially_refunded → partially_refunded | refunded`. @returns false when nothing had to change. */
export async function setRefunded(
  tx: Tx,
  { holderId, id }: PaymentKey,
  to: 'partially_refunded' | 'refunded',
  at: Date,
): Promise<boolean> {
  const result = await sql`
    update payments set status = ${to}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins(to)}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

const expiry = { deadline: 'payments.expires_at', holder: 'payments.holder_id', mode: 'payments.mode' };

/** Open payments whose time is over on their own book's clock, oldest first. `now`, `only`: see `isDue`. */
export async function findExpired(db: Database, now: Date, limit: number, only?: Book): Promise<PaymentKey[]> {
  const { rows } = await sql<PaymentKey>`
    select holder_id as "holderId", id from payments
    where status = 'created' and ${isDue(expiry, now, only)} order by expires_at limit ${limit}`.execute(db);
  return rows;
}

/** The merchant's own fee on payments, in basis points of the amount. */
export async function findFeeBasisPoints(db: Database | Tx, holderId: bigint): Promise<number> {
  const { rows } = await sql<{ fee: number }>`
    select payment_fee_basis_points as fee from merchants where holder_id = ${holderId}`.execute(db);
  return rows[0]?.fee ?? 0;
}

/** Whether new attempts to pay are taken: as the holder's keys are; a company may try out its orders in test mode. */
export async function takesPayments(
  db: Database | Tx,
  { holderId, mode, orderId }: Pick<Payment, 'holderId' | 'mode' | 'orderId'>,
): Promise<boolean> {
  if (mode === 'test' && orderId !== null) return true;
  const { rows } = await sql`select from holders where id = ${holderId} and status = 'active'`.execute(db);
  return rows.length === 1;
}
