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
import { type Order, orderSubject } from './order.ts';
import type { PaymentStatus, SettlementStatus } from './order-state.ts';
import { type SettlementFacts, setPaymentStatus, setSettlementStatus } from './orders.repository.ts';

/** Why an order waits on hold. */
export type HoldReason = 'unassigned_split';

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
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  const changed = await setSettlementStatus(tx, book, ids, to, at, facts);
  assert.equal(changed, orders.length, `all orders can become ${to}`);
  await tell(tx, book, orders, `order.${to}`, at, facts);
}

/** `unsettled | awaiting_funds → settled`. */
export const markSettled = (tx: Tx, book: Book, orders: readonly Order[], settlementId: bigint, at: Date) =>
  changeSettlement(tx, book, orders, 'settled', at, { settlementId });

/** `unsettled → awaiting_funds`. */
export const markAwaitingFunds = (tx: Tx, book: Book, orders: readonly Order[], at: Date) =>
  changeSettlement(tx, book, orders, 'awaiting_funds', at);

/** `unsettled | awaiting_funds → on_hold`. */
export const markOnHold = (tx: Tx, book: Book, orders: readonly Order[], holdReason: HoldReason, at: Date) =>
  changeSettlement(tx, book, orders, 'on_hold', at, { holdReason });

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
): Promise<void> {
  const extra = {
    ...('settlementId' in facts ? { settlement_id: Number(facts.settlementId) } : {}),
    ...('holdReason' in facts ? { hold_reason: facts.holdReason } : {}),
  };
  const events = orders.map((order) => ({
    type,
    subject: orderSubject(order.id),
    data: { order_id: Number(order.id), ...orderEventData(order), ...extra },
  }));
  return appendEvents(tx, book, events, at);
}
