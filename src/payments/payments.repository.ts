/** All SQL of payments. The only writer of their state; every transition is guarded by the state it starts from. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Payment, PaymentMethod } from './payment.ts';
import { paymentOrigins } from './payment.ts';

const columns = sql.raw(`
  p.holder_id as "holderId", p.id, p.mode, p.base, p.status, p.amount, p.currency, p.return_url as "returnUrl",
  p.cancel_url as "cancelUrl", p.custom, p.last_error as "lastError", p.trx_id as "trxId",
  p.payer_name as "payerName", p.payer_email as "payerEmail", p.created_at as "createdAt",
  p.expires_at as "expiresAt", p.paid_at as "paidAt"`);

export type PaymentInsert = Pick<
  Payment,
  'holderId' | 'id' | 'mode' | 'base' | 'amount' | 'currency' | 'returnUrl' | 'cancelUrl' | 'custom' | 'expiresAt'
> & { webhookUrl: string | null; at: Date; eventId: string; eventData: string };

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
        ${payments.map((p) => p.eventId)}::text[], ${payments.map((p) => p.eventData)}::jsonb[])
        as s (holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url, at, expires_at,
          event_id, event_data)
    ), created as (
      insert into payments (holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url,
        created_at, updated_at, expires_at)
      select holder_id, id, mode, base, amount, currency, return_url, cancel_url, custom, webhook_url, at, at, expires_at
      from sent
      on conflict (holder_id, id) do nothing
      returning holder_id, id
    )
    insert into events (holder_id, id, mode, type, subject, data, created_at)
    select s.holder_id, s.event_id, s.mode, 'payment.created', 'payment:' || s.id, s.event_data, s.at
    from created c join sent s on s.holder_id = c.holder_id and s.id = c.id`.execute(db);
}

export async function findPayment(db: Database | Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${columns} from payments p where p.holder_id = ${holderId} and p.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockPayment(tx: Tx, holderId: bigint, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${columns} from payments p where p.holder_id = ${holderId} and p.id = ${id} for update`.execute(tx);
  return rows[0];
}

/** @returns false when the guard said no. */
export async function setSucceeded(
  tx: Tx,
  holderId: bigint,
  id: string,
  facts: { trxId: string; payerName: string; payerEmail: string | null; at: Date },
): Promise<boolean> {
  const result = await sql`
    update payments set status = 'succeeded', last_error = null, trx_id = ${facts.trxId},
      payer_name = ${facts.payerName}, payer_email = ${facts.payerEmail}, paid_at = ${facts.at}, updated_at = ${facts.at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins('succeeded')}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** `created → cancelled | expired`. @returns false when the guard said no. */
export async function setEnded(
  tx: Tx,
  holderId: bigint,
  id: string,
  to: 'cancelled' | 'expired',
  at: Date,
): Promise<boolean> {
  const result = await sql`
    update payments set status = ${to}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = any(${paymentOrigins(to)}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Keeps why the last attempt failed; the payment stays open. */
export async function setLastError(tx: Tx, holderId: bigint, id: string, error: string, at: Date): Promise<void> {
  await sql`
    update payments set last_error = ${error}, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = 'created'`.execute(tx);
}

export type AttemptInsert = {
  method: PaymentMethod;
  status: 'succeeded' | 'declined';
  error: string | null;
  cardLastFour: string | null;
  payerHolderId: bigint | null;
  at: Date;
};

/** Appends an attempt; the payment's row is locked by the caller, so numbers have no gaps. */
export async function insertAttempt(
  tx: Tx,
  holderId: bigint,
  paymentId: string,
  attempt: AttemptInsert,
): Promise<void> {
  await sql`
    insert into payment_attempts (holder_id, payment_id, number, method, status, error, card_last_four,
      payer_holder_id, created_at)
    select ${holderId}::bigint, ${paymentId}, coalesce(max(number), 0) + 1, ${attempt.method}, ${attempt.status},
      ${attempt.error}, ${attempt.cardLastFour}, ${attempt.payerHolderId}::bigint, ${attempt.at}::timestamptz
    from payment_attempts where holder_id = ${holderId} and payment_id = ${paymentId}`.execute(tx);
}

/** The merchant's own fee on payments, in basis points of the amount. */
export async function findFeeBasisPoints(db: Database | Tx, holderId: bigint): Promise<number> {
  const { rows } = await sql<{ fee: number }>`
    select payment_fee_basis_points as fee from merchants where holder_id = ${holderId}`.execute(db);
  return rows[0]?.fee ?? 0;
}

export async function findHolderName(db: Database | Tx, holderId: bigint): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from holders where id = ${holderId}`.execute(db);
  return rows[0]?.name ?? '';
}
