/** The amount and the currency that a customer typed for a top-up. Pure. */
import { type MerchantAmountProblem, parseMerchantAmount } from '../../../base/money/amount.ts';
import { type Currency, findCurrency } from '../../../base/money/currency.ts';

/** `amount` in minor units. */
export type TopUpMoney = { amount: bigint; currency: string };

type Read = { ok: true; money: TopUpMoney } | { ok: false; errors: { amount?: string; currency?: string } };

export function readTopUpMoney(typed: string | number, code: string): Read {
  const currency = findCurrency(code.trim().toUpperCase());
  if (currency === undefined) {
    return { ok: false, errors: { currency: 'Enter a three-letter currency code, such as USD.' } };
  }
  const amount = parseMerchantAmount(typeof typed === 'string' ? typed.trim() : typed, currency);
  if (amount.ok) return { ok: true, money: { amount: amount.minor, currency: currency.code } };
  return { ok: false, errors: { amount: amountText(currency, amount.reason) } };
}

function amountText({ code, exponent }: Currency, reason: MerchantAmountProblem): string {
  if (reason === 'digits') return 'Enter a smaller amount.';
  if (reason !== 'decimals' && reason !== 'precision') return 'Enter an amount above zero, such as 25 or 25.00.';
  return exponent === 0 ? `${code} amounts have no decimals.` : `${code} amounts have at most ${exponent} decimals.`;
}
