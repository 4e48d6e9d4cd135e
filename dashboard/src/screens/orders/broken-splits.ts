/** What is wrong with the splits of an order that may still settle, and what can be done about it. */
import type { OrderInFull, OrderTrace } from '../../api/types.ts';
import { amountOf, thousandthsOf } from '../../ui/decimal.ts';
import { mayDo, settleable } from './order-acts.ts';

/** `payee`: the split at `place` has none. `short`, `over`: the splits add up to `sum`, which differs by `amount`. */
export type SplitProblem =
  | { kind: 'payee'; place: number; amount: number; type: 'merchant' | 'courier'; link: number | null }
  | { kind: 'short' | 'over'; amount: number; sum: number };

/** The order's amount less its splits; below 0 when the splits exceed it. */
export function differenceOf({ order_amount: total, splits }: Pick<OrderInFull, 'order_amount' | 'splits'>): number {
  return amountOf(thousandthsOf(total) - sumOf(splits));
}

const sumOf = (splits: OrderInFull['splits']): bigint =>
  splits.reduce((sum, { amount }) => sum + thousandthsOf(amount), 0n);

export function problemsOf(order: OrderInFull, { splits }: Pick<OrderTrace, 'splits'>): SplitProblem[] {
  if (!settleable.includes(order.settlement_status)) return [];
  const problems = splits.flatMap((split, place): SplitProblem[] => {
    const { needs_payee: needsPayee, beneficiary_type: type, beneficiary_ref: link, amount } = split;
    return needsPayee && type !== 'partner' ? [{ kind: 'payee', place, amount, type, link }] : [];
  });
  const difference = differenceOf(order);
  if (difference === 0) return problems;
  const [kind, amount] = difference > 0 ? (['short', difference] as const) : (['over', -difference] as const);
  return [...problems, { kind, amount, sum: amountOf(sumOf(order.splits)) }];
}

/** How to end an order whose splits can't be fixed. */
export const endingOf = (order: OrderInFull): 'cancel' | 'refund' | undefined =>
  (['cancel', 'refund'] as const).find((act) => mayDo(act, order));
