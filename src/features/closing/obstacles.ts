/**
 * What stands in the way of closing an account or deleting a person's: everything of real money that is not finished.
 * Test mode is no obstacle. Pure.
 */

import { AppError } from '../../base/errors/app-error.ts';
import type { HolderKind } from '../../core/access/roles.ts';

export const obstacleCodes = [
  'balance',
  'earnings',
  'debt',
  'cash',
  'payouts',
  'top_ups',
  'payments',
  'refunds',
  'disputes',
  'late_captures',
  'orders',
  'settlements',
  'upcoming_earnings',
  'suspended',
  'last_owner',
  'last_administrator',
] as const;
export type ObstacleCode = (typeof obstacleCodes)[number];

/** The account that it is about. */
export type ObstacleAccount = { holderId: bigint; name: string; kind: HolderKind | 'service' };

export type Obstacle = {
  code: ObstacleCode;
  account: ObstacleAccount;
  /** How many there are. */
  count: number;
  /** Minor units, where it is a balance or a debt. */
  amounts: { currency: string; amount: bigint }[];
};

const texts: Record<ObstacleCode, string> = {
  balance: 'has a balance. Pay it out first.',
  earnings: 'has earnings. Pay them out first.',
  debt: 'owes money. Repay the service by bank transfer, or pay the company, which then records it.',
  cash: 'holds cash of a company. Hand it over, which the company confirms.',
  payouts: 'has payouts that are not completed.',
  top_ups: 'has top-ups whose money has not arrived. Cancel them, or wait.',
  payments: 'has payments in progress.',
  refunds: 'has refunds that are not completed.',
  disputes: 'has open disputes.',
  late_captures: 'has late captures that are not returned yet.',
  orders: 'has orders that are not settled. Settle or cancel them.',
  settlements: 'has a settlement that is running.',
  upcoming_earnings: 'earns from orders that are not settled yet.',
  suspended: 'is suspended.',
  last_owner: 'has no other owner. Make someone else owner, or close it first.',
  last_administrator: 'has no other administrator. Make someone else administrator first.',
};

export const textOf = ({ code, account }: Obstacle): string => `${account.name} ${texts[code]}`;

/** @throws AppError `invalid_state` that names each obstacle. */
export function refuseIfAny(obstacles: readonly Obstacle[], message: string): void {
  if (obstacles.length === 0) return;
  throw new AppError('invalid_state', {
    message,
    details: obstacles.map((obstacle) => ({ field: obstacle.code, message: textOf(obstacle) })),
  });
}
