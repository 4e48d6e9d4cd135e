/**
 * Amounts as banks write them: `1.234,50-`, `(12.00)`, `₹1,23,456.00 Dr`, `CHF 1'234.50`. Pure. Must never guess a
 * notation: `1.234` differs between Paris and London, and whoever reads has to say which decimal mark it is.
 */
import { toMinorUnits } from '../../../base/money/amount.ts';
import { type Currency, findCurrency } from '../../../base/money/currency.ts';

export type DecimalMark = 'point' | 'comma';
export const decimalMarks: readonly DecimalMark[] = ['point', 'comma'];

export type AmountText = {
  isNegative: boolean;
  /** It has a sign of its own: a minus, parentheses, `Cr` or `Dr`. */
  mark: 'in' | 'out' | undefined;
  /** Plain: `1234.50`. */
  decimal: string;
  /** Only where code or symbol stand for one currency: `$` does not. */
  currency: string | undefined;
};

const wholeDigitsMax = 15;
const textLengthMax = 40;

const symbols: Readonly<Record<string, string | undefined>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₺': 'TRY', '₽': 'RUB', zł: 'PLN', kč: 'CZK', ft: 'HUF', r$: 'BRL' },
  ...{ us$: 'USD', a$: 'AUD', au$: 'AUD', c$: 'CAD', ca$: 'CAD', nz$: 'NZD', s$: 'SGD', hk$: 'HKD', '₩': 'KRW' },
  ...{ '₫': 'VND', '₪': 'ILS', '฿': 'THB', '₴': 'UAH', '₦': 'NGN', '₱': 'PHP', tl: 'TRY', лв: 'BGN', руб: 'RUB' },
  ...{ $: undefined, '¥': undefined, kr: undefined, rs: undefined, 'rs.': undefined, 'kr.': undefined, din: undefined },
};
const currencyPart = `(?:[A-Z]{3}|${Object.keys(symbols)
  .map((one) => one.replaceAll(/[$.]/g, '\\$&'))
  .sort((a, b) => b.length - a.length)
  .join('|')})`;
const markPart = '(?:cr|dr|db|c|d|h|s)\\.?';
const shape = new RegExp(
  `^(?<open>\\()?\\s?(?<sign1>[+-])?\\s?(?<currency1>${currencyPart})?\\s?(?<sign2>[+-])?\\s?` +
    `(?<body>[0-9.,][0-9.,' ]*)(?<sign3>[+-])?\\s?(?<currency2>${currencyPart})?\\s?(?<mark>${markPart})?(?<close>\\))?$`,
  'iu',
);
const bodies: Record<DecimalMark, RegExp> = {
  point: /^([0-9]+|[0-9]{1,3}([,' ])[0-9]{3}(?:\2[0-9]{3})*|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})?(?:\.([0-9]+))?$/,
  comma: /^([0-9]+|[0-9]{1,3}([.' ])[0-9]{3}(?:\2[0-9]{3})*)?(?:,([0-9]+))?$/,
};

/** What an amount is made of, before it is known what its marks mean. */
export type AmountShape = { isNegative: boolean; mark: AmountText['mark']; body: string; currency: string | undefined };

/** Undefined for what is no amount in any notation. */
export function splitAmount(text: string): AmountShape | undefined {
  if (text.length > textLengthMax || !/[0-9]/.test(text)) return undefined;
  const plain = text
    .replaceAll(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .replaceAll(/[\u2212\u2012\u2013\u2010\u2011]/g, '-')
    .replaceAll(/[’‘`´]/g, "'")
    .trim();
  const { open, close, sign1, sign2, sign3, currency1, currency2, body, mark } = shape.exec(plain)?.groups ?? {};
  if (body === undefined || (open === undefined) !== (close === undefined)) return undefined;
  const signs = [sign1, sign2, sign3].filter((one) => one !== undefined);
  if (signs.length > 1 || (open !== undefined && signs.length > 0)) return undefined;
  if (currency1 !== undefined && currency2 !== undefined) return undefined;
  const marked = mark === undefined ? undefined : /^(c|h)/i.test(mark) ? 'in' : 'out';
  const isNegative = open !== undefined || signs[0] === '-';
  if (isNegative && marked === 'in') return undefined;
  const named = currency1 ?? currency2;
  const code = named === undefined ? undefined : codeOf(named);
  if (code === null) return undefined;
  return { isNegative: isNegative || marked === 'out', mark: marked, body: body.trim(), currency: code };
}

/** Null for what is no currency; undefined for a symbol that several have. */
export function codeOf(named: string): string | undefined | null {
  const name = named.toLowerCase();
  if (name in symbols) return symbols[name];
  return findCurrency(named.toUpperCase())?.code ?? null;
}

/** With one mark as the decimal mark; undefined where it can't be that. */
export function readShape({ body, ...rest }: AmountShape, decimal: DecimalMark): AmountText | undefined {
  const [matched, whole = '', , fraction] = bodies[decimal].exec(body) ?? [];
  if (matched === undefined || matched === '') return undefined;
  const digits = whole.replaceAll(/[^0-9]/g, '');
  if (digits.length > wholeDigitsMax) return undefined;
  return { ...rest, decimal: fraction === undefined ? digits : `${digits === '' ? '0' : digits}.${fraction}` };
}

export function readAmountText(text: string, decimal: DecimalMark): AmountText | undefined {
  const parts = splitAmount(text);
  return parts && readShape(parts, decimal);
}

/** Minor units with the sign as it is written. Undefined where the currency has fewer decimals than the amount. */
export function minorUnits({ decimal, isNegative }: AmountText, currency: Currency): bigint | undefined {
  const minor = toMinorUnits(decimal, currency.exponent);
  return minor !== undefined && isNegative ? -minor : minor;
}
