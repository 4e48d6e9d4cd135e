/** What a search among payments is for: an id, an amount, or a part of a text. Pure. */
import { toMinorUnits } from '../../base/money/amount.ts';
import { codesWith, type Exponent, findCurrency } from '../../base/money/currency.ts';

/** Minor units in each of these currencies. */
export type SearchedAmount = { minor: bigint; currencies: readonly string[] };

export type PaymentSearch =
  /** The beginning of an id. */
  | { kind: 'payment_id'; start: string }
  | { kind: 'trx_id'; start: string }
  | { kind: 'text'; text: string; amounts: readonly SearchedAmount[] };

const exponents: readonly Exponent[] = [0, 2, 3];
/** As the dashboard writes amounts and as people type them: `EUR 12.50`, `12,5`, `12.50 eur`. */
const amountPattern = /^(?:([a-z]{3})\s?)?(\d{1,12}(?:[.,]\d{1,3})?)(?:\s?([a-z]{3}))?$/i;

export function readSearch(typed: string): PaymentSearch {
  const text = typed.trim();
  if (/^pay_[0-9A-Za-z]*$/.test(text)) return { kind: 'payment_id', start: text };
  if (/^trx_[0-9A-Za-z]*$/.test(text)) return { kind: 'trx_id', start: text };
  return { kind: 'text', text: text.toLowerCase(), amounts: amountsOf(text) };
}

function amountsOf(text: string): SearchedAmount[] {
  const [, before, digits, after] = amountPattern.exec(text) ?? [];
  if (digits === undefined) return [];
  const decimal = digits.replace(',', '.');
  const named = (before ?? after)?.toUpperCase();
  if (named !== undefined) {
    const currency = findCurrency(named);
    const minor = currency && toMinorUnits(decimal, currency.exponent);
    return minor === undefined ? [] : [{ minor, currencies: [named] }];
  }
  return exponents.flatMap((exponent) => {
    const minor = toMinorUnits(decimal, exponent);
    return minor === undefined ? [] : [{ minor, currencies: codesWith(exponent) }];
  });
}
