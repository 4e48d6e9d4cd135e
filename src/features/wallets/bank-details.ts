/** Where the operator takes bank transfers in one currency, and the validation of it. Pure. */
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { findCurrency } from '../../base/money/currency.ts';
import { codeOf, hasLetters, isBic, isIban, isSameCountry, lineOf, numberOf } from '../bank-files/bank-codes.ts';

export type BankDetails = {
  currency: string;
  accountHolder: string;
  /** At least one of this and `other` is set. */
  iban: string | null;
  bic: string | null;
  bankName: string | null;
  /** Lines that a transfer from another country needs: account number, routing code, address of the bank. */
  other: string | null;
  /** For files of payouts, which need an account number where there is no IBAN. */
  accountNumber: string | null;
  /** The country's own code of the bank, where there is no BIC. */
  bankCode: string | null;
  /** Where the holder of the account is: both or neither. */
  town: string | null;
  country: string | null;
  changedAt: Date;
};

/** As entered; '' for an empty field. */
export type BankDetailsForm = Record<'accountHolder' | 'iban' | 'bic' | 'bankName' | 'other', string> &
  Partial<Record<'accountNumber' | 'bankCode' | 'town' | 'country', string>>;

const nameLengthMax = 140;
const otherLengthMax = 500;
const otherLinesMax = 8;
const numberPattern = /^[0-9A-Za-z]{4,34}$/;
const bankCodePattern = /^[0-9A-Z]{3,20}$/;
const unfit = /[\p{Cc}\u2028\u2029\u202D\u202E]/u;

type Read = { ok: true; details: Omit<BankDetails, 'changedAt'> } | { ok: false; faults: ErrorDetail[] };

/** Reports every offending field together, under the API's names. */
export function readBankDetails(code: string, form: BankDetailsForm): Read {
  const faults: ErrorDetail[] = [];
  const fault = (field: string, message: string): void => void faults.push({ field, message });
  const line = (field: string, typed: string): string | null => {
    const text = lineOf(typed);
    if (text.length > nameLengthMax) fault(field, `must have at most ${nameLengthMax} characters`);
    else if (unfit.test(text) || !text.isWellFormed()) fault(field, 'must be plain text');
    return text === '' ? null : text;
  };
  const currency = findCurrency(code);
  if (currency === undefined) fault('currency', 'must be an uppercase ISO 4217 code that is accepted here');
  const accountHolder = line('account_holder', form.accountHolder);
  if (accountHolder === null) fault('account_holder', 'is required');
  else if (!hasLetters(accountHolder)) fault('account_holder', 'must be a name');
  const bankName = line('bank_name', form.bankName);
  const iban = codeOf(form.iban) || null;
  if (iban !== null && !isIban(iban)) fault('iban', 'is not a valid IBAN');
  const bic = codeOf(form.bic) || null;
  if (bic !== null && !isBic(bic)) fault('bic', 'is not a valid BIC');
  else if (bic !== null && iban !== null && isIban(iban) && !isSameCountry(iban, bic)) {
    fault('bic', `is of ${bic.slice(4, 6)}, but the IBAN is of ${iban.slice(0, 2)}`);
  }
  const lines = form.other.split(/\r\n|\r|\n/).map(lineOf);
  const other = lines.filter((one) => one !== '').join('\n') || null;
  if (other !== null) {
    if (other.length > otherLengthMax) fault('other', `must have at most ${otherLengthMax} characters`);
    else if (lines.length > otherLinesMax) fault('other', `must have at most ${otherLinesMax} lines`);
    else if (lines.some((one) => unfit.test(one) || !one.isWellFormed())) fault('other', 'must be plain text');
  }
  const accountNumber = numberOf(form.accountNumber ?? '') || null;
  if (accountNumber !== null && !numberPattern.test(accountNumber)) {
    fault('account_number', 'must have 4 to 34 letters and digits');
  }
  const bankCode = codeOf(form.bankCode ?? '') || null;
  if (bankCode !== null && !bankCodePattern.test(bankCode)) fault('bank_code', 'must have 3 to 20 letters and digits');
  const town = line('town', form.town ?? '');
  const country = codeOf(form.country ?? '') || null;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) fault('country', 'must be a code of two letters');
  else if ((town === null) !== (country === null))
    fault(town === null ? 'town' : 'country', 'is required with the other');
  if (iban === null && other === null) fault('iban', 'is required, or other details of the account');
  if (faults.length > 0 || currency === undefined || accountHolder === null) return { ok: false, faults };
  return {
    ok: true,
    details: {
      currency: currency.code,
      accountHolder,
      iban,
      bic,
      bankName,
      other,
      accountNumber,
      bankCode,
      town,
      country,
    },
  };
}

const shownDigits = 4;

/** For the audit log and mails to the operator's people: never a whole account number. */
export const endOfIban = (iban: string | null): string | null =>
  iban === null ? null : `•••• ${iban.slice(-shownDigits)}`;
