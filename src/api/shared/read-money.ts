/** Currencies and amounts in requests, refused with the same words everywhere. */
import { invalidField } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';

const acceptedWanted = 'must be an uppercase ISO 4217 code that is accepted here';
/** For what the operator sets, and for filters. */
export const codeWanted = 'must be an uppercase ISO 4217 code';

/** Of the field `currency`. @throws AppError `validation_failed`. */
export function readCurrency(code: string, wanted: string = acceptedWanted): Currency {
  const currency = findCurrency(code);
  if (currency === undefined) throw invalidField('currency', wanted);
  return currency;
}

/** @returns minor units, at least `min`. @throws AppError `validation_failed`. */
export function readAmount(field: string, amount: number, currency: Currency, min: 0n | 1n = 1n): bigint {
  const parsed = parsePartnerAmount(amount, currency, { min });
  if (!parsed.ok) throw invalidField(field, amountProblem(currency, parsed.reason));
  return parsed.minor;
}

/** @returns minor units above 0. @throws AppError `validation_failed`. */
export function readMoney(body: { amount: number; currency: string }): { amount: bigint; currency: string } {
  const currency = readCurrency(body.currency);
  return { amount: readAmount('amount', body.amount, currency), currency: currency.code };
}
