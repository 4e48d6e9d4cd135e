import { expect, it } from 'vitest';
import { type Funds, refundableClearing, spendableClearing, spendableCommission } from './spendable.ts';

const funds = (clearing: bigint, commission: bigint, reserved: bigint, debt: bigint): Funds => ({
  clearing,
  commission,
  reserved,
  debt,
});

it.each<[string, Funds, refundable: bigint, clearing: bigint, commission: bigint]>([
  ['nothing is owed', funds(50n, 30n, 0n, 0n), 50n, 50n, 30n],
  ['refunds wait, and clearing covers them', funds(50n, 30n, 20n, 0n), 30n, 30n, 30n],
  ['refunds wait for all of clearing', funds(50n, 30n, 50n, 0n), 0n, 0n, 30n],
  ['refunds wait for more than clearing', funds(50n, 30n, 60n, 0n), -10n, -10n, 20n],
  ['a debt is covered by clearing; refunds come before it', funds(50n, 30n, 0n, 20n), 50n, 30n, 30n],
  ['a debt is more than clearing', funds(0n, 30n, 0n, 20n), 0n, -20n, 10n],
  ['a debt is more than both', funds(10n, 30n, 0n, 100n), 10n, -90n, -60n],
  ['refunds and a debt', funds(50n, 30n, 40n, 25n), 10n, -15n, 15n],
])('%s', (_case, given, refundable, clearing, commission) => {
  expect([refundableClearing(given), spendableClearing(given), spendableCommission(given)]).toEqual([
    refundable,
    clearing,
    commission,
  ]);
});
