/**
 * What the service says of a field or of an automatic payout, in the reader's language: the rules that many fields share
 * or that payees meet, found by how their English begins. Anything else stays in English, which may say more.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { translated } from '../strings/known.ts';
import { readersLocale } from '../strings/locale.ts';
import { shownLanguage } from '../strings/shown-language.ts';
import type { StringId } from '../strings/strings.tsx';
import { moneyFormat } from './money-format.ts';

/** The named groups are values of the string. */
const rules: readonly (readonly [RegExp, StringId])[] = [
  [/^(is required|must not be blank|must NOT have fewer than 1 characters)/, 'field.missing'],
  [/^must NOT have fewer than (?<min>\d+) characters/, 'field.short'],
  [/^must (NOT have more than|have at most|have 1 to) (?<max>\d+) characters/, 'field.long'],
  [/^must be an email address/, 'signUp.email.wrong'],
  [/^must be (plain|well-formed) text/, 'field.text'],
  [/^must be (a )?number$/, 'field.number'],
  [/^must be (above|greater than|>) 0$/, 'app.amountWrong'],
  [/^has more decimals than (?<currency>[A-Z]{3}) allows$/, 'field.decimals'],
  [/^must be at least (?<amount>[\d.]+ [A-Z]{3})$/, 'field.least'],
  [/^exceeds the limit of (?<limit>[\d.]+ [A-Z]{3}) in 24 hours, of which (?<left>[\d.]+ [A-Z]{3}) are/, 'field.limit'],
  [/^must be more than the fee$/, 'field.aboveFee'],
  [/^must be an (uppercase )?ISO 4217 code/, 'field.currency'],
  [/^is not a valid IBAN$/, 'field.iban'],
  [/^must be a valid BIC, or a bank code/, 'field.bankCode'],
  [/^must have 4 to 34 letters and digits$/, 'field.accountNumber'],
  [/^no active bank account for (?<currency>[A-Z]{3}) is on file$/, 'field.noBankAccount'],
  [/^must be the address of a website/, 'field.website'],
  [/^must be a phone number/, 'field.phone'],
  [/^must be a PNG, JPEG or WebP picture$/, 'field.picture'],
  [/^This person is already a member\.$/, 'field.member'],
  [/^This is not your password\.$/, 'refusal.wrong_password'],
  [/^This code is wrong or was already used\./, 'refusal.wrong_code'],
  [/^(?<spendable>[A-Z]{3} [\d.]+) can be paid out\. The least payout is (?<least>[A-Z]{3} [\d.]+)\.$/, 'lack.funds'],
  [
    /^(?<spendable>[A-Z]{3} [\d.]+) can be paid out, and (?<kept>[A-Z]{3} [\d.]+) stays in the account\. The least payout is (?<least>[A-Z]{3} [\d.]+)\.$/,
    'lack.kept',
  ],
  [/^The limit of 24 hours leaves too little\. The least payout is (?<least>[A-Z]{3} [\d.]+)\.$/, 'lack.limit'],
  [/^The balance is too small\.$/, 'refusal.insufficient_funds'],
  [/^The bank account has ended\.$/, 'lack.bankAccount'],
  [/^The account is (suspended|pending|closed)\.$/, 'refusal.merchant_not_active'],
];

/** @returns `said` where it is shown as it is: in English, and where no rule knows it. */
export function inReadersWords(said: string): string {
  const language = shownLanguage();
  if (language === 'en') return said;
  for (const [pattern, id] of rules) {
    const found = pattern.exec(said);
    const words = translated[id];
    if (found === null || words === undefined) continue;
    if (typeof words === 'string') return words;
    const locale = readersLocale(language);
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, shownIn(locale, value)]);
    return String(new IntlMessageFormat(words, locale).format(Object.fromEntries(values)));
  }
  return said;
}

/** An amount as the reader writes it; anything else as it is. */
function shownIn(locale: string, value: string): string {
  const amount = /[\d.]+/.exec(value)?.[0];
  const currency = /[A-Z]{3}/.exec(value)?.[0];
  if (amount === undefined || currency === undefined) return value;
  return new Intl.NumberFormat(locale, moneyFormat(currency)).format(amount as Intl.StringNumericLiteral);
}
