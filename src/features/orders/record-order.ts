/**
 * Records an order exactly once (docs/contract/partner.md, "Record an order"). Concurrent requests are committed in
 * batches. Of any number of requests with one ref exactly one is answered as its creator, even when the first answer
 * was lost.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import { createBatch, type Lane } from '../../base/database/batch.ts';
import { type BookPlacement, createBatches } from '../../base/database/batches.ts';
import type { InsertRows } from '../../base/database/book-insert.ts';
import type { Database } from '../../base/database/pool.ts';
import { retrying, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Tracer } from '../../base/tracing/tracer.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type PreparedEvent, prepareEvent } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type OrderInsert, orderInsert, type RecordedOrder } from './insert-orders.repository.ts';
import { findOrdersByIdempotencyKeys } from './many-orders.repository.ts';
import { newSplit, noRefundTotals, type Order, type OrderDraft } from './order.ts';
import { initialPaymentStatus, initialSettlementStatus } from './order-state.ts';
import { findOrder, findOrdersByRefs } from './orders.repository.ts';
import type { OrderPlan } from './plan-order.ts';
import { presentOrderEvent } from './present-order.ts';

const batchSizeMax = 256;
const queueLengthMax = 2_048;

/** `created` is true for a new order (201) and false for an existing one (200). */
export type RecordedOutcome = { order: Order; created: boolean };

/** Writes one draft durably. The service uses batches; the benchmark compares other writers. */
export type OrderWriter = {
  (actor: Actor, book: Book, draft: OrderDraft, lane?: Lane): Promise<RecordedOutcome>;
  /** Whether an order that arrives now would wait too long; see `Batches`. */
  isBusy?: (lane: Lane, holderId?: bigint) => boolean;
};

/** `unknown`: neither written nor found; to be sent again. */
type WriteResult = { order: Order; created: boolean } | { takenBy: string } | 'unknown';

const refKey = (o: { holderId: bigint; mode: string; partnerOrderRef: string }): string =>
  `${o.holderId}/${o.mode}/${o.partnerOrderRef}`;

type OrderWriterDeps = {
  db: Database;
  /** By default all are in `db`. */
  placement?: BookPlacement;
  clock: Clock;
  onBatch?: ((size: number) => void) | undefined;
  tracer?: Tracer | undefined;
  /** Called before the first order of a book that carries a `webhook_url`, and maybe again. */
  onAddress?: ((book: Book) => Promise<void>) | undefined;
};

export function createOrderWriter(deps: OrderWriterDeps): OrderWriter {
  const { db, clock, onBatch, onAddress, tracer } = deps;
  const batches = createBatches(deps, orderInsert, (insert) =>
    createBatch<OrderInsert, WriteResult>({
      write: (orders) => writeOrders({ db, insert }, orders),
      batchSizeMax,
      queueLengthMax,
      onBatch,
      traced: tracer && { tracer, name: 'record orders' },
    }),
  );
  const write: OrderWriter = async (actor, { holderId, mode }, draft, lane) => {
    if (draft.webhookUrl !== null) await onAddress?.({ holderId, mode });
    const insert = insertOf(actor, { holderId, mode }, draft, clock.now(holderId, mode));
    return recordedOutcome(await batches.submit(holderId, insert, lane));
  };
  return Object.assign(write, { isBusy: batches.isBusy });
}

/** @throws AppError `idempotency_conflict`, `unavailable`. */
export function recordedOutcome(result: WriteResult): RecordedOutcome {
  if (result === 'unknown') throw new AppError('unavailable', { retryAfterSeconds: 1 });
  if ('takenBy' in result) {
    throw new AppError('idempotency_conflict', {
      message: `The idempotency key belongs to the order with partner_order_ref ${JSON.stringify(result.takenBy)}.`,
    });
  }
  return result;
}

/**
 * Records a planned order that is not limited (record-limited.ts), or answers one that is refused.
 * @throws AppError `forbidden`; the plan's refusal, unless the ref exists; `idempotency_conflict`; `unavailable`.
 */
export async function recordOrder(
  actor: Actor,
  deps: { db: Database; write: OrderWriter },
  book: Book,
  plan: OrderPlan,
): Promise<RecordedOutcome> {
  authorize(actor, 'orders.record', book);
  if (plan.refusal !== undefined) {
    const order = await findOrder(deps.db, book, plan.draft.partnerOrderRef);
    if (order !== undefined) return { order, created: false };
    throw new AppError(plan.refusal.code, { details: plan.refusal.details });
  }

  return deps.write(actor, book, plan.draft);
}

/** `db` reads, `insert` writes; both in one transaction, or neither in any. */
type WriteDeps = { db: Database | Tx; insert: InsertRows<OrderInsert, RecordedOrder[]> };

export async function writeOrders(deps: WriteDeps, sent: OrderInsert[]): Promise<WriteResult[]> {
  const results = new Map<string, WriteResult>();
  let waiting = sent;
  // The first of several orders with one idempotency key is written before the others, so that it gets the key.
  let leaders = firstOfEach(firstOfEach(waiting, refKey), (order) =>
    isKeyed(order) ? ownKey(order) : order.attemptId,
  );
  while (waiting.length > 0) {
    // The first of several requests with one ref is written and the others get its result. If it is refused, the next
    // one is tried on its own.
    const answered = await writeDistinct(deps, leaders);
    for (const leader of leaders) results.set(leader.attemptId, answered.get(leader.attemptId) as WriteResult);
    const leaderOf = new Map(leaders.map((leader) => [refKey(leader), leader]));
    waiting = waiting.filter((order) => {
      const leader = leaderOf.get(refKey(order));
      if (leader === undefined) return true;
      if (leader === order) return false;
      const result = results.get(leader.attemptId) as WriteResult;
      if (result === 'unknown' || 'takenBy' in result) return true;
      results.set(order.attemptId, { order: result.order, created: false });
      return false;
    });
    leaders = firstOfEach(waiting, refKey);
  }
  return sent.map((order) => results.get(order.attemptId) as WriteResult);
}

const firstOfEach = (orders: readonly OrderInsert[], keyOf: (order: OrderInsert) => string): OrderInsert[] => {
  const first = new Map<string, OrderInsert>();
  for (const order of orders) if (!first.has(keyOf(order))) first.set(keyOf(order), order);
  return [...first.values()];
};

const ownKey = ({ holderId, mode, idempotencyKey }: Book & { idempotencyKey: string }): string =>
  `${holderId}/${mode}/${idempotencyKey}`;

const isKeyed = <O extends OrderInsert>(order: O): order is O & { idempotencyKey: string } =>
  order.idempotencyKey !== null;

/**
 * Writes orders with distinct refs. Existing orders are looked up in a second statement, because the snapshot of the
 * first can't see a concurrent insert.
 */
async function writeDistinct({ db, insert }: WriteDeps, orders: OrderInsert[]): Promise<Map<string, WriteResult>> {
  const recorded = await insert(orders);
  const idOf = new Map(recorded.map((row) => [refKey(row), row.id]));
  const results = new Map<string, WriteResult>();
  const passedOver: OrderInsert[] = [];
  for (const order of orders) {
    const id = idOf.get(refKey(order));
    if (id === undefined) passedOver.push(order);
    else results.set(order.attemptId, { order: newOrder(order, id), created: true });
  }
  if (passedOver.length === 0) return results;

  const existing = await reading(db, () => findOrdersByRefs(db, passedOver));
  const byRef = new Map(existing.map((order) => [refKey(order), order]));
  const keyTaken: OrderInsert[] = [];
  for (const order of passedOver) {
    const found = byRef.get(refKey(order));
    if (found === undefined) keyTaken.push(order);
    else results.set(order.attemptId, { order: found, created: found.attemptId === order.attemptId });
  }
  for (const [attemptId, owner] of await findKeyOwners(db, keyTaken)) results.set(attemptId, owner);
  return results;
}

/** A transaction is retried as a whole. */
const reading = <T>(db: Database | Tx, work: () => Promise<T>): Promise<T> =>
  db.isTransaction ? work() : retrying(work);

async function findKeyOwners(db: Database | Tx, orders: OrderInsert[]): Promise<[attemptId: string, WriteResult][]> {
  const keyed = orders.filter(isKeyed);
  const owners = keyed.length === 0 ? [] : await reading(db, () => findOrdersByIdempotencyKeys(db, keyed));
  const byKey = new Map(owners.map((owner) => [ownKey(owner), owner.partnerOrderRef]));
  return orders.map((order) => {
    const takenBy = isKeyed(order) ? byKey.get(ownKey(order)) : undefined;
    return [order.attemptId, takenBy === undefined ? 'unknown' : { takenBy }];
  });
}

/** The insert of an order: its row and the prepared `order.created` event, without the id assigned on insert. */
export function insertOf(actor: Actor, { holderId, mode }: Book, draft: OrderDraft, at: Date): OrderInsert {
  const sent = { ...draft, holderId, mode, attemptId: randomUUID(), at };
  const { order_id: _, ...data } = presentOrderEvent(newOrder(sent, 0n));
  return { ...sent, ...prepareEvent<'order.created', 'order_id'>(actor, holderId, 'order.created', data) };
}

export function newOrder({ at, ...sent }: Omit<OrderInsert, keyof PreparedEvent>, id: bigint): Order {
  return {
    ...sent,
    id,
    paymentStatus: initialPaymentStatus,
    settlementStatus: initialSettlementStatus,
    holdReason: null,
    settlementId: null,
    ...noRefundTotals,
    splits: sent.splits.map(newSplit),
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    settledAt: null,
  };
}
