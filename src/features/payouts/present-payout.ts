/**
 * Payouts and bank accounts in answers and events of interface B. Amounts become decimals only here. Must never show
 * more of an account number than its last four characters.
 */
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { type BankAccount, maskedNumber } from './bank-account.ts';
import { expectedOn } from './expected-day.ts';
import type { Payout } from './payout.ts';
import { netOf } from './payout-postings.ts';
import type { PresentedBankAccount, PresentedOwnPayout, PresentedPayout } from './payout-schemas.ts';

export function presentPayout(payout: Payout): PresentedPayout {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(payout.currency));
  return {
    payout_id: payout.id,
    mode: payout.mode,
    status: payout.status,
    account: payout.accountKind,
    beneficiary_ref: payout.linkId === null ? null : Number(payout.linkId),
    amount: decimal(payout.amount),
    fee: decimal(payout.fee),
    net_amount: decimal(netOf(payout)),
    currency: payout.currency,
    bank_account_id: payout.bankAccountId,
    reason: payout.reason,
    reference: payout.reference,
    schedule_id: payout.scheduleId,
    created_at: payout.createdAt.toISOString(),
    approved_at: payout.approvedAt?.toISOString() ?? null,
    sent_at: payout.sentAt?.toISOString() ?? null,
    ended_at: payout.endedAt?.toISOString() ?? null,
  };
}

/** @param accounts those of the payee that the reader may see. */
export function presentOwnPayout(payout: Payout, accounts: readonly BankAccount[]): PresentedOwnPayout {
  const account = accounts.find(({ id }) => id === payout.bankAccountId);
  return { ...presentPayout(payout), expected_on: (account && expectedOn(account, payout)) ?? null };
}

/** It was asked for as the account was added. */
export const presentPayeeCheck = (
  { payeeCheck: result, payeeKnownAs: name }: Pick<BankAccount, 'payeeCheck' | 'payeeKnownAs'>,
  addedAt: Date,
): PresentedBankAccount['payee_check'] =>
  result === null ? null : { result, name, checked_at: addedAt.toISOString() };

const presentAddress = (address: BankAccount['address']): PresentedBankAccount['address'] =>
  address === null
    ? null
    : {
        street: address.street,
        building_number: address.buildingNumber,
        post_code: address.postCode,
        town: address.town,
        country: address.country,
      };

export const presentBankAccount = (account: BankAccount): PresentedBankAccount => ({
  bank_account_id: account.id,
  status: account.status,
  account_name: account.accountName,
  number: maskedNumber(account),
  country: account.country,
  currency: account.currency,
  address: presentAddress(account.address),
  payee_check: presentPayeeCheck(account, account.createdAt),
  created_at: account.createdAt.toISOString(),
  ended_at: account.endedAt?.toISOString() ?? null,
});
