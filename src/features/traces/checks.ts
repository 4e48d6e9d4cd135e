/**
 * What must hold of a chain. Each check compares what a row says with the transfers that were posted for it, or with another
 * row, and never one sum with itself; most are a rule of the verification, for this chain alone (docs/ledger.md, "What verify
 * proves"). Pure; amounts are minor units.
 */
import { sumOf } from '../../base/money/compare.ts';
import { findCurrency } from '../../base/money/currency.ts';
import { type Order, paidTotal, shareOf, wholeShareOf } from '../orders/order.ts';
import { recordedDifference } from '../orders/splits-difference.ts';
import type { Payout, PayoutStatus } from '../payouts/payout.ts';
import type { Step } from './trace.ts';

/** By name: the check of the verification that it is for one chain. */
export const chainChecks = {
  splits: null,
  captured: 'The shares of a captured order are those of what was captured',
  settlement: 'Every settled order has its transfers; no other order has any',
  reversals: 'Every reversal was posted once, for exactly what the refund took',
  payment: 'Payments and top-ups have exactly the transfers they require',
  refunds: 'Refunds have exactly the transfers they require',
  fee: 'Every paid payment was charged by the fee rule of its method',
  order_fee: 'Every settled order was charged the fee of its payment, less what its refunds return',
  dispute: 'Disputes took their exact amounts and left the right debts',
  payout: 'Payouts have exactly the transfers their state requires',
  payout_sent: 'Payouts have exactly the transfers their state requires',
  payout_sent_back: 'Payouts have exactly the transfers their state requires',
  payout_returned: 'Payouts have exactly the transfers their state requires',
  sources: null,
  balance: 'Every balance is the sum of its transfers and not below its floor',
  top_up: 'Payments and top-ups have exactly the transfers they require',
  bank_line: 'Lines of statements are matched with no more of a transfer than it moved',
  line: 'What is matched of a line is the sum of its matches',
} as const;
export type ChainCheckName = keyof typeof chainChecks;
export const chainCheckNames = Object.keys(chainChecks) as ChainCheckName[];

export type ChainCheck = {
  name: ChainCheckName;
  currency: string;
  relation: 'equal' | 'at_most';
  left: bigint;
  right: bigint;
  holds: boolean;
};

export const equal = (name: ChainCheckName, currency: string, left: bigint, right: bigint): ChainCheck => ({
  ...{ name, currency, left, right },
  relation: 'equal',
  holds: left === right,
});

export const atMost = (name: ChainCheckName, currency: string, left: bigint, right: bigint): ChainCheck => ({
  ...{ name, currency, left, right },
  relation: 'at_most',
  holds: left <= right,
});

/** What transfers of these codes moved, less what those of the others moved back. */
const moved = (steps: readonly Step[], codes: readonly Step['code'][], back: readonly Step['code'][] = []): bigint =>
  sumOf(steps.map(({ code, amount }) => (codes.includes(code) ? amount : back.includes(code) ? -amount : 0n)));

/** What payments and their refunds say. */
type Paid = {
  currency: string;
  amount: bigint;
  refunded: bigint;
  /** Less what refunds returned of it; 0 of an order's payment, whose order is charged. */
  fee: bigint;
};

const byCurrency = <Of extends { currency: string }>(all: readonly Of[]) => [
  ...Map.groupBy(all, ({ currency }) => currency),
];

const partOf = (paid: readonly Paid[], part: Exclude<keyof Paid, 'currency'>): bigint =>
  sumOf(paid.map((one) => one[part]));

/** @param steps in one book: the payee's, or the customer's, whose payments have no fee there. */
export function checkPaid(paid: readonly Paid[], all: readonly Step[]): ChainCheck[] {
  return byCurrency(paid).flatMap(([currency, own]) => {
    const steps = all.filter((step) => step.currency === currency);
    const refunded = moved(steps, ['refund'], ['refund_failed']);
    return [
      equal('payment', currency, moved(steps, ['payment']), partOf(own, 'amount')),
      ...[equal('refunds', currency, refunded, partOf(own, 'refunded'))].filter(isSomething),
    ];
  });
}

const isSomething = ({ left, right }: ChainCheck): boolean => left !== 0n || right !== 0n;

/** What the payee of payments was charged for them. */
export const checkFees = (paid: readonly Paid[], all: readonly Step[]): ChainCheck[] =>
  byCurrency(paid)
    .map(([currency, own]) => {
      const steps = all.filter((step) => step.currency === currency);
      const charged = moved(steps, ['payment_fee', 'refund_fee_failed'], ['refund_fee']);
      return equal('fee', currency, charged, partOf(own, 'fee'));
    })
    .filter(isSomething);

/** @param withdrawn what disputes say, by currency, which may be another than the payment's. */
export function checkDisputes(
  withdrawn: readonly { currency: string; amount: bigint }[],
  all: readonly Step[],
): ChainCheck[] {
  const steps = all.filter(
    ({ code, to }) => code === 'chargeback' || (code === 'chargeback_advance' && to.kind === 'outside'),
  );
  const currencies = new Set([...withdrawn, ...steps].map(({ currency }) => currency));
  return [...currencies].map((currency) => {
    const own = (some: readonly { currency: string; amount: bigint }[]) =>
      sumOf(some.filter((one) => one.currency === currency).map(({ amount }) => amount));
    return equal('dispute', currency, own(steps), own(withdrawn));
  });
}

/** What was asked for with a capture; null: the splits are scaled to what was captured. */
type CaptureShares = readonly bigint[] | null;

/** The sum of a captured order's shares: as asked for, or its splits in proportion, half a unit rounded up. */
function capturedShares(order: Order, recorded: bigint, shares: CaptureShares): bigint {
  if (shares !== null) return sumOf(shares);
  return (2n * recorded * paidTotal(order) + order.totalAmount) / (2n * order.totalAmount);
}

/**
 * The splits add up to the total and the difference that was recorded with the order, if its company was warned of one: what
 * is assigned and what is not make the total.
 */
export function checkSplits(order: Order, shares: CaptureShares): ChainCheck[] {
  const { currency, totalAmount, warnings, capturedAmount, splits } = order;
  const known = findCurrency(currency);
  const recorded = totalAmount + (known === undefined ? 0n : recordedDifference(warnings, known));
  const checks = [equal('splits', currency, sumOf(splits.map(({ amount }) => amount)), recorded)];
  if (capturedAmount === null) return checks;
  const whole = sumOf(splits.map(wholeShareOf));
  return [...checks, equal('captured', currency, whole, capturedShares(order, recorded, shares))];
}

/** @param all of the order, or, with `links`, of these payees' shares of it. */
export function checkSettled(order: Order, all: readonly Step[], links?: ReadonlySet<bigint>): ChainCheck[] {
  const { currency, settledAt } = order;
  const isOf = (id: bigint | null) => links === undefined || (id !== null && links.has(id));
  const steps = all.filter(({ to }) => isOf(to.linkId));
  const asked = settledAt === null ? [] : order.splits.filter(({ ref }) => isOf(ref)).map(shareOf);
  const check = equal('settlement', currency, moved(steps, ['settlement']), sumOf(asked));
  return [check].filter(isSomething);
}

/**
 * What refunds took from payees' shares after the order settled, and a cancelation from all of them, against what was posted,
 * as a debt where the payee had less. Of the commission as much is taken as is there.
 * @param taken by refunds that count, of payees' splits.
 */
export function checkReversals(order: Order, steps: readonly Step[], taken: bigint): ChainCheck[] {
  if (order.isShadow) return [];
  const isCanceled = order.paymentStatus === 'cancelled' && order.settlementStatus === 'reversed';
  const canceled = order.splits.map(({ type, reversed }) => (type === 'partner' ? 0n : reversed));
  const asked = taken + (isCanceled ? sumOf(canceled) : 0n);
  const ofPayees = steps.filter(({ from, to }) => from.linkId !== null || to.linkId !== null);
  const posted = moved(ofPayees, ['reversal', 'reversal_debt']);
  return [equal('reversals', order.currency, posted, asked)].filter(isSomething);
}

export function checkOrderFee(order: Order, steps: readonly Step[]): ChainCheck[] {
  const { fee, refundedAmount, settledAt, currency } = order;
  const charged = moved(steps, ['order_fee', 'order_fee_advance'], ['order_fee_returned']);
  const asked = settledAt === null ? 0n : fee - (fee * refundedAmount) / paidTotal(order);
  return [equal('order_fee', currency, charged, asked)].filter(isSomething);
}

/** States in which a payout has given its money back. */
export const gaveBack: readonly PayoutStatus[] = ['rejected', 'cancelled', 'failed'];

/**
 * What was taken and sent for a payout, and that all of it came back where it gave its money back.
 * @param steps of the payout's own transfers. @param sources what was found that it is made of; null: not all was read.
 */
export function checkPayout(payout: Payout, steps: readonly Step[], sources: bigint | null): ChainCheck[] {
  const { amount, fee, currency, status, sentAt, accountKind } = payout;
  const isBack = gaveBack.includes(status);
  const returns = steps.filter(({ code }) => code === 'payout_returned');
  const returned = sumOf(returns.filter(({ to }) => to.kind === accountKind).map((step) => step.amount));
  const sentBack = sumOf(returns.filter(({ from }) => from.kind === 'outside').map((step) => step.amount));
  const sent = moved(steps, ['payout_sent']);
  return [
    equal('payout', currency, moved(steps, ['payout']), amount),
    ...[equal('payout_sent', currency, sent, sentAt === null ? 0n : amount - fee)].filter(isSomething),
    ...[equal('payout_sent_back', currency, sentBack, isBack ? sent : 0n)].filter(isSomething),
    ...[equal('payout_returned', currency, returned, isBack ? amount : 0n)].filter(isSomething),
    ...(sources === null || isBack ? [] : [equal('sources', currency, sources, amount)]),
  ];
}

type Credited = { amount: bigint; reversed: bigint; currency: string };

export const checkTopUp = ({ amount, reversed, currency }: Credited, steps: readonly Step[]): ChainCheck =>
  equal('top_up', currency, moved(steps, ['top_up'], ['top_up_reversed']), amount - reversed);
