/**
 * The payment of an order with source `service` (docs/contract/partner.md, "Record an order"). A pending order has at
 * most one open payment: when it has expired, the next read of the order creates a new one.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findSucceeded } from '../payments/attempts.repository.ts';
import { cancelLocked, expireLocked, isExpired, type PaymentDeps } from '../payments/capture-payment.ts';
import type { PaymentCreator } from '../payments/create-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { listPaymentsOfOrder, listPaymentsOfOrders, lockPayment } from '../payments/payments.repository.ts';
import type { PaymentDraft } from '../payments/plan-payment.ts';
import { lockOrdersById } from './many-orders.repository.ts';
import type { Order } from './order.ts';
import type { PaymentStatus } from './order-state.ts';
import { markAuthorized, markPaid, markReopened } from './order-transitions.ts';
import { lockOrderById, setOrderFee, setPaidFromWallet } from './orders.repository.ts';
import { capturedBy } from './plan-capture.ts';

/** Whether a payment can still be paid, has an attempt under way, or is authorized. */
const isLive = (payment: Payment, clock: Clock): boolean =>
  payment.status === 'processing' ||
  payment.status === 'authorized' ||
  (payment.status === 'created' && !isExpired(payment, clock));

/** Whether the order is still to be paid at the checkout. */
export const needsPaymentLink = (order: Order): boolean =>
  order.paymentSource === 'service' && order.paymentStatus === 'pending';

type LinkDeps = { clock: Clock; creator: PaymentCreator };

/**
 * The ids of the open payments of a book's orders, by the orders' ids; created where there is none. An order that is no
 * longer pending has none.
 */
export async function ensurePaymentLinks(
  actor: Actor,
  tx: Tx,
  deps: LinkDeps,
  book: Book,
  orders: readonly Order[],
): Promise<Map<bigint, string>> {
  const links = await findOpenPayments(tx, deps.clock, book, orders);
  const missing = orders.filter(({ id }) => !links.has(id));
  if (missing.length === 0) return links;
  const locked = (
    await lockOrdersById(
      tx,
      book,
      missing.map(({ id }) => id),
    )
  ).filter(needsPaymentLink);
  if (locked.length === 0) return links;
  await expireLinks(actor, tx, deps, book, locked);
  // A concurrent read may have created one while this transaction waited for the lock.
  for (const [id, payment] of await findOpenPayments(tx, deps.clock, book, locked)) links.set(id, payment);
  const unlinked = locked.filter(({ id }) => !links.has(id));
  if (unlinked.length === 0) return links;

  const created = await deps.creator.createForOrders(actor, tx, book, unlinked.map(paymentDraftOf));
  created.forEach(({ id }, index) => {
    links.set((unlinked[index] as Order).id, id);
  });
  return links;
}

/**
 * Ends the payments whose lifetime is over, so that nobody can begin to pay one of them beside its successor: an attempt
 * that has begun meanwhile, by a clock that is behind, keeps its payment alive.
 */
async function expireLinks(
  actor: Actor,
  tx: Tx,
  deps: LinkDeps,
  { holderId }: Book,
  orders: readonly Order[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  for (const payment of await listPaymentsOfOrders(tx, holderId, ids)) {
    if (!isExpired(payment, deps.clock)) continue;
    const locked = await lockPayment(tx, holderId, payment.id);
    if (locked !== undefined) await expireLocked(actor, tx, deps, locked);
  }
}

async function findOpenPayments(
  tx: Tx,
  clock: Clock,
  { holderId }: Book,
  orders: readonly Order[],
): Promise<Map<bigint, string>> {
  const ids = orders.map(({ id }) => id);
  const live = (await listPaymentsOfOrders(tx, holderId, ids)).filter((payment) => isLive(payment, clock));
  // Newest first: of several the newest is kept.
  return new Map(live.toReversed().map((payment) => [payment.orderId as bigint, payment.id]));
}

const paymentDraftOf = (order: Order): PaymentDraft => ({
  amount: order.totalAmount,
  currency: order.currency,
  returnUrl: order.returnUrl,
  cancelUrl: order.cancelUrl,
  custom: order.partnerOrderRef,
  webhookUrl: null,
  orderId: order.id,
  ...(order.capture === 'manual' ? { manualCapture: true } : {}),
});

/** Leads an order on with the authorization of its payment, or back when it has ended without a capture. */
export async function followAuthorization(work: UnitOfWork, payment: Payment): Promise<void> {
  if (payment.orderId === null) return;
  const order = await lockOrderById(work.tx, payment, payment.orderId);
  if (payment.status !== 'authorized') {
    if (order?.paymentStatus === 'authorized') await markReopened(work, order);
    return;
  }
  await markAuthorized(work, requireOpen(order, ['pending']), payment.capturableUntil);
}

function requireOpen(order: Order | undefined, from: readonly PaymentStatus[]): Order {
  if (order !== undefined && from.includes(order.paymentStatus)) return order;
  throw new AppError('invalid_state', { message: `The order's payment_status is ${order?.paymentStatus}.` });
}

/** Marks an order as paid in the transaction that posted its payment: `pending | authorized → paid`. */
export async function payOrder(work: UnitOfWork, payment: Payment): Promise<void> {
  const { tx } = work;
  if (payment.orderId === null) return;
  const order = requireOpen(await lockOrderById(tx, payment, payment.orderId), ['pending', 'authorized']);
  await markPaid(work, order, payment.capturedAmount === null ? undefined : capturedBy(order, payment));
  if (payment.fee > 0n) await setOrderFee(tx, order, payment.fee);
  if ((await findSucceeded(tx, payment))?.method === 'wallet') await setPaidFromWallet(tx, order);
  await enqueueSettlement(tx, order);
}

/** Cancels the open payment of an order, or voids an authorized one. @throws AppError `invalid_state` while an attempt is under way. */
export async function cancelPaymentLink(
  actor: Actor,
  tx: Tx,
  deps: PaymentDeps,
  book: Book,
  order: Order,
): Promise<void> {
  for (const payment of await listPaymentsOfOrder(tx, book.holderId, order.id)) {
    const locked = await lockPayment(tx, book.holderId, payment.id);
    if (locked?.status === 'processing') {
      throw new AppError('invalid_state', { message: 'A payment of this order is in progress.' });
    }
    if (locked !== undefined && isLive(locked, deps.clock)) await cancelLocked(actor, tx, deps, locked);
  }
}
