/**
 * Every change of an order's state, with its event. The caller must have locked the rows and checked the state: a
 * failed guard is a bug, not a refusal. Never decides whether a change is allowed.
 */

import assert from 'node:assert/strict';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { appendEvents, type NewEvent } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { setHoldReason, setSplits } from './holds.repository.ts';
import type { Order, OrderSplit } from './order.ts';
import { storedTotal } from './order-row.ts';
import { type PaymentStatus, paymentTransitions, type SettlementStatus, settlementTransitions } from './order-state.ts';
import { type SettlementFacts, setPaymentStatus, setSettlementStatus } from './orders.repository.ts';
import { presentOrderEvent } from './present-order.ts';

/**
 * Why an order is on hold. `balance_limit`: settling it would bring a balance over the limit; `charged_back`: the
 * customer's bank took its payment back, or a part.
 */
type HoldReason = 'unassigned_split' | 'by_hand' | 'balance_limit' | 'charged_back';

/** The event type for each new payment status. */
const paymentEvents = {
  pending: 'order.reopened',
  authorized: 'order.authorized',
  paid: 'order.paid',
  cancelled: 'order.cancelled',
  partially_refunded: 'order.partially_refunded',
  refunded: 'order.refunded',
} as const satisfies Record<PaymentStatus, string>;

/** The event type for each new settlement status; for `on_hold`, which includes the reason, see `heldEvent`. */
const settlementEvents = {
  unsettled: 'order.released',
  awaiting_funds: 'order.deferred',
  settled: 'order.settled',
  partially_reversed: 'order.partially_reversed',
  reversed: 'order.reversed',
  void: 'order.voided',
} as const satisfies Record<Exclude<SettlementStatus, 'on_hold'>, string>;

/** The event type of every step back. */
const restored = 'order.restored';

async function changePayment(
  work: UnitOfWork,
  order: Order,
  to: keyof typeof paymentEvents,
  event: OrderEvent = paymentEvents[to],
  captured: Partial<Pick<Order, 'capturableUntil' | 'capturedAmount' | 'splits'>> = {},
): Promise<Order> {
  const { tx, at } = work;
  const from = order.paymentStatus;
  const paidAt = to === 'paid' ? (order.paidAt ?? at) : order.paidAt;
  assert(paymentTransitions[from].includes(to), `${from} leads to ${to}`);
  const { capturableUntil, capturedAmount, splits } = captured;
  const facts = {
    ...(capturableUntil === undefined ? {} : { capturableUntil }),
    ...(capturedAmount == null ? {} : { capturedAmount }),
    ...(splits === undefined ? {} : { uncaptured: storedTotal(splits, 'uncaptured') }),
  };
  assert(await setPaymentStatus(tx, order, order.id, { from, to, paidAt, ...facts }, at), `order is ${from}`);
  const changed: Order = { ...order, ...captured, paymentStatus: to, paidAt, updatedAt: at };
  await appendEvents(work, order, [eventOf(event, changed)]);
  return changed;
}

/**
 * `pending | authorized → paid`. @returns the order after the change, like every function here that changes one order.
 * @param captured of an order that the company captures: what was, with the shares of it.
 */
export const markPaid = (
  work: UnitOfWork,
  order: Order,
  captured?: Pick<Order, 'capturedAmount' | 'splits'>,
): Promise<Order> => changePayment(work, order, 'paid', paymentEvents.paid, captured);

/** `pending → authorized`. */
export const markAuthorized = (work: UnitOfWork, order: Order, capturableUntil: Date | null): Promise<Order> =>
  changePayment(work, order, 'authorized', paymentEvents.authorized, { capturableUntil });

/** `authorized → pending`: its authorization ended without a capture. */
export const markReopened = (work: UnitOfWork, order: Order): Promise<Order> =>
  changePayment(work, order, 'pending', paymentEvents.pending, { capturableUntil: null });

/** The money of an order that was refunded before is confirmed: only `paidAt` changes. */
export async function markConfirmed(work: UnitOfWork, order: Order): Promise<Order> {
  const { tx, at } = work;
  const { paymentStatus: status } = order;
  assert(order.paidAt === null, `order ${order.id} is not paid`);
  assert(
    await setPaymentStatus(tx, order, order.id, { from: status, to: status, paidAt: at }, at),
    `order is ${status}`,
  );
  const confirmed: Order = { ...order, paidAt: at, updatedAt: at };
  await appendEvents(work, order, [eventOf('order.paid', confirmed)]);
  return confirmed;
}

/** `pending | authorized → cancelled`. */
export const markCanceled = (work: UnitOfWork, order: Order): Promise<Order> => changePayment(work, order, 'cancelled');

/** `pending | paid | partially_refunded → partially_refunded | refunded`. */
export const markRefunded = (work: UnitOfWork, order: Order, to: 'partially_refunded' | 'refunded'): Promise<Order> =>
  changePayment(work, order, to);

/** `refunded → partially_refunded | paid`, `partially_refunded → paid`: a refund failed after it had succeeded. */
export const markPaymentRestored = (work: UnitOfWork, order: Order, to: 'partially_refunded' | 'paid') =>
  changePayment(work, order, to, restored);

/** The fields that change together with the settlement status. */
const factsOf = (facts: SettlementFacts, at: Date): Partial<Order> => ({
  holdReason: 'holdReason' in facts ? facts.holdReason : null,
  ...('settlementId' in facts ? { settlementId: facts.settlementId, settledAt: at } : {}),
});

async function changeSettlement(
  work: UnitOfWork,
  book: Book,
  orders: readonly Order[],
  to: SettlementStatus,
  facts: SettlementFacts = {},
  note?: string,
  event: OrderEvent | undefined = undefined,
): Promise<Order[]> {
  const { tx, at } = work;
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.id);
  const from = [...new Set(orders.map((order) => order.settlementStatus))];
  for (const one of from) assert(settlementTransitions[one].includes(to), `${one} leads to ${to}`);
  const became = { settlementStatus: to, updatedAt: at, ...factsOf(facts, at) };
  const changed = (order: Order): Order => ({ ...order, ...became });
  const eventOfChanged = (order: Order): NewEvent =>
    to === 'on_hold' ? heldEvent(changed(order), note) : eventOf(event ?? settlementEvents[to], changed(order));
  // The events are presented while the database writes what comes before them.
  const [count] = await Promise.all([
    setSettlementStatus(tx, book, ids, { from, to }, at, facts),
    appendEvents(work, book, orders.values().map(eventOfChanged)),
  ]);
  assert.equal(count, orders.length, `all orders can become ${to}`);
  return orders.map(changed);
}

/** `changeSettlement` for one order. */
async function changeOne(work: UnitOfWork, order: Order, to: SettlementStatus): Promise<Order> {
  const [changed] = await changeSettlement(work, order, [order], to);
  return changed as Order;
}

/** `unsettled | awaiting_funds → settled`. */
export const markSettled = (work: UnitOfWork, book: Book, orders: readonly Order[], settlementId: bigint) =>
  changeSettlement(work, book, orders, 'settled', { settlementId });

/** `unsettled → awaiting_funds`. */
export const markAwaitingFunds = (work: UnitOfWork, book: Book, orders: readonly Order[]) =>
  changeSettlement(work, book, orders, 'awaiting_funds');

/** `unsettled | awaiting_funds → on_hold`. @param note the reason given by the caller. */
export const markOnHold = (
  work: UnitOfWork,
  book: Book,
  orders: readonly Order[],
  holdReason: HoldReason,
  note?: string,
) => changeSettlement(work, book, orders, 'on_hold', { holdReason }, note);

/** Changes the reason of an order on hold, so that what ends the hold for the earlier reason does not release it. */
export async function markHeldFor(
  work: UnitOfWork,
  order: Order,
  holdReason: 'by_hand' | 'charged_back',
  note?: string,
): Promise<void> {
  const { tx, at } = work;
  assert(await setHoldReason(tx, order, order.id, holdReason, at), `order ${order.id} is on hold`);
  await appendEvents(work, order, [heldEvent({ ...order, holdReason, updatedAt: at }, note)]);
}

/** `on_hold → unsettled`. */
export const markReleased = (work: UnitOfWork, order: Order) => changeOne(work, order, 'unsettled');

/** A split was assigned its link; no state changes. @param assigned.splits all splits, the changed one included. */
export async function markSplitAssigned(
  work: UnitOfWork,
  order: Order,
  { place, splits }: { place: number; splits: OrderSplit[] },
): Promise<Order> {
  const { tx, at } = work;
  assert(await setSplits(tx, order, order.id, splits, at), `order ${order.id} can be assigned`);
  const assigned: Order = { ...order, splits, updatedAt: at };
  const { type, ref } = splits[place] as OrderSplit;
  const data = {
    ...presentOrderEvent(assigned),
    split: place,
    beneficiary_type: type,
    beneficiary_ref: Number(ref),
  };
  await appendEvents(work, order, [{ type: 'split.assigned', subject: subjectOf.order(order.id), data }]);
  return assigned;
}

/** `settled | partially_reversed → partially_reversed | reversed`. */
export const markReversed = (work: UnitOfWork, order: Order, to: 'partially_reversed' | 'reversed') =>
  changeOne(work, order, to);

/** `unsettled | awaiting_funds | on_hold → void`. */
export const markVoid = (work: UnitOfWork, order: Order) => changeOne(work, order, 'void');

/**
 * `reversed → partially_reversed | settled`, `partially_reversed → settled`, `void → unsettled`: a refund failed after it
 * had succeeded.
 */
export async function markSettlementRestored(
  work: UnitOfWork,
  order: Order,
  to: 'partially_reversed' | 'settled' | 'unsettled',
): Promise<Order> {
  const [changed] = await changeSettlement(work, order, [order], to, {}, undefined, restored);
  return changed as Order;
}

type OrderEvent =
  | typeof restored
  | (typeof paymentEvents)[keyof typeof paymentEvents]
  | (typeof settlementEvents)[keyof typeof settlementEvents];

const eventOf = (type: OrderEvent, order: Order): NewEvent => ({
  type,
  subject: subjectOf.order(order.id),
  data: presentOrderEvent(order),
});

const heldEvent = (order: Order, note: string | undefined): NewEvent => ({
  type: 'order.held',
  subject: subjectOf.order(order.id),
  data: { ...presentOrderEvent(order), ...(note === undefined ? {} : { reason: note }) },
});
