/** Days of a shop, added up. */
import { expect, it } from 'vitest';
import { netOf, sumsOf } from './day-sums.ts';

it('a day has its payments and its refunds, each currency apart', () => {
  const paid = [
    { day: '2031-03-02', currency: 'EUR', payments: 2n, amount: '3000', fees: '60' },
    { day: '2031-03-01', currency: 'USD', payments: 1n, amount: '500', fees: '10' },
  ];
  const refunded = [
    { day: '2031-03-02', currency: 'EUR', amount: '1000', fees: '20' },
    { day: '2031-03-02', currency: 'USD', amount: '500', fees: '10' },
  ];
  const sums = sumsOf(paid, refunded);
  expect(sums).toEqual([
    { day: '2031-03-01', currency: 'USD', payments: 1n, volume: 500n, fees: 10n, refunded: 0n },
    { day: '2031-03-02', currency: 'EUR', payments: 2n, volume: 3_000n, fees: 40n, refunded: 1_000n },
    { day: '2031-03-02', currency: 'USD', payments: 0n, volume: 0n, fees: -10n, refunded: 500n },
  ]);
  expect(sums.map(netOf)).toEqual([490n, 1_960n, -490n]);
});
