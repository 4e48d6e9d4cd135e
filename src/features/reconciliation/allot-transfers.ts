/**
 * Which lines pay which payments that wait for a bank transfer, and how much of each is theirs. What is short is kept until the rest
 * comes; what is above stays open on its line. Pure.
 */
import { least } from '../../base/money/compare.ts';
import { arrivedOf, type PaymentTransfer } from '../bank-transfers/payment-transfer.ts';
import { allReferencesOf, type DetailedLine, judgeTransfer, type Known } from './judge-transfer.ts';

/** `amount`: what of the line is the payment's, in minor units. `completes`: with it the whole amount has arrived. */
export type Allotted<Line> = { line: Line; payment: PaymentTransfer; amount: bigint; completes: boolean };

/** In the order in which they count: the line that is exactly what is missing before all others, otherwise the first first. */
export function allotTransfers<Line extends DetailedLine>(lines: readonly Line[], known: Known): Allotted<Line>[] {
  const named = new Map<PaymentTransfer, Line[]>();
  for (const line of lines) {
    const { finding, payment } = judgeTransfer(line, known);
    if (payment === undefined || finding !== 'expected' || !isOfOne(line)) continue;
    named.set(payment, [...(named.get(payment) ?? []), line]);
  }
  return [...named].flatMap(([payment, own]) => allot(payment, own));
}

function allot<Line extends DetailedLine>(payment: PaymentTransfer, lines: readonly Line[]): Allotted<Line>[] {
  let missing = payment.amount - arrivedOf(payment);
  const exact = lines.find(({ amount }) => amount === missing);
  const ordered = exact === undefined ? [...lines].sort((a, b) => (a.id < b.id ? -1 : 1)) : [exact];
  return ordered.flatMap((line) => {
    if (missing === 0n) return [];
    const amount = least(line.amount, missing);
    missing -= amount;
    return [{ line, payment, amount, completes: missing === 0n }];
  });
}

/** Of a collective line nobody can say how much of it is the payment's. */
const isOfOne = (line: DetailedLine): boolean =>
  (line.details?.count ?? 1) <= 1 && new Set(allReferencesOf(line).flat()).size === 1;
