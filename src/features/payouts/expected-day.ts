/**
 * The day on which a payout that is requested now is expected in the bank account (docs/contract/partner.md,
 * "Payouts"): an estimate for the payee and never a promise. Pure.
 */
import type { Mode } from '../../base/money/mode.ts';
import { approvableFrom, type BankAccount } from './bank-account.ts';
import { isEnd, type Payout } from './payout.ts';

/** One for the operator to approve and send it, two for the banks. */
const bankingDays = 3;
const msPerDay = 86_400_000;

const isBankingDay = (day: Date): boolean => day.getUTCDay() !== 0 && day.getUTCDay() !== 6;

/** @returns the day as `2031-03-05`. */
export function expectedDay(account: BankAccount, mode: Mode, now: Date): string {
  const waitsUntil = approvableFrom(account, mode);
  let day = waitsUntil !== undefined && waitsUntil > now ? waitsUntil : now;
  for (let left = bankingDays; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (isBankingDay(day)) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

/** @returns undefined once nothing more is expected. */
export const expectedOn = (
  account: BankAccount,
  { mode, createdAt, status }: Pick<Payout, 'mode' | 'createdAt' | 'status'>,
): string | undefined => (isEnd(status) ? undefined : expectedDay(account, mode, createdAt));
