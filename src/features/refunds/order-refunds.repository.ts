/** All SQL of order refunds. A refund's row is written only while its order's row is locked. */
import { sql } from 'kysely';
import {
  bool,
  bytea,
  int8,
  int8Array,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { drawNumbers } from '../../base/database/sequences.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order, SplitAmount } from '../orders/order.ts';

type OrderRefundStatus = 'pending' | 'awaiting_funds' | 'succeeded' | 'failed';

/** A `reversal` takes shares of a charged-back order back, and returns nothing to the customer. */
const orderRefundKinds = ['refund', 'reversal'] as const;
type OrderRefundKind = (typeof orderRefundKinds)[number];

/** A split of the order with what the refund took of it; all in minor units. */
export type RefundedSplit = SplitAmount & {
  /** Credited when it failed after the order had settled with its splits reduced by it; otherwise null. */
  creditedBack: bigint | null;
  /** What had to wait for funds when it failed: of the share that was taken, and of recovered debts. */
  restitutionShare: bigint;
  restitutionDebt: bigint;
};

export type OrderRefund = Book & {
  id: string;
  kind: OrderRefundKind;
  orderId: bigint;
  refundRef: string;
  status: OrderRefundStatus;
  /** Minor units. */
  amount: bigint;
  currency: string;
  requestHash: Buffer;
  /** All splits of the order, also those of which it took nothing. */
  splits: RefundedSplit[];
  /** Whether the refund only reduced the splits, because the order had not settled yet. */
  beforeSettlement: boolean;
  /** The refund of the customer's payment, once requested. */
  paymentRefundId: string | null;
  reason: string | null;
  failure: string | null;
  /** Set for a failed refund whose return to the payees had to wait for funds. */
  restitution: 'awaiting_funds' | 'paid' | null;
  /** What had to wait, of all splits. */
  restitutionAmount: bigint;
  createdAt: Date;
  updatedAt: Date;
};

const columns = {
  holderId: int8,
  id: text,
  kind: oneOf(...orderRefundKinds),
  mode: oneOf(...modes),
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
  creditedBack: nullable(int8Array),
  restitution: nullable(oneOf('awaiting_funds', 'paid')),
  restitutionShares: int8Array,
  restitutionDebts: int8Array,
  restitutionAmount: int8,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

const names = Object.keys(columns) as (keyof typeof columns)[];

/** Amounts by split are stored as lists in the order of the splits; those of a restitution are empty when nothing waits. */
function ofRow(row: RowOf<typeof columns>): OrderRefund {
  const { taken, creditedBack, restitutionShares, restitutionDebts, ...refund } = row;
  const splits = taken.map((amount, line) => ({
    line,
    amount,
    creditedBack: creditedBack?.[line] ?? null,
    restitutionShare: restitutionShares[line] ?? 0n,
    restitutionDebt: restitutionDebts[line] ?? 0n,
  }));
  return { ...refund, splits };
}

/** @param counted minor units by split that it counts if it is in proportion; null if it names who bears it. */
export async function insertOrderRefund(tx: Tx, refund: OrderRefund, counted: readonly bigint[] | null): Promise<void> {
  const taken = refund.splits.map(({ amount }) => amount);
  await command`
    insert into order_refunds (holder_id, id, kind, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
      counted, before_settlement, payment_refund_id, reason, created_at, updated_at)
    values (${refund.holderId}, ${refund.id}, ${refund.kind}, ${refund.mode}, ${refund.orderId}, ${refund.refundRef}, ${refund.status},
      ${refund.amount}, ${refund.currency}, ${refund.requestHash}, ${taken}::bigint[],
      ${counted}::bigint[], ${refund.beforeSettlement}, ${refund.paymentRefundId}, ${refund.reason},
      ${refund.createdAt}, ${refund.createdAt})`.execute(tx);
}

const refundsOf = (db: Database | Tx, holderId: bigint) =>
  db.selectFrom('orderRefunds').select(names).where('holderId', '=', holderId);

export async function findOrderRefundByRef(
  tx: Tx,
  holderId: bigint,
  orderId: bigint,
  refundRef: string,
): Promise<OrderRefund | undefined> {
  const row = await refundsOf(tx, holderId)
    .where('orderId', '=', orderId)
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
  return row && ofRow(row);
}

export async function findOrderRefund(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<OrderRefund | undefined> {
  const row = await refundsOf(db, holderId).where('id', '=', id).executeTakeFirst();
  return row && ofRow(row);
}

/** The order refund that a payment's refund belongs to. */
export async function findByPaymentRefund(
  tx: Tx,
  holderId: bigint,
  paymentRefundId: string,
): Promise<OrderRefund | undefined> {
  const row = await refundsOf(tx, holderId).where('paymentRefundId', '=', paymentRefundId).executeTakeFirst();
  return row && ofRow(row);
}

/** The refunds of orders, oldest first. */
export async function listOrderRefunds(
  db: Database | Tx,
  holderId: bigint,
  orderIds: readonly bigint[],
): Promise<OrderRefund[]> {
  const rows = await refundsOf(db, holderId)
    .where(condition`order_id = any(${orderIds}::bigint[])`)
    .orderBy('position')
    .execute();
  return rows.map(ofRow);
}

/** What an order's refunds in proportion have counted, without failed ones: their sum, and by split; minor units. */
export async function sumCounted(
  tx: Tx,
  { holderId, id }: Pick<Order, 'holderId' | 'id'>,
): Promise<{ amount: bigint; bySplit: bigint[] }> {
  const counting = sql`holder_id = ${holderId} and order_id = ${id} and counted is not null and status <> 'failed'`;
  return query({ amount: int8, bySplit: int8Array })`
    select
      (select coalesce(sum(amount), 0)::bigint from order_refunds where ${counting}) as amount,
      coalesce((
        select array_agg(units order by line) from (
          select c.line, sum(c.units)::bigint as units
          from order_refunds, unnest(counted) with ordinality as c (units, line)
          where ${counting} group by c.line) lines), '{}') as "bySplit"`.executeTakeFirstOrThrow(tx);
}

/**
 * The refund that has waited longest in each currency, be it to be paid or for its restitution. A recursive query skips
 * from one currency to the next, because thousands may be waiting in each.
 */
export async function listOldestWaiting(db: Database | Tx, { holderId, mode }: Book): Promise<OrderRefund[]> {
  const ofBook = sql`holder_id = ${holderId} and mode = ${mode}`;
  const firsts = (name: string, place: string, waits: string) => {
    const [oldest, by, waiting] = [sql.ref(name), sql.ref(place), sql`${ofBook} and ${sql.raw(waits)}`];
    return sql`${oldest} as (
      (select id, currency, ${by} as place from order_refunds where ${waiting} order by currency, ${by} limit 1)
      union all
      select next.* from ${oldest} last cross join lateral (
        select r.id, r.currency, ${by} as place from order_refunds r where ${waiting} and r.currency > last.currency
        order by r.currency, ${by} limit 1) next
    )`;
  };
  const rows = await query(columns)`
    with recursive ${firsts('refunds', 'position', `status = 'awaiting_funds'`)},
      ${firsts('restitutions', 'restitution_position', `restitution = 'awaiting_funds'`)},
    oldest as (
      select distinct on (currency) id from (select * from refunds union all select * from restitutions) w
      order by currency, place
    )
    select ${selectList(columns, 'order_refunds')} from order_refunds
    where holder_id = ${holderId} and id in (select id from oldest)
    order by currency`.execute(db);
  return rows.map(ofRow);
}

/** Waiting refunds that are more than the customer's bank has left of their payments, oldest first. */
export async function listUnpayable(db: Database, { holderId, mode }: Book): Promise<OrderRefund[]> {
  const rows = await query(columns)`
    select ${selectList(columns, 'order_refunds')} from order_refunds
    where holder_id = ${holderId} and mode = ${mode} and status = 'awaiting_funds' and exists (
      select from payments p
      where p.holder_id = ${holderId} and p.order_id = order_refunds.order_id and p.paid_at is not null
        and p.charged_back_amount > 0
        and order_refunds.amount > greatest(coalesce(p.captured_amount, p.amount) - p.refunded_amount - p.charged_back_amount, 0))
    order by position`.execute(db);
  return rows.map(ofRow);
}

const origins: Record<OrderRefundStatus, readonly OrderRefundStatus[]> = {
  awaiting_funds: [],
  pending: ['awaiting_funds'],
  succeeded: ['pending', 'awaiting_funds'],
  failed: ['pending', 'awaiting_funds', 'succeeded'],
};

/** @returns false when the current status does not allow the transition. */
export async function setOrderRefundStatus(
  tx: Tx,
  { holderId, id }: Pick<OrderRefund, 'holderId' | 'id'>,
  to: OrderRefundStatus,
  at: Date,
  facts: { paymentRefundId?: string; failure?: string | null; creditedBack?: readonly bigint[] | null } = {},
): Promise<boolean> {
  const changed = await command`
    update order_refunds set status = ${to}, updated_at = ${at},
      payment_refund_id = coalesce(${facts.paymentRefundId ?? null}, payment_refund_id),
      failure = ${facts.failure ?? null}, credited_back = ${facts.creditedBack ?? null}::bigint[]
    where holder_id = ${holderId} and id = ${id} and status = any(${origins[to]}::text[])`.execute(tx);
  return changed === 1;
}

export type RestitutionSplit = Pick<RefundedSplit, 'line' | 'restitutionShare' | 'restitutionDebt'>;

/** What clearing owes the parties of a failed refund's order: of all splits, and their sum in minor units. */
export type Restitution = { splits: readonly RestitutionSplit[]; amount: bigint };

/** Puts a failed refund's restitution behind everything that waits for clearing. */
export async function deferRestitution(
  tx: Tx,
  { holderId, id }: Pick<OrderRefund, 'holderId' | 'id'>,
  { splits, amount }: Restitution,
): Promise<void> {
  const shares = splits.map(({ restitutionShare }) => restitutionShare);
  const debts = splits.map(({ restitutionDebt }) => restitutionDebt);
  const [position] = await drawNumbers(tx, 'order_refunds_position_seq', 1);
  await command`
    update order_refunds set restitution = 'awaiting_funds', restitution_shares = ${shares}::bigint[],
      restitution_debts = ${debts}::bigint[], restitution_amount = ${amount}, restitution_position = ${position}
    where holder_id = ${holderId} and id = ${id} and status = 'failed' and restitution is null`.execute(tx);
}

/** `awaiting_funds → paid`. @returns false when it did not wait. */
export async function setRestitutionPaid(
  tx: Tx,
  { holderId, id }: Pick<OrderRefund, 'holderId' | 'id'>,
  at: Date,
): Promise<boolean> {
  const changed = await command`
    update order_refunds set restitution = 'paid', updated_at = ${at}
    where holder_id = ${holderId} and id = ${id} and restitution = 'awaiting_funds'`.execute(tx);
  return changed === 1;
}
