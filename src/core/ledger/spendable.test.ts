import { expect, it } from 'vitest';
import { type Funds, missingFor, refundableClearing, spendableClearing, spendableCommission } from './spendable.ts';

const funds = (clearing: bigint, commission: bigint, reserved: bigint, debt: bigint, paidOrders = 0n): Funds => ({
  clearing,
  commission,
  reserved,
  paidOrders,
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
  [
    'docs/ledger.md, "Spendable", its example: customers paid 100 for orders',
    funds(130n, 30n, 0n, 0n, 100n),
    130n,
    30n,
    30n,
  ],
  ['refunds come before paid orders, and these before the debt', funds(100n, 30n, 10n, 5n, 80n), 90n, 5n, 30n],
  ['paid orders are more than clearing', funds(80n, 30n, 0n, 0n, 100n), 80n, -20n, 10n],
])('%s', (_case, given, refundable, clearing, commission) => {
  expect([refundableClearing(given), spendableClearing(given), spendableCommission(given)]).toEqual([
    refundable,
    clearing,
    commission,
  ]);
});

it.each<[string, Funds, cost: bigint, reserved: bigint, missing: bigint]>([
  ['everything is there', funds(100n, 0n, 0n, 0n, 60n), 100n, 60n, 0n],
  ['the others lack what is reserved', funds(100n, 0n, 0n, 0n, 60n), 50n, 0n, 10n],
  ['paid orders need nothing but themselves', funds(60n, 0n, 0n, 5n, 60n), 60n, 60n, 0n],
  ['paid orders lack what waiting refunds take', funds(60n, 0n, 10n, 0n, 60n), 60n, 60n, 10n],
  ['nothing settles: what waits and what is owed', funds(0n, 0n, 10n, 10n), 0n, 0n, 20n],
])('missing: %s', (_case, given, cost, reserved, missing) => {
  expect(missingFor({ cost, reserved }, given)).toBe(missing);
});
