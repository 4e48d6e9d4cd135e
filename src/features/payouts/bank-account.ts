/** A bank account on file and its validation. Pure. An error must never quote an account number. */
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import {
  codeOf,
  hasLetters,
  isBic,
  isIban,
  isRoutingNumber,
  isSameCountry,
  lineOf,
  looksLikeBic,
  numberOf,
} from '../bank-files/bank-codes.ts';
import type { PostalAddress } from '../bank-files/postal-address.ts';
import { type AddressForm, readAddress } from './payee-address.ts';

/** What a bank says of an account's name. `not_checked`: the bank was asked and gave no answer that could be used. */
export const payeeResults = ['match', 'close_match', 'no_match', 'not_possible', 'not_checked'] as const;
export type PayeeResult = (typeof payeeResults)[number];

export type BankAccount = {
  holderId: bigint;
  id: string;
  status: 'active' | 'ended';
  /** Null: accepts any currency. */
  currency: string | null;
  accountName: string;
  /** Exactly one of this and `accountNumber` is set. */
  iban: string | null;
  accountNumber: string | null;
  bankCode: string | null;
  country: string;
  /** Of the holder; null: not known. */
  address: PostalAddress | null;
  /** What the bank said of the account's name when it was added; null: nobody was asked. */
  payeeCheck: PayeeResult | null;
  /** Under which the bank knows the account; of a close match only. */
  payeeKnownAs: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

/** As entered; '' for an empty field. */
export type BankAccountForm = {
  accountName: string;
  iban: string;
  accountNumber: string;
  bankCode: string;
  country: string;
  currency: string;
  address?: AddressForm;
};

export type BankAccountDraft = Pick<
  BankAccount,
  'accountName' | 'iban' | 'accountNumber' | 'bankCode' | 'country' | 'currency' | 'address'
>;

const nameLengthMax = 140;
const unfit = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;
const numberPattern = /^[0-9A-Za-z]{4,34}$/;
const bankCodePattern = /^[0-9A-Za-z]{3,20}$/;
const shownDigits = 4;

/** @param name as `lineOf` returns it. */
export const isPlainName = (name: string): boolean =>
  name !== '' && name.length <= nameLengthMax && !unfit.test(name) && name.isWellFormed() && hasLetters(name);

/** Reports every offending field together, under the form's field names. */
export function readBankAccount(
  form: BankAccountForm,
): { ok: true; draft: BankAccountDraft } | { ok: false; details: ErrorDetail[] } {
  const details: ErrorDetail[] = [];
  const fault = (field: string, message: string): void => {
    details.push({ field, message });
  };
  const accountName = lineOf(form.accountName);
  if (accountName === '' || accountName.length > nameLengthMax) {
    fault('account_name', `must have 1 to ${nameLengthMax} characters`);
  } else if (unfit.test(accountName) || !accountName.isWellFormed()) fault('account_name', 'must be plain text');
  else if (!hasLetters(accountName)) fault('account_name', 'must be a name');
  const currency = codeOf(form.currency) || null;
  if (currency !== null && findCurrency(currency) === undefined) {
    fault('currency', 'must be an ISO 4217 code that is accepted here');
  }
  const iban = codeOf(form.iban) || null;
  const accountNumber = numberOf(form.accountNumber) || null;
  const bankCode = codeOf(form.bankCode) || null;
  if (iban !== null && accountNumber !== null) fault('account_number', 'must be empty when there is an IBAN');
  else if (iban !== null && !isIban(iban)) fault('iban', 'is not a valid IBAN');
  else if (iban === null && accountNumber === null) fault('iban', 'is required, or an account number');
  else if (accountNumber !== null && !numberPattern.test(accountNumber)) {
    fault('account_number', 'must have 4 to 34 letters and digits');
  }
  const country = iban === null ? codeOf(form.country) : iban.slice(0, 2);
  const unfitBank = unfitBankCode(bankCode, iban, country);
  if (unfitBank !== undefined) fault('bank_code', unfitBank);
  if (iban === null && !/^[A-Z]{2}$/.test(country)) fault('country', 'must be a code of two letters');
  const address = readAddress(form.address);
  if (!address.ok) details.push(...address.details);
  if (details.length > 0 || !address.ok) return { ok: false, details };
  return {
    ok: true,
    draft: { accountName, iban, accountNumber, bankCode, country, currency, address: address.address },
  };
}

/** A code that looks like a BIC must be one, of the account's country; in the United States others are routing numbers. */
function unfitBankCode(code: string | null, iban: string | null, country: string): string | undefined {
  if (code === null) return iban === null ? 'is required with an account number' : undefined;
  if (looksLikeBic(code)) {
    if (!isBic(code)) return 'must be a valid BIC, or a bank code of 3 to 20 letters and digits';
    return iban === null || !isIban(iban) || isSameCountry(iban, code)
      ? undefined
      : `is a BIC of ${code.slice(4, 6)}, but the IBAN is of ${iban.slice(0, 2)}`;
  }
  if (!bankCodePattern.test(code)) return 'must be a valid BIC, or a bank code of 3 to 20 letters and digits';
  if (iban === null && country === 'US' && !isRoutingNumber(code)) return 'must be a routing number of nine digits';
  return undefined;
}

/** `•••• 3000`: enough for the owner to recognize the account. */
export function maskedNumber({ iban, accountNumber }: Pick<BankAccount, 'iban' | 'accountNumber'>): string {
  const number = iban ?? accountNumber ?? '';
  // Four digits would reveal half of a short number or more, so only two are shown.
  const shown = number.length >= shownDigits * 2 ? number.slice(-shownDigits) : number.slice(-shownDigits / 2);
  return `•••• ${shown}`;
}

/** Why a payout in this currency can't go to the account, or undefined when it can. */
export function unfitFor(account: BankAccount, currency: string): string | undefined {
  if (account.status !== 'active') return 'has ended';
  if (account.currency !== null && account.currency !== currency) return `takes ${account.currency} only`;
  return undefined;
}

export const holdSeconds = 48 * 3_600;

/**
 * Payouts to the account can't be approved before this time: 48 hours in live mode, so that the owners, who are
 * notified by mail, can object. Undefined in test mode (docs/contract/partner.md, "Payouts").
 */
export function approvableFrom(account: Pick<BankAccount, 'createdAt'>, mode: Mode): Date | undefined {
  return mode === 'test' ? undefined : new Date(account.createdAt.getTime() + holdSeconds * 1_000);
}
