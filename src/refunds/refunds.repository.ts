/** All SQL of refunds. A refund's row is only touched while its payment's row is locked. */
import { sql } from 'kysely';
import { isDue } from '../clock/due.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';
import type { Mode } from '../money/mode.ts';
import type { PaymentKey } from '../payments/payment.ts';

export type Refund = {
  holderId: bigint;
  id: string;
  mode: Mode;
  paymentId: string;
  refundRef: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Minor units. */
  amount: bigint;
  currency: string;
  feeReturned: bigint;
  reason: string | null;
  failure: string | null;
  createdAt: Date;
};

const columns = sql.raw(`
  holder_id as "holderId", id, mode, payment_id as "paymentId", refund_ref as "refundRef", status, amount, currency,
  fee_returned as "feeReturned", reason, failure, created_at as "createdAt"`);

export async function insertRefund(tx: Tx, refund: Refund & { dueAt: Date | null }): Promise<void> {
  await sql`
    insert into refunds (holder_id, id, mode, payment_id, refund_ref, status, amount, currency, fee_returned, reason,
      created_at, updated_at, due_at)
    values (${refund.holderId}, ${refund.id}, ${refund.mode}, ${refund.paymentId}, ${refund.refundRef},
      ${refund.status}, ${refund.amount}, ${refund.currency}, ${refund.feeReturned}, ${refund.reason},
      ${refund.createdAt}, ${refund.createdAt}, ${refund.dueAt})`.execute(tx);
}

export async function findRefundByRef(
  db: Database | Tx,
  payment: PaymentKey,
  refundRef: string,
): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select ${columns} from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id} and refund_ref = ${refundRef}`.execute(db);
  return rows[0];
}

export async function findRefund(db: Database | Tx, holderId: bigint, id: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select ${columns} from refunds where holder_id = ${holderId} and id = ${id}`.execute(db);
  return rows[0];
}

/** A payment's refunds that wait for the provider's answer. */
export async function findPendingRefunds(db: Database | Tx, payment: PaymentKey): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${columns} from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id} and status = 'pending'
    order by id`.execute(db);
  return rows;
}

/** Minor units of a payment that have really gone back. */
export async function sumSucceededRefunds(tx: Tx, payment: PaymentKey): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id} and status = 'succeeded'`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** Minor units of a payment's fee that its refunds have returned; one that failed took its part back. */
export async function sumFeesReturned(tx: Tx, payment: PaymentKey): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(fee_returned), 0)::bigint as sum from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id} and status <> 'failed'`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** `pending → succeeded | failed`. @returns false when it has ended already. */
export async function setRefundEnded(
  tx: Tx,
  { holderId, id }: Pick<Refund, 'holderId' | 'id'>,
  to: 'succeeded' | 'failed',
  failure: string | null,
  at: Date,
): Promise<boolean> {
  const result = await sql`
    update refunds set status = ${to}, failure = ${failure}, due_at = null, updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = 'pending'`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function postponeRefund(tx: Tx, holderId: bigint, id: string, dueAt: Date): Promise<void> {
  await sql`
    update refunds set due_at = ${dueAt} where holder_id = ${holderId} and id = ${id} and status = 'pending'`.execute(
    tx,
  );
}

const due = { deadline: 'refunds.due_at', holder: 'refunds.holder_id', mode: 'refunds.mode' };

/** Refunds to ask the provider for, by their own book's clock. `now`, `only`: see `isDue`. */
export async function findDueRefunds(
  db: Database,
  now: Date,
  limit: number,
  only?: Book,
): Promise<{ holderId: bigint; id: string }[]> {
  const { rows } = await sql<{ holderId: bigint; id: string }>`
    select holder_id as "holderId", id from refunds
    where status = 'pending' and ${isDue(due, now, only)} order by due_at limit ${limit}`.execute(db);
  return rows;
}
