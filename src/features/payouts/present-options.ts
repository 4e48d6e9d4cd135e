/** What a payout can draw from and go to, as answered. Pure. Account numbers are masked. */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { approvableFrom, type BankAccount, maskedNumber } from './bank-account.ts';
import { expectedDay } from './expected-day.ts';
import type { Source } from './payout-options.ts';
import type { PresentedOptions, PresentedPayout } from './payout-schemas.ts';

/** @param destinations the bank accounts that the reader may see. */
export const presentSource = (
  source: Source,
  destinations: readonly BankAccount[],
  mode: Mode,
): PresentedOptions['sources'][number] => {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(source.currency));
  return {
    account: source.kind as PresentedPayout['account'],
    beneficiary_ref: source.linkId === null ? null : Number(source.linkId),
    company: source.linkId === null ? null : source.name,
    currency: source.currency,
    balance: decimal(source.balance),
    spendable: decimal(source.spendable),
    reserved: decimal(source.reserved),
    debt: decimal(source.debt),
    minimum: decimal(source.rule.minimum),
    fee: decimal(source.rule.fee),
    limit_left: source.limitLeft === null ? null : decimal(source.limitLeft),
    arrivals: destinations.map((account) => ({
      bank_account_id: account.id,
      expected_on: expectedDay(account, mode, source.now),
    })),
  };
};

export const presentDestination = (account: BankAccount, mode: Mode): PresentedOptions['destinations'][number] => ({
  bank_account_id: account.id,
  account_name: account.accountName,
  number: maskedNumber(account),
  currency: account.currency,
  approved_from: approvableFrom(account, mode)?.toISOString() ?? null,
});
