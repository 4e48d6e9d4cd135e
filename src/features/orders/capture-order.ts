/**
 * The company captures an authorized order, in full or in part (docs/contract/partner.md, "Capture an order"). What is asked for is
 * recorded here, and the provider is asked after the commit (`request-capture.ts` of payments).
 */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { PayDeps } from '../payments/pay-with-provider.ts';
import { isPaid, type Payment } from '../payments/payment.ts';
import { listPaymentsOfOrder, lockPayment } from '../payments/payments.repository.ts';
import { acceptCapture } from '../payments/request-capture.ts';
import type { Order } from './order.ts';
import { lockOrder } from './orders.repository.ts';
import { type CaptureTerms, planCapture } from './plan-capture.ts';

type AskedCapture = { order: Order; payment: Payment; amount: bigint; shares: bigint[] };

/**
 * Accepts a capture, or returns what was asked for before if this is a repetition.
 * @throws AppError `forbidden`; `not_found`; `validation_failed`; `invalid_state` for an order that is not authorized, or of which
 *   another capture was asked for.
 */
export async function requestOrderCapture(
  actor: Actor,
  tx: Tx,
  deps: Pick<PayDeps, 'clock' | 'providers'>,
  book: Book,
  partnerOrderRef: string,
  terms: CaptureTerms,
): Promise<AskedCapture> {
  authorize(actor, 'orders.capture', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  const payment = order.capture === null ? undefined : await lockHeld(tx, order);
  if (payment === undefined) {
    const message =
      order.capture === null
        ? 'The order is captured as it is paid.'
        : `The order's payment_status is ${order.paymentStatus}.`;
    throw new AppError('invalid_state', { message });
  }
  const plan = planCapture(order, terms);
  if (!plan.ok) throw invalidField(plan.field, plan.message);
  const { amount, shares } = plan;
  const asked = await acceptCapture({ actor, tx, at: deps.clock.now(book.holderId, book.mode) }, deps, payment, {
    amount,
    shares,
  });
  if (asked === payment) return { order, payment, amount, shares };

  await appendAudit(actor, tx, {
    action: 'orders.capture',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'order', id: String(order.id) },
    after: { order: partnerOrderRef, amount, currency: order.currency },
  });
  return { order, payment: asked, amount, shares };
}

/** The payment that holds the customer's money, or has captured it. */
async function lockHeld(tx: Tx, { holderId, id }: Order): Promise<Payment | undefined> {
  const payments = await listPaymentsOfOrder(tx, holderId, id);
  const held = payments.find(({ status }) => status === 'authorized' || isPaid(status));
  return held && lockPayment(tx, holderId, held.id);
}
