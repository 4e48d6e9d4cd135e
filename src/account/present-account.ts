/** Presents a customer's wallet on its pages. Pure. Times are UTC: without a script, the reader's zone is unknown. */
import { displayAmount, displayTime } from '../pages/display.ts';
import type { Balance } from './account.repository.ts';
import type { ToldMovement, ToldPayment } from './movements.ts';

const timeView = (at: Date) => ({ time: displayTime(at), instant: at.toISOString() });

export const presentBalance = ({ balance, currency }: Balance) => ({
  amount: displayAmount(balance, currency),
  currency,
});

export const presentWalletMovement = ({ what, reference, amount, currency, incoming, createdAt }: ToldMovement) => ({
  what,
  reference,
  // U+2212, the minus as wide as the plus.
  amount: `${incoming ? '+' : '\u2212'}\u00a0${displayAmount(amount, currency)}`,
  currency,
  incoming,
  ...timeView(createdAt),
});

/** One word and one colour per state, on every page. */
const badges: Partial<Record<ToldPayment['status'], { word: string; kind: string }>> = {
  succeeded: { word: 'Paid', kind: 'done' },
  partially_refunded: { word: 'Partly refunded', kind: 'waiting' },
  refunded: { word: 'Refunded', kind: 'ended' },
};

export const presentPaid = ({
  payee,
  reference,
  amount,
  currency,
  status,
  refundedAmount,
  createdAt,
}: ToldPayment) => ({
  payee,
  reference,
  amount: displayAmount(amount, currency),
  currency,
  badge: badges[status] ?? { word: status.replaceAll('_', ' '), kind: 'waiting' },
  refunded: refundedAmount > 0n ? displayAmount(refundedAmount, currency) : undefined,
  ...timeView(createdAt),
});
