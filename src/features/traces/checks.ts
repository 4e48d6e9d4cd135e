/**
 * What must hold of a chain, computed from its own rows: each is a rule of the verification, for this chain alone
 * (docs/ledger.md, "What verify proves"). Pure; amounts are minor units.
 */
import { type Order, paidTotal, shareOf, wholeShareOf } from '../orders/order.ts';
import type { Step, TraceNode } from './trace.ts';

export const chainChecks = [
  'balanced',
  'splits',
  'settlement',
  'refunds',
  'payment',
  'payout',
  'top_up',
  'bank_line',
] as const;

export type ChainCheck = {
  name: (typeof chainChecks)[number];
  currency: string;
  relation: 'equal' | 'at_most';
  left: bigint;
  right: bigint;
  holds: boolean;
};

const check = (
  name: ChainCheck['name'],
  currency: string,
  left: bigint,
  right: bigint,
  relation: ChainCheck['relation'] = 'equal',
): ChainCheck => ({
  name,
  currency,
  relation,
  left,
  right,
  holds: relation === 'equal' ? left === right : left <= right,
});

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** What entered the chain is what left it and what it holds, in each currency. */
export function checkBalanced(nodes: readonly TraceNode[]): ChainCheck[] {
  return [...Map.groupBy(nodes, ({ currency }) => currency)].map(([currency, own]) => {
    const entered = sum(own.map(({ held }) => (held < 0n ? -held : 0n)));
    const ended = sum(own.map(({ held }) => (held > 0n ? held : 0n)));
    return check('balanced', currency, entered, ended);
  });
}

type Paid = { amount: bigint; refunded: bigint; currency: string };

/** @param payments what was paid of each payment, and refunded. */
export function checkPayments(payments: readonly Paid[], steps: readonly Step[]): ChainCheck[] {
  return [...Map.groupBy(payments, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const paid = sum(own.map(({ amount }) => amount));
    const posted = steps.filter((step) => step.code === 'payment' && step.currency === currency && entersBook(step));
    return [
      check('payment', currency, sum(posted.map(({ amount }) => amount)), paid),
      check('refunds', currency, sum(own.map(({ refunded }) => refunded)), paid, 'at_most'),
    ];
  });
}

/** Of a payment between two books, the transfer into the payee's. */
const entersBook = ({ from, to }: Step): boolean =>
  (from.kind === 'outside' || from.kind === 'transit') && (to.kind === 'wallet' || to.kind === 'clearing');

/** @param steps all of the order. */
export function checkOrder(order: Order, steps: readonly Step[]): ChainCheck[] {
  const { currency } = order;
  const splits = check('splits', currency, sum(order.splits.map(wholeShareOf)), paidTotal(order));
  if (order.settledAt === null) return [splits];
  const settled = sum(steps.filter(({ code }) => code === 'settlement').map(({ amount }) => amount));
  return [splits, check('settlement', currency, settled, sum(order.splits.map(shareOf)))];
}

/** @param sent the steps of the payout's own transfers. */
export function checkPayout(
  payout: { amount: bigint; fee: bigint; currency: string },
  sent: readonly Step[],
): ChainCheck[] {
  const { amount, fee, currency } = payout;
  const posted = (code: Step['code']) => sent.filter((step) => step.code === code);
  const taken = sum(posted('payout').map((step) => step.amount));
  const left = posted('payout_sent');
  return [
    check('payout', currency, taken, amount),
    ...(left.length === 0 ? [] : [check('payout', currency, sum(left.map((step) => step.amount)), amount - fee)]),
  ];
}

export const checkTopUp = (topUp: { amount: bigint; currency: string }, steps: readonly Step[]): ChainCheck =>
  check(
    'top_up',
    topUp.currency,
    sum(steps.filter(({ code }) => code === 'top_up').map(({ amount }) => amount)),
    topUp.amount,
  );

/** Lines of statements have no more of the transfers than they moved. @param proven in minor units, unsigned. */
export const checkLines = (currency: string, proven: bigint, moved: bigint): ChainCheck =>
  check('bank_line', currency, proven, moved, 'at_most');
