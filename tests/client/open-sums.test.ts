/** What open lines of statements come to. */
import { expect, it } from 'vitest';
import type { StatementLine } from '../../dashboard/src/api/types.ts';
import { openSums } from '../../dashboard/src/screens/reconciliation/open-sums.ts';

const line = (open_amount: number, currency: string, direction: StatementLine['direction'] = 'read') => ({
  open_amount,
  currency,
  direction,
});

it('nets what came in and went out by currency, and leaves out what went neither way for certain', () => {
  const lines = [line(476.05, 'USD'), line(-4.5, 'USD'), line(-7.1, 'EUR', 'out'), line(120, 'USD', 'in')];
  expect(openSums([...lines, line(1_000, 'USD', 'unknown')])).toEqual([
    { currency: 'USD', moneyIn: 596.05, moneyOut: -4.5, net: 591.55 },
    { currency: 'EUR', moneyIn: 0, moneyOut: -7.1, net: -7.1 },
  ]);
});
