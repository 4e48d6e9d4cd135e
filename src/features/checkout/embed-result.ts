/**
 * What a frame tells the shop's page when the payment has ended. Pure. It is no proof: the shop asks the status, or waits for its
 * webhook, as after a return (docs/contract/merchant.md, "Embedded checkout").
 */
import type { Payment } from '../payments/payment.ts';
import { ownReturn } from './present-checkout.ts';

export type EmbedResult = {
  status: 'paid' | 'authorized' | 'cancelled' | 'expired';
  token: string;
  trx_id: string | null;
  /** Where the browser would return to; null where the shop gave no such address. */
  url: string | null;
};

/** @param own whether this browser ended the payment; any other is told nothing but that it has expired. */
export function embedResultOf(payment: Payment, own: boolean): EmbedResult | undefined {
  const status = endings[payment.status];
  if (status === undefined || (!own && status !== 'expired')) return undefined;
  const { id: token, trxId } = payment;
  return { status, token, trx_id: own ? trxId : null, url: own ? (ownReturn(payment) ?? null) : null };
}

const endings: Partial<Record<Payment['status'], EmbedResult['status']>> = Object.freeze({
  // Expired by its time: the sweep that says so may come later.
  created: 'expired',
  expired: 'expired',
  authorized: 'authorized',
  succeeded: 'paid',
  partially_refunded: 'paid',
  cancelled: 'cancelled',
});
