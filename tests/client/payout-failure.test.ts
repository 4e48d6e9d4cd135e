/** When a failed payout stands above the list, and what is advised of it. */
import { expect, it } from 'vitest';
import { needsOtherAccount, unresolvedFailure } from '../../dashboard/src/screens/payouts/failure.ts';

it.each([
  ['The bank says that the account is closed', true],
  ['The account is closed (AC04)', true],
  ['Account not found', true],
  ['AC01', true],
  ['The name doesn’t match the account', false],
  [null, false],
])('after "%s", another account is needed: %s', (reason, expected) => {
  expect(needsOtherAccount({ reason })).toBe(expected);
});

it('a failure stands until a later payout has arrived', () => {
  const requested = { status: 'requested' } as const;
  const failed = { status: 'failed' } as const;
  const completed = { status: 'completed' } as const;
  expect(unresolvedFailure([requested, failed, completed])).toBe(failed);
  expect(unresolvedFailure([completed, failed])).toBeUndefined();
  expect(unresolvedFailure([requested])).toBeUndefined();
  expect(unresolvedFailure([])).toBeUndefined();
});
