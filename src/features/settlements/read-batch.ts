/**
 * Reads the orders of a batch. A run reads those of its next batch while the database posts the present one. What was
 * read ahead counts only if the next batch, once it has locked its orders, finds the same ones, none of them written
 * since; otherwise it reads them again, locked. So what is planned is always what is locked.
 */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from '../orders/order.ts';
import {
  lockEligibleOrders,
  nextEligibleOrders,
  type OrderVersion,
  readEligibleOrders,
  type SettlementQueue,
} from '../orders/orders.repository.ts';
import type { Short } from './plan-settlement.ts';
import { findSettlementRule } from './settlements.repository.ts';

export const batchOrdersMax = 1_000;
/** After a batch with more splits the next is not read ahead: both are in memory then. */
const splitsAheadMax = 10_000;
const msPerSecond = 1_000;

/** Where a batch begins: behind the order before it, and what the queue is stopped for. */
export type From = { afterId: bigint; short: Short };

/** `onlyWaiting`: of the orders that wait for funds alone. */
type BatchOptions = { onlyWaiting?: boolean; lock?: boolean; limit?: number };

/** Orders that nobody has locked yet. */
export type ReadAhead = { orders: Order[]; versions: OrderVersion[] };

/** Once clearing was short, reads only orders that are not yet `awaiting_funds`, and those it is reserved for. */
export async function readBatch(
  db: Database | Tx,
  queue: SettlementQueue,
  from: From,
  at: Date,
  { onlyWaiting = false, lock = true, limit = batchOrdersMax }: BatchOptions = {},
): Promise<Order[]> {
  return nextEligibleOrders(db, queue, await findRule(db, queue, from, at, onlyWaiting), limit, lock);
}

/** @returns undefined where it could not be read, or would be too large: then the batch reads it itself. */
export async function readAhead(
  db: Database,
  queue: SettlementQueue,
  from: From,
  at: Date,
  { onlyWaiting, before }: { onlyWaiting: boolean; before: readonly Order[] },
): Promise<ReadAhead | undefined> {
  if (before.length < batchOrdersMax || splitsOf(before) > splitsAheadMax) return undefined;
  try {
    return await readEligibleOrders(db, queue, await findRule(db, queue, from, at, onlyWaiting), batchOrdersMax);
  } catch {
    return undefined;
  }
}

/** The orders of a batch, locked until the transaction ends. @param ahead what was read of them before. */
export async function lockBatch(
  tx: Tx,
  queue: SettlementQueue,
  from: From,
  at: Date,
  { onlyWaiting, ahead }: { onlyWaiting: boolean; ahead: ReadAhead | undefined },
): Promise<Order[]> {
  const rule = await findRule(tx, queue, from, at, onlyWaiting);
  if (ahead !== undefined) {
    const locked = await lockEligibleOrders(tx, queue, rule, batchOrdersMax);
    if (areSame(locked, ahead.versions)) return ahead.orders;
  }
  return nextEligibleOrders(tx, queue, rule, batchOrdersMax, true);
}

const splitsOf = (orders: readonly Order[]): number => orders.reduce((sum, { splits }) => sum + splits.length, 0);

const areSame = (locked: readonly OrderVersion[], read: readonly OrderVersion[]): boolean =>
  locked.length === read.length &&
  locked.every(({ id, version }, index) => id === read[index]?.id && version === read[index]?.version);

const findRule = async (
  db: Database | Tx,
  queue: SettlementQueue,
  { afterId, short }: From,
  at: Date,
  onlyWaiting: boolean,
) => ({
  ...(await findEligibility(db, queue, at)),
  afterId,
  unsettled: !onlyWaiting,
  awaitingFunds: ({ none: 'all', unreserved: 'reserved', all: 'none' } as const)[short],
});

/** Which orders of a company are ready at this time. */
export async function findEligibility(db: Database | Tx, book: Book, at: Date) {
  const { holdSeconds, settleOnlyPaid } = await findSettlementRule(db, book);
  return { recordedUntil: new Date(at.getTime() - holdSeconds * msPerSecond), settleOnlyPaid };
}
