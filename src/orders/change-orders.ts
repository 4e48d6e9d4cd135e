/**
 * Every change of an order's state, with its event. The rows must be locked by the caller's transaction; a guard that
 * says no is a bug there, not a refusal. Never decides whether a change is right.
 */
import assert from 'node:assert/strict';
import type { Tx } from '../database/transaction.ts';
import { appendEvents } from '../events/append-events.ts';
import type { Book } from '../ledger/accounts.ts';
import { jsonDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import { setHoldReason, setSplits } from './holds.repository.ts';
import { type Order, orderSubject, type Split } from './order.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';
import { type SettlementFacts, setPaymentStatus, setSettlementStatus } from './orders.repository.ts';

/** Why an order waits on hold. `balance_limit`: its shares would bring a balance beyond what any may be. */
export type HoldReason = 'unassigned_split' | 'by_hand' | 'balance_limit';

/** The facts of an order that its events carry, in the words of interface B. */
export function orderEventData(order: {
  partnerOrderRef: string;
  totalAmount: bigint;
  currency: string;
}): Record<string, unknown> {
  return {
    partner_order_ref: order.partnerOrderRef,
    order_amount: jsonDecimal(order.totalAmount, exponentOf(order.currency)),
    currency: order.currency,
  };
}

async function changePayment(tx: Tx, order: Order, to: Exclude<PaymentStatus, 'pending'>, at: Date): Promise<void> {
  assert(await setPaymentStatus(tx, order, order.id, to, at), `order ${order.id} can become ${to}`);
  await tell(tx, order, [order], `order.${to}`, at);
}

/** `pending → paid`. */
export const markPaid = (tx: Tx, order: Order, at: Date): Promise<void> => changePayment(tx, order, 'paid', at);

/** `pending → cancelled`. */
export const markCancelled = (tx: Tx, order: Order, at: Date): Promise<void> =>
  changePayment(tx, order, 'cancelled', at);

/** `paid | partially_refunded → partially_refunded | refunded`. */
export const markRefunded = (tx: Tx, order: Order, to: 'partially_refunded' | 'refunded', at: Date): Promise<void> =>
  changePayment(tx, order, to, at);

async function changeSettlement(
  tx: Tx,
  book: Book,
  orders: readonly Order[],
  to: SettlementStatus,
  at: Date,
  facts: SettlementFacts = {},
  event: { type?: string; extra?: Record<string, unknown> } = {},
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  const changed = await setSettlementStatus(tx, book, ids, to, at, facts);
  assert.equal(changed, orders.length, `all orders can become ${to}`);
  await tell(tx, book, orders, event.type ?? `order.${to}`, at, facts, event.extra);
}

/** `unsettled | awaiting_funds → settled`. */
export const markSettled = (tx: Tx, book: Book, orders: readonly Order[], settlementId: bigint, at: Date) =>
  changeSettlement(tx, book, orders, 'settled', at, { settlementId });

/** `unsettled → awaiting_funds`. */
export const markAwaitingFunds = (tx: Tx, book: Book, orders: readonly Order[], at: Date) =>
  changeSettlement(tx, book, orders, 'awaiting_funds', at);

/** `unsettled | awaiting_funds → on_hold`. @param note why, in the words of whoever holds it. */
export const markOnHold = (
  tx: Tx,
  book: Book,
  orders: readonly Order[],
  holdReason: HoldReason,
  at: Date,
  note?: string,
) => changeSettlement(tx, book, orders, 'on_hold', at, { holdReason }, { extra: noteData(note) });

/** An order that the settlement holds stays on hold until it is released by hand. */
export async function markHeldByHand(tx: Tx, order: Order, at: Date, note?: string): Promise<void> {
  const holdReason: HoldReason = 'by_hand';
  assert(await setHoldReason(tx, order, order.id, holdReason, at), `order ${order.id} is on hold`);
  await tell(tx, order, [order], 'order.on_hold', at, { holdReason }, noteData(note));
}

const noteData = (note: string | undefined): Record<string, unknown> => (note === undefined ? {} : { reason: note });

/** `on_hold → unsettled`. */
export const markReleased = (tx: Tx, order: Order, at: Date) =>
  changeSettlement(tx, order, [order], 'unsettled', at, {}, { type: 'order.released' });

/** A split has got its link; the states stay. @param assigned.splits all of the order's, the changed one included. */
export async function markSplitAssigned(
  tx: Tx,
  order: Order,
  { place, splits }: { place: number; splits: readonly Split[] },
  at: Date,
): Promise<void> {
  assert(await setSplits(tx, order, order.id, splits, at), `order ${order.id} can be assigned`);
  const split = splits[place] as Split;
  const extra = { split: place, beneficiary_type: split.type, beneficiary_ref: Number(split.ref) };
  await tell(tx, order, [order], 'order.split_assigned', at, {}, extra);
}

/** `settled | partially_reversed → partially_reversed | reversed`. */
export const markReversed = (tx: Tx, order: Order, to: 'partially_reversed' | 'reversed', at: Date) =>
  changeSettlement(tx, order, [order], to, at);

/** `unsettled | awaiting_funds | on_hold → void`. */
export const markVoid = (tx: Tx, order: Order, at: Date) => changeSettlement(tx, order, [order], 'void', at);

function tell(
  tx: Tx,
  book: Book,
  orders: readonly Order[],
  type: string,
  at: Date,
  facts: SettlementFacts = {},
  more: Record<string, unknown> = {},
): Promise<void> {
  const extra = {
    ...('settlementId' in facts ? { settlement_id: Number(facts.settlementId) } : {}),
    ...('holdReason' in facts ? { hold_reason: facts.holdReason } : {}),
    ...more,
  };
  const events = orders.map((order) => ({
    type,
    subject: orderSubject(order.id),
    data: { order_id: Number(order.id), ...orderEventData(order), ...extra },
  }));
  return appendEvents(tx, book, events, at);
}
