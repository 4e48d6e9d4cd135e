/**
 * Every way in which the page of a payment can no longer, or not yet, be paid: its sign and its way on. Its words are in
 * the catalog of strings, under the same keys. Pure (docs/contract/merchant.md, "How a payment page ends").
 */
import { isPaid, type Payment } from '../payments/payment.ts';
import type { Strings } from './strings/index.ts';

export type Ending = keyof Strings['endings'];

type EndingFacts = {
  sign: 'done' | 'returned' | 'cancelled' | 'expired' | 'waiting' | 'problem';
  /** Whether the page leads back to the shop. One that waits leads on by itself. */
  leadsToShop: boolean;
  /** Whether this browser may choose another way to pay, or cancel. */
  canAbandon: boolean;
};

const facts = (sign: EndingFacts['sign'], leadsToShop: boolean, canAbandon = false): EndingFacts => ({
  sign,
  leadsToShop,
  canAbandon,
});

export const endings: Readonly<Record<Ending, EndingFacts>> = Object.freeze({
  paid: facts('done', true),
  authorized: facts('done', true),
  already_paid: facts('done', true),
  refunded: facts('returned', true),
  you_cancelled: facts('cancelled', true),
  cancelled: facts('cancelled', true),
  expired: facts('expired', true),
  processing: facts('waiting', false, true),
  needs_confirmation: facts('waiting', false, true),
  in_progress_elsewhere: facts('waiting', false),
  not_payable: facts('problem', true),
});

/**
 * @param own whether the requesting browser ended the payment, or made the attempt under way.
 * @param continues whether that attempt goes on at the provider.
 */
export function endingOf(payment: Pick<Payment, 'status'>, own: boolean, continues = false): Ending {
  const { status } = payment;
  if (status === 'refunded') return 'refunded';
  if (isPaid(status)) return own ? 'paid' : 'already_paid';
  if (status === 'authorized') return own ? 'authorized' : 'already_paid';
  if (status === 'cancelled') return own ? 'you_cancelled' : 'cancelled';
  if (status === 'processing') {
    if (!own) return 'in_progress_elsewhere';
    return continues ? 'needs_confirmation' : 'processing';
  }
  return 'expired';
}
