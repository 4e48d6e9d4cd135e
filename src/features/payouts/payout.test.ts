/**
 * The state machine of a payout: every state is reachable, final states have no transitions, and the table is frozen
 * (docs/contract/partner.md, "Payouts").
 */
import { expect, it } from 'vitest';
import { accountNamed } from '../../../tests/support/ledger-names.ts';
import {
  drawnColumnsOf,
  initialPayoutStatus,
  isEnd,
  type PayoutStatus,
  payoutStatuses,
  payoutTransitions,
} from './payout.ts';

function reachableFrom(start: PayoutStatus): PayoutStatus[] {
  const reached = new Set([start]);
  for (const state of reached) for (const next of payoutTransitions[state]) reached.add(next);
  return [...reached].sort();
}

it('reaches every state from the initial one', () => {
  expect(initialPayoutStatus).toBe('requested');
  expect(reachableFrom(initialPayoutStatus)).toEqual([...payoutStatuses].sort());
});

it('ends in completed, rejected, canceled and failed, and only there', () => {
  expect(payoutStatuses.filter(isEnd).sort()).toEqual(['cancelled', 'completed', 'failed', 'rejected']);
});

it('never leads from a state to itself or back', () => {
  for (const from of payoutStatuses) {
    for (const to of payoutTransitions[from]) expect(reachableFrom(to)).not.toContain(from);
  }
});

it('is frozen', () => {
  expect(Object.isFrozen(payoutTransitions)).toBe(true);
  for (const targets of Object.values(payoutTransitions)) expect(Object.isFrozen(targets)).toBe(true);
});

it.each<[PayoutStatus, PayoutStatus, boolean]>([
  ['requested', 'approved', true],
  ['requested', 'sent', false],
  ['requested', 'cancelled', true],
  ['requested', 'failed', false],
  ['approved', 'cancelled', false],
  ['approved', 'rejected', true],
  ['approved', 'failed', true],
  ['approved', 'completed', false],
  ['sent', 'rejected', false],
  ['sent', 'completed', true],
  ['sent', 'failed', true],
  ['completed', 'failed', true],
  ['completed', 'rejected', false],
  ['failed', 'completed', false],
  ['cancelled', 'approved', false],
])('%s → %s is possible: %s', (from, to, possible) => {
  expect(payoutTransitions[from].includes(to)).toBe(possible);
});

it.each([
  ['wallet', true],
  ['commission', true],
  ['clearing', true],
  ['earnings:7', true],
  ['payouts:pending', false],
  ['fees', false],
  ['transit', false],
  ['shadow:commission', false],
])('%s can be drawn from: %s', (name, drawable) =>
  expect(drawnColumnsOf(accountNamed(name)) !== undefined).toBe(drawable),
);
