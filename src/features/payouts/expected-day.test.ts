/** The expected day of a payout: banking days only, and after the 48 hours of a new account of real money. */
import { expect, it } from 'vitest';
import type { Mode } from '../../base/money/mode.ts';
import type { BankAccount } from './bank-account.ts';
import { expectedDay } from './expected-day.ts';

const addedAt = (at: string): BankAccount => ({ createdAt: new Date(at) }) as BankAccount;

it.each<[mode: Mode, now: string, added: string, day: string]>([
  // 2031-03-03 is a Monday.
  ['test', '2031-03-03T12:00:00Z', '2031-03-03T11:00:00Z', '2031-03-06'],
  ['live', '2031-03-03T12:00:00Z', '2031-01-01T00:00:00Z', '2031-03-06'],
  ['live', '2031-03-03T12:00:00Z', '2031-03-03T11:00:00Z', '2031-03-10'],
  ['live', '2031-03-03T12:00:00Z', '2031-03-02T11:00:00Z', '2031-03-07'],
  ['test', '2031-03-07T23:59:00Z', '2031-03-01T00:00:00Z', '2031-03-12'],
  ['test', '2031-03-08T12:00:00Z', '2031-03-01T00:00:00Z', '2031-03-12'],
])('%s, requested %s to an account of %s: %s', (mode, now, added, day) => {
  expect(expectedDay(addedAt(added), mode, new Date(now))).toBe(day);
});
