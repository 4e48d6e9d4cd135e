/**
 * A refund of a payment in answers and events of interface A (docs/contract/merchant.md, "Refund or cancel a payment").
 * Amounts become decimals only here.
 */
import { presentAmount } from '../payments/present-payment.ts';
import type { PresentedRefund } from './refund-schemas.ts';
import type { Refund } from './refunds.repository.ts';

export const presentRefund = (refund: Refund): PresentedRefund => ({
  refund_id: refund.id,
  refund_ref: refund.refundRef,
  token: refund.paymentId,
  status: refund.status,
  amount: presentAmount(refund.amount, refund.currency),
  currency: refund.currency,
  reason: refund.reason ?? '',
  created_at: refund.createdAt.toISOString(),
});
