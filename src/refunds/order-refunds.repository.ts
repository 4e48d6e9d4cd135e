/** All SQL of order refunds. A refund's row is only touched while its order's row is locked. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

export type OrderRefundStatus = 'pending' | 'awaiting_funds' | 'succeeded' | 'failed';

export type OrderRefund = Book & {
  id: string;
  orderId: bigint;
  refundRef: string;
  status: OrderRefundStatus;
  /** Minor units. */
  amount: bigint;
  currency: string;
  requestHash: Buffer;
  /** Minor units taken from each split. */
  taken: bigint[];
  /** Whether the splits were only reduced, because the order had not settled yet. */
  beforeSettlement: boolean;
  /** The refund of the customer's payment, once it was asked for. */
  paymentRefundId: string | null;
  reason: string | null;
  failure: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = sql.raw(`
  holder_id as "holderId", id, mode, order_id as "orderId", refund_ref as "refundRef", status, amount, currency,
  request_hash as "requestHash", taken, before_settlement as "beforeSettlement",
  payment_refund_id as "paymentRefundId", reason, failure, created_at as "createdAt", updated_at as "updatedAt"`);

export async function insertOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await sql`
    insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
      before_settlement, payment_refund_id, reason, created_at, updated_at)
    values (${refund.holderId}, ${refund.id}, ${refund.mode}, ${refund.orderId}, ${refund.refundRef}, ${refund.status},
      ${refund.amount}, ${refund.currency}, ${refund.requestHash}, ${refund.taken}::bigint[],
      ${refund.beforeSettlement}, ${refund.paymentRefundId}, ${refund.reason}, ${refund.createdAt},
      ${refund.createdAt})`.execute(tx);
}

export async function findOrderRefundByRef(
  tx: Tx,
  holderId: bigint,
  orderId: bigint,
  refundRef: string,
): Promise<OrderRefund | undefined> {
  const { rows } = await sql<OrderRefund>`
    select ${columns} from order_refunds
    where holder_id = ${holderId} and order_id = ${orderId} and refund_ref = ${refundRef}`.execute(tx);
  return rows[0];
}

export async function findOrderRefund(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<OrderRefund | undefined> {
  const { rows } = await sql<OrderRefund>`
    select ${columns} from order_refunds where holder_id = ${holderId} and id = ${id}`.execute(db);
  return rows[0];
}

/** The refund of an order that a refund of its payment belongs to. */
export async function findByPaymentRefund(
  tx: Tx,
  holderId: bigint,
  paymentRefundId: string,
): Promise<OrderRefund | undefined> {
  const { rows } = await sql<OrderRefund>`
    select ${columns} from order_refunds
    where holder_id = ${holderId} and payment_refund_id = ${paymentRefundId}`.execute(tx);
  return rows[0];
}

/** The refunds of orders, oldest first. */
export async function listOrderRefunds(
  db: Database | Tx,
  holderId: bigint,
  orderIds: readonly bigint[],
): Promise<OrderRefund[]> {
  const { rows } = await sql<OrderRefund>`
    select ${columns} from order_refunds
    where holder_id = ${holderId} and order_id = any(${orderIds}::bigint[]) order by position`.execute(db);
  return rows;
}

/** What the refunds that wait for clearing add up to, in minor units. */
export async function sumWaitingRefunds(
  db: Database | Tx,
  { holderId, mode }: Book,
  currency: string,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0)::bigint as sum from order_refunds
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and status = 'awaiting_funds'`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}

/** The refund that has waited longest in each currency. Skips from one to the next: thousands may wait in each. */
export async function listOldestWaiting(db: Database | Tx, { holderId, mode }: Book): Promise<OrderRefund[]> {
  const waiting = sql`holder_id = ${holderId} and mode = ${mode} and status = 'awaiting_funds'`;
  const { rows } = await sql<OrderRefund>`
    with recursive oldest as (
      (select id, currency from order_refunds where ${waiting} order by currency, position limit 1)
      union all
      select next.id, next.currency from oldest cross join lateral (
        select id, currency from order_refunds r where ${waiting} and r.currency > oldest.currency
        order by currency, position limit 1) next
    )
    select ${columns} from order_refunds
    where holder_id = ${holderId} and id in (select id from oldest) and status = 'awaiting_funds'
    order by currency`.execute(db);
  return rows;
}

const origins: Record<OrderRefundStatus, readonly OrderRefundStatus[]> = {
  awaiting_funds: [],
  pending: ['awaiting_funds'],
  succeeded: ['pending', 'awaiting_funds'],
  failed: ['pending'],
};

/** @returns false when the guard said no. */
export async function setOrderRefundStatus(
  tx: Tx,
  { holderId, id }: Pick<OrderRefund, 'holderId' | 'id'>,
  to: OrderRefundStatus,
  at: Date,
  facts: { paymentRefundId?: string; failure?: string | null } = {},
): Promise<boolean> {
  const result = await sql`
    update order_refunds set status = ${to}, updated_at = ${at},
      payment_refund_id = coalesce(${facts.paymentRefundId ?? null}, payment_refund_id),
      failure = ${facts.failure ?? null}
    where holder_id = ${holderId} and id = ${id} and status = any(${origins[to]}::text[])`.execute(tx);
  return result.numAffectedRows === 1n;
}
