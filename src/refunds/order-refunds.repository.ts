/** All SQL of order refunds. A refund's row is written only while its order's row is locked. */
import { sql } from 'kysely';
import { bool, bytea, int8, int8Array, nullable, oneOf, selectList, text, timestamptz } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, condition, query } from '../database/statement.ts';
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
  /** Whether the refund only reduced the splits, because the order had not settled yet. */
  beforeSettlement: boolean;
  /** The refund of the customer's payment, once requested. */
  paymentRefundId: string | null;
  reason: string | null;
  failure: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = {
  holderId: int8,
  id: text,
  mode: oneOf('test', 'live'),
  orderId: int8,
  refundRef: text,
  status: oneOf('pending', 'awaiting_funds', 'succeeded', 'failed'),
  amount: int8,
  currency: text,
  requestHash: bytea,
  taken: int8Array,
  beforeSettlement: bool,
  paymentRefundId: nullable(text),
  reason: nullable(text),
  failure: nullable(text),
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

const names = Object.keys(columns) as (keyof typeof columns)[];

export async function insertOrderRefund(tx: Tx, refund: OrderRefund): Promise<void> {
  await command`
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
  return tx
    .selectFrom('orderRefunds')
    .select(names)
    .where('holderId', '=', holderId)
    .where('orderId', '=', orderId)
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
}

export async function findOrderRefund(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<OrderRefund | undefined> {
  return db
    .selectFrom('orderRefunds')
    .select(names)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The order refund that a payment's refund belongs to. */
export async function findByPaymentRefund(
  tx: Tx,
  holderId: bigint,
  paymentRefundId: string,
): Promise<OrderRefund | undefined> {
  return tx
    .selectFrom('orderRefunds')
    .select(names)
    .where('holderId', '=', holderId)
    .where('paymentRefundId', '=', paymentRefundId)
    .executeTakeFirst();
}

/** The refunds of orders, oldest first. */
export async function listOrderRefunds(
  db: Database | Tx,
  holderId: bigint,
  orderIds: readonly bigint[],
): Promise<OrderRefund[]> {
  return db
    .selectFrom('orderRefunds')
    .select(names)
    .where('holderId', '=', holderId)
    .where(condition`order_id = any(${orderIds}::bigint[])`)
    .orderBy('position')
    .execute();
}

/**
 * The oldest waiting refund in each currency. A recursive query skips from one currency to the next, because thousands
 * may be waiting in each.
 */
export async function listOldestWaiting(db: Database | Tx, { holderId, mode }: Book): Promise<OrderRefund[]> {
  const waiting = sql`holder_id = ${holderId} and mode = ${mode} and status = 'awaiting_funds'`;
  return query(columns)`
    with recursive oldest as (
      (select id, currency from order_refunds where ${waiting} order by currency, position limit 1)
      union all
      select next.id, next.currency from oldest cross join lateral (
        select id, currency from order_refunds r where ${waiting} and r.currency > oldest.currency
        order by currency, position limit 1) next
    )
    select ${selectList(columns, 'order_refunds')} from order_refunds
    where holder_id = ${holderId} and id in (select id from oldest) and status = 'awaiting_funds'
    order by currency`.execute(db);
}

const origins: Record<OrderRefundStatus, readonly OrderRefundStatus[]> = {
  awaiting_funds: [],
  pending: ['awaiting_funds'],
  succeeded: ['pending', 'awaiting_funds'],
  failed: ['pending'],
};

/** @returns false when the current status does not allow the transition. */
export async function setOrderRefundStatus(
  tx: Tx,
  { holderId, id }: Pick<OrderRefund, 'holderId' | 'id'>,
  to: OrderRefundStatus,
  at: Date,
  facts: { paymentRefundId?: string; failure?: string | null } = {},
): Promise<boolean> {
  const changed = await command`
    update order_refunds set status = ${to}, updated_at = ${at},
      payment_refund_id = coalesce(${facts.paymentRefundId ?? null}, payment_refund_id),
      failure = ${facts.failure ?? null}
    where holder_id = ${holderId} and id = ${id} and status = any(${origins[to]}::text[])`.execute(tx);
  return changed === 1;
}
