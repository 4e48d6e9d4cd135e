/** What open lines come to: what came in, what went out, and both together, by currency. */
import type { StatementLine } from '../../api/types.ts';
import { sumIn, sumsOf } from '../../ui/sums.ts';

type Open = Pick<StatementLine, 'currency' | 'open_amount' | 'direction'>;

export type OpenSum = { currency: string; moneyIn: number; moneyOut: number; net: number };

/** Lines that don't say which way their money went count for nothing. */
export function openSums(lines: readonly Open[]): OpenSum[] {
  const directed = lines.filter(({ direction }) => direction !== 'unknown');
  const amountOf = ({ open_amount: amount }: Open) => amount;
  const came = directed.filter((line) => amountOf(line) > 0);
  const went = directed.filter((line) => amountOf(line) < 0);
  return sumsOf(directed, amountOf).map(({ currency, amount: net }) => ({
    currency,
    moneyIn: sumIn(came, currency, amountOf),
    moneyOut: sumIn(went, currency, amountOf),
    net,
  }));
}
