/** All SQL of refunds. A refund's row is written only while its payment's row is locked. */
import { isDue } from '../../base/clock/due.ts';
import { int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
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

const columns = [
  'holderId',
  'id',
  'mode',
  'paymentId',
  'refundRef',
  'status',
  'amount',
  'currency',
  'feeReturned',
  'reason',
  'failure',
  'createdAt',
] as const;

const ofPayment = (db: Database | Tx, payment: PaymentKey) =>
  db.selectFrom('refunds').select(columns).where('holderId', '=', payment.holderId).where('paymentId', '=', payment.id);

export async function insertRefund(tx: Tx, refund: Refund & { dueAt: Date | null }): Promise<void> {
  const { holderId, id, mode, paymentId, refundRef, status, amount, currency, feeReturned, reason } = refund;
  const times = { createdAt: refund.createdAt, updatedAt: refund.createdAt, dueAt: refund.dueAt };
  await tx
    .insertInto('refunds')
    .values({ holderId, id, mode, paymentId, refundRef, status, amount, currency, feeReturned, reason, ...times })
    .execute();
}

export async function findRefundByRef(
  db: Database | Tx,
  payment: PaymentKey,
  refundRef: string,
): Promise<Refund | undefined> {
  return ofPayment(db, payment).where('refundRef', '=', refundRef).executeTakeFirst();
}

export async function findRefund(db: Database | Tx, holderId: bigint, id: string): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** As `findRefund`. In no payment file that is being made until the transaction ends, unless it is in one already. */
export async function lockRefund(tx: Tx, holderId: bigint, id: string): Promise<Refund | undefined> {
  return tx
    .selectFrom('refunds')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** All of a payment's refunds, oldest first. */
export async function listRefunds(db: Database | Tx, payment: PaymentKey): Promise<Refund[]> {
  return ofPayment(db, payment).orderBy('createdAt').orderBy('id').execute();
}

/** The sum of a payment's succeeded refunds, in minor units. */
export async function sumSucceededRefunds(tx: Tx, payment: PaymentKey): Promise<bigint> {
  const { sum } = await query({ sum: int8 })`
    select coalesce(sum(amount), 0)::bigint as sum from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id}
      and status = 'succeeded'`.executeTakeFirstOrThrow(tx);
  return sum;
}

/** The part of a payment's fee returned by its refunds, except failed ones; minor units. */
export async function sumFeesReturned(tx: Tx, payment: PaymentKey): Promise<bigint> {
  const { sum } = await query({ sum: int8 })`
    select coalesce(sum(fee_returned), 0)::bigint as sum from refunds
    where holder_id = ${payment.holderId} and payment_id = ${payment.id}
      and status <> 'failed'`.executeTakeFirstOrThrow(tx);
  return sum;
}

/** `pending → succeeded | failed`, `succeeded → failed`. @returns false when it had ended this way already. */
export async function setRefundEnded(
  tx: Tx,
  { holderId, id }: Pick<Refund, 'holderId' | 'id'>,
  to: 'succeeded' | 'failed',
  failure: string | null,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('refunds')
    .set({ status: to, failure, dueAt: null, updatedAt: at })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', 'in', to === 'failed' ? ['pending', 'succeeded'] : ['pending'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function postponeRefund(tx: Tx, holderId: bigint, id: string, dueAt: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ dueAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

const due = { deadline: 'refunds.due_at', holder: 'refunds.holder_id', mode: 'refunds.mode' };

/** Pending refunds due for a request to their provider, by the clock of their own book. `now`, `only`: see `isDue`. */
export async function findDueRefunds(
  db: Database,
  now: Date,
  limit: number,
  only?: Book,
): Promise<{ holderId: bigint; id: string }[]> {
  return db
    .selectFrom('refunds')
    .select(['holderId', 'id'])
    .where('status', '=', 'pending')
    .where(isDue(due, now, only))
    .orderBy('dueAt')
    .limit(limit)
    .execute();
}
