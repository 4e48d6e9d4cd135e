/**
 * Records an order exactly once (docs/contract/partner.md, "Record an order"). Concurrent requests are committed in
 * batches. Of any number of requests with one ref exactly one is answered as its creator, even when the first answer
 * was lost.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock/clock.ts';
import { createBatch, type Lane, type Settled } from '../../base/database/batch.ts';
import { type BookPlacement, createBatches } from '../../base/database/batches.ts';
import type { InsertRows } from '../../base/database/book-insert.ts';
import type { Database } from '../../base/database/pool.ts';
import { retrying, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Tracer } from '../../base/tracing/tracer.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { prepareEventText } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type OrderInsert, orderInsert, type RecordedOrder } from './insert-orders.repository.ts';
import { findOrdersByIdempotencyKeys } from './many-orders.repository.ts';
import { createdEventData, newOrder, newOrderFacts } from './new-order.ts';
import type { Order, OrderDraft } from './order.ts';
import { findOrder, findOrdersByRefs } from './orders.repository.ts';
import type { OrderPlan } from './plan-order.ts';

const batchSizeMax = 256;
const queueLengthMax = 2_048;

/**
 * `created` is true for a new order (201) and false for an existing one (200). `facts` of `newOrderFacts`: of one that this request
 * inserted just now.
 */
export type RecordedOutcome = { order: Order; created: boolean; facts?: string };

type ManyRecorded = (RecordedOutcome | { error: unknown })[];

/** Writes drafts durably. The service uses batches; the benchmark compares other writers. */
export type OrderWriter = {
  /** One order. */
  (actor: Actor, book: Book, draft: OrderDraft): Promise<RecordedOutcome>;
  /** The orders of one request. @returns what became of each, in their order. */
  many(actor: Actor, book: Book, drafts: readonly OrderDraft[]): Promise<ManyRecorded>;
  /** Resolves when it is nearly the turn of an order of this company; see `Batch`. */
  whenNear?: (holderId: bigint) => Promise<void> | undefined;
  /** Whether an order that arrives now would wait too long; see `Batches`. */
  isBusy?: (lane: Lane, holderId?: bigint) => boolean;
};

/** `unknown`: neither written nor found; to be sent again. */
type WriteResult = RecordedOutcome | { takenBy: string } | 'unknown';

/** An order to insert, with the text of `newOrderFacts`. */
type NewOrder = OrderInsert & { facts: string };

const refKey = ({ holderId, mode, partnerOrderRef }: Order): string => `${holderId}/${mode}/${partnerOrderRef}`;

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
    createBatch<NewOrder, WriteResult>({
      write: (orders) => writeOrders({ db, insert }, orders),
      batchSizeMax,
      queueLengthMax,
      onBatch,
      traced: tracer && { tracer, name: 'record orders' },
    }),
  );
  const write = async (actor: Actor, { holderId, mode }: Book, draft: OrderDraft): Promise<RecordedOutcome> => {
    if (draft.webhookUrl !== null) await onAddress?.({ holderId, mode });
    const insert = insertOf(actor, { holderId, mode }, draft, clock.now(holderId, mode));
    return recordedOutcome(await batches.submit(holderId, insert));
  };
  const many: OrderWriter['many'] = async (actor, { holderId, mode }, drafts) => {
    if (drafts.some(({ webhookUrl }) => webhookUrl !== null)) await onAddress?.({ holderId, mode });
    const now = clock.now(holderId, mode);
    const inserts = drafts.map((draft) => insertOf(actor, { holderId, mode }, draft, now));
    return (await batches.submitMany(holderId, inserts)).map(outcomeOf);
  };
  return Object.assign(write, { many, whenNear: batches.whenNear, isBusy: batches.isBusy });
}

function outcomeOf(settled: Settled<WriteResult>): ManyRecorded[number] {
  if (!settled.ok) return { error: settled.error };
  try {
    return recordedOutcome(settled.output);
  } catch (error) {
    return { error };
  }
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

/** @returns what became of each, in their order. */
export async function writeOrders(deps: WriteDeps, sent: readonly NewOrder[]): Promise<WriteResult[]> {
  const results = new Map<NewOrder, WriteResult>();
  let waiting = sent;
  // The first of several orders with one idempotency key is written before the others, so that it gets the key.
  let leaders = firstOfEach(
    firstOfEach(waiting, ({ order }) => refKey(order)),
    keyOrAttempt,
  );
  while (waiting.length > 0) {
    // The first of several requests with one ref is written and the others get its result. If it is refused, the next
    // one is tried on its own.
    await writeDistinct(deps, leaders, results);
    waiting = waiting.length === leaders.length ? [] : withoutAnswered(waiting, leaders, results);
    leaders = firstOfEach(waiting, ({ order }) => refKey(order));
  }
  return sent.map((order) => results.get(order) as WriteResult);
}

/** Answers the orders whose leader was recorded. @returns the others, without the leaders. */
function withoutAnswered(
  waiting: readonly NewOrder[],
  leaders: readonly NewOrder[],
  results: Map<NewOrder, WriteResult>,
): NewOrder[] {
  const leaderOf = new Map(leaders.map((leader) => [refKey(leader.order), leader]));
  return waiting.filter((one) => {
    const leader = leaderOf.get(refKey(one.order));
    if (leader === undefined) return true;
    if (leader === one) return false;
    const result = results.get(leader) as WriteResult;
    if (result === 'unknown' || 'takenBy' in result) return true;
    results.set(one, { order: result.order, created: false });
    return false;
  });
}

function firstOfEach(orders: readonly NewOrder[], keyOf: (order: NewOrder) => string): readonly NewOrder[] {
  const first = new Map<string, NewOrder>();
  for (const order of orders) {
    const key = keyOf(order);
    if (!first.has(key)) first.set(key, order);
  }
  return first.size === orders.length ? orders : [...first.values()];
}

const ownKey = ({ holderId, mode, idempotencyKey }: Book & { idempotencyKey: string }): string =>
  `${holderId}/${mode}/${idempotencyKey}`;

const isKeyed = <O extends Order>(order: O): order is O & { idempotencyKey: string } => order.idempotencyKey !== null;

const keyOrAttempt = ({ order }: NewOrder): string => (isKeyed(order) ? ownKey(order) : order.attemptId);

/**
 * Writes orders with distinct refs. Existing orders are looked up in a second statement, because the snapshot of the
 * first can't see a concurrent insert.
 */
async function writeDistinct(
  { db, insert }: WriteDeps,
  leaders: readonly NewOrder[],
  results: Map<NewOrder, WriteResult>,
): Promise<void> {
  const recorded = await insert(leaders);
  const idOf = new Map(recorded.map(({ attemptId, id }) => [attemptId, id]));
  const passedOver: NewOrder[] = [];
  for (const one of leaders) {
    const id = idOf.get(one.order.attemptId);
    if (id === undefined) passedOver.push(one);
    else results.set(one, { order: { ...one.order, id }, created: true, facts: one.facts });
  }
  if (passedOver.length === 0) return;

  const existing = await reading(db, () =>
    findOrdersByRefs(
      db,
      passedOver.map(({ order }) => order),
    ),
  );
  const byRef = new Map(existing.map((order) => [refKey(order), order]));
  const keyTaken: NewOrder[] = [];
  for (const one of passedOver) {
    const found = byRef.get(refKey(one.order));
    if (found === undefined) keyTaken.push(one);
    else results.set(one, { order: found, created: found.attemptId === one.order.attemptId });
  }
  await findKeyOwners(db, keyTaken, results);
}

/** A transaction is retried as a whole. */
const reading = <T>(db: Database | Tx, work: () => Promise<T>): Promise<T> =>
  db.isTransaction ? work() : retrying(work);

async function findKeyOwners(
  db: Database | Tx,
  orders: readonly NewOrder[],
  results: Map<NewOrder, WriteResult>,
): Promise<void> {
  const keyed = orders.map(({ order }) => order).filter(isKeyed);
  const owners = keyed.length === 0 ? [] : await reading(db, () => findOrdersByIdempotencyKeys(db, keyed));
  const byKey = new Map(owners.map((owner) => [ownKey(owner), owner.partnerOrderRef]));
  for (const one of orders) {
    const takenBy = isKeyed(one.order) ? byKey.get(ownKey(one.order)) : undefined;
    results.set(one, takenBy === undefined ? 'unknown' : { takenBy });
  }
}

/** A new order with the prepared `order.created` event; both without the id assigned on insert. */
export function insertOf(actor: Actor, book: Book, draft: OrderDraft, at: Date): NewOrder {
  const order = newOrder(draft, book, randomUUID(), at);
  const facts = newOrderFacts(order);
  return { order, facts, ...prepareEventText(actor, book.holderId, 'order.created', createdEventData(facts)) };
}
