/**
 * The payment of an order with source `service` (docs/contract.md, "Record an order"). A pending order has at most one
 * open payment: when it has expired, the next read of the order creates a new one.
 */
import type { Actor } from '../access/actor.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import type { Book } from '../ledger/accounts.ts';
import { cancelLocked, isExpired, type PaymentDeps } from '../payments/capture-payment.ts';
import type { PaymentCreator } from '../payments/create-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { listPaymentsOfOrder, lockPayment } from '../payments/payments.repository.ts';
import type { Order } from './order.ts';
import { markPaid } from './order-transitions.ts';
import { lockOrderById } from './orders.repository.ts';

/** Whether a payment can still be paid, or has an attempt under way. */
const isLive = (payment: Payment, clock: Clock): boolean =>
  payment.status === 'processing' || (payment.status === 'created' && !isExpired(payment, clock));

/** Whether the order is still to be paid at the checkout. */
export const needsPaymentLink = (order: Order): boolean =>
  order.paymentSource === 'service' && order.paymentStatus === 'pending';

/** The id of the order's open payment, created if there is none. Undefined once the order is no longer pending. */
export async function ensurePaymentLink(
  actor: Actor,
  tx: Tx,
  deps: { clock: Clock; creator: PaymentCreator },
  order: Order,
): Promise<string | undefined> {
  const existing = (await listPaymentsOfOrder(tx, order.holderId, order.id)).find((one) => isLive(one, deps.clock));
  if (existing !== undefined) return existing.id;
  const locked = await lockOrderById(tx, order, order.id);
  if (locked === undefined || !needsPaymentLink(locked)) return undefined;
  // A concurrent read may have created one while this transaction waited for the lock.
  const meanwhile = (await listPaymentsOfOrder(tx, order.holderId, order.id)).find((one) => isLive(one, deps.clock));
  if (meanwhile !== undefined) return meanwhile.id;

  const created = await deps.creator.createForOrder(actor, tx, order, {
    amount: order.totalAmount,
    currency: order.currency,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    custom: order.partnerOrderRef,
    webhookUrl: null,
    orderId: order.id,
  });
  return created.id;
}

/** Marks an order as paid in the transaction that posted its payment: `pending → paid`. */
export async function payOrder(actor: Actor, tx: Tx, payment: Payment, at: Date): Promise<void> {
  if (payment.orderId === null) return;
  const order = await lockOrderById(tx, payment, payment.orderId);
  if (order?.paymentStatus !== 'pending') {
    throw new AppError('invalid_state', { message: `The order's payment_status is ${order?.paymentStatus}.` });
  }
  await markPaid(actor, tx, order, at);
  await enqueueSettlement(tx, order);
}

/** Cancels the open payment of a pending order. @throws AppError `invalid_state` while an attempt is under way. */
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
      throw new AppError('invalid_state', { message: 'An attempt to pay this order is under way.' });
    }
    if (locked !== undefined && isLive(locked, deps.clock)) await cancelLocked(actor, tx, deps, locked);
  }
}
