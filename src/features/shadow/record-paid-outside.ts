/**
 * Records what a company has paid restaurants and couriers of shadow orders outside the service, which lowers the
 * balances owed (docs/ledger.md, "What is posted"). All orders of a request or none; the same `payment_ref` is recorded
 * once. No real account moves.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import { presentOrderEvent } from '../orders/present-order.ts';
import { type PaidOutsideItem, paidOutsideDrafts, planPaidOutside } from './plan-paid-outside.ts';
import { requestHash } from './request-hash.ts';
import { amountOf, type Portion, refusalOf, withPortions } from './shadow-order.ts';
import { lockShadowOrders, setPaidOutside } from './shadow-orders.repository.ts';
import {
  findPaidOutside,
  insertPayment,
  insertPaymentLines,
  listPaymentLines,
  type ShadowPayment,
  type ShownLine,
} from './shadow-records.repository.ts';

export type PaidOutsideRequest = { paymentRef: string; reference: string | null; orders: PaidOutsideItem[] };

export type PaidOutside = { payment: ShadowPayment; lines: ShownLine[]; replayed: boolean };

/**
 * @throws AppError `forbidden`; `validation_failed` for an order that may not be named, or more than what is left of
 *   it; `invalid_state` for one that has not settled or has nothing left; `idempotency_conflict` when the `payment_ref`
 *   was used for another request.
 */
export async function recordPaidOutside(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  request: PaidOutsideRequest,
): Promise<PaidOutside> {
  authorize(actor, 'shadow.record_paid_outside', book);
  const { holderId, mode } = book;
  const { paymentRef, reference } = request;
  const at = clock.now(holderId, mode);
  const items = request.orders.map((item) => [item.partnerOrderRef, item.type, item.amount ?? null]);
  const hash = requestHash([reference, items]);
  const id = newPublicId('out', holderId);
  const payment: ShadowPayment = { holderId, mode, id, paymentRef, reference, requestHash: hash, createdAt: at };
  // Insert the record first: a concurrent request with the same ref waits for this one's outcome.
  if (!(await insertPayment(tx, payment))) return earlierPayment(tx, book, paymentRef, hash);
  const orders = await lockShadowOrders(
    tx,
    book,
    request.orders.map((item) => item.partnerOrderRef),
  );
  const plan = planPaidOutside(orders, request.orders);
  if (!plan.ok) throw refusalOf(plan.problems);
  const { portions } = plan;
  const byOrder = Map.groupBy(portions, ({ order }) => order);

  await post(tx, paidOutsideDrafts(portions, subjectOf.paidOutside(payment.id)), at);
  const lines = portions.map(({ order, split, amount }) => ({ orderId: order.id, split, amount }));
  await insertPaymentLines(tx, holderId, payment.id, lines);
  const changes = [...byOrder].map(([order, own]) => ({
    orderId: order.id,
    amounts: withPortions(order, 'paidOutside', own),
  }));
  await setPaidOutside(tx, book, changes, at);
  const events = [...byOrder].map(([order, own]) => eventOf(payment, { ...order, updatedAt: at }, own));
  await appendEvents({ actor, tx, at }, book, events);
  return { payment, lines: await listPaymentLines(tx, holderId, payment.id), replayed: false };
}

async function earlierPayment(tx: Tx, book: Book, paymentRef: string, hash: Buffer): Promise<PaidOutside> {
  const payment = await findPaidOutside(tx, book, paymentRef);
  if (payment === undefined || !payment.requestHash.equals(hash)) {
    throw new AppError('idempotency_conflict', { message: 'This payment_ref was used for another request.' });
  }
  return { payment, lines: await listPaymentLines(tx, book.holderId, payment.id), replayed: true };
}

const eventOf = (payment: ShadowPayment, order: Order, portions: readonly Portion[]) => ({
  type: 'shadow_order.paid_outside' as const,
  subject: subjectOf.order(order.id),
  data: {
    ...presentOrderEvent(order),
    payment_ref: payment.paymentRef,
    reference: payment.reference,
    amount: jsonDecimal(amountOf(portions), exponentOf(order.currency)),
  },
});
