/** The words of statements: a payee's in their language, a company's in English. Pure. */
import { showMoney } from '../../../base/languages/display.ts';
import { type Language, localeOf } from '../../../base/languages/languages.ts';
import { createMessages, type Translate } from '../../../base/languages/messages.ts';
import type { TransferCode } from '../../../core/ledger/transfer.ts';
import { type CustomTexts, noTexts } from '../../../core/wording/custom-texts.ts';
import type { Month } from './month.ts';
import { en, type StatementString } from './strings/en.ts';
import { translations } from './strings/index.ts';

export type StatementWords = {
  language: Language;
  t: Translate<StatementString>;
  /** Without its currency, and with a minus sign where the language has a hyphen. @param minor minor units. */
  decimal(minor: bigint, currency: string): string;
  /** `March 2031`. @param month `2031-03`. */
  month(month: string): string;
  /** `1–31 March 2031`, in the month's zone. */
  period(month: Month): string;
  /** Instants as times of a zone: `1 Mar 2031, 13:00`. */
  timesIn(timeZone: string): (at: Date) => string;
  /** The same without the day: `13:00`. */
  clockIn(timeZone: string): (at: Date) => string;
  /** `Sat, 1 Mar 2031`. @param date `2031-03-01`. */
  day(date: string): string;
  /** Why a payee's earnings changed, in the words of their Earnings screen. @param order null: not known. */
  said(code: string, order: string | null, company: string): string;
  /** A kind of transfer. One unknown to this version is shown as it is, so that no transfer is left out. */
  what(code: string): string;
};

const messages = createMessages<StatementString>(en, translations);

/**
 * @param custom the operator's own texts in this language.
 * @param english the reader's own English, such as `en-US`, by which dates are written where the language is English.
 */
export function statementWords(
  language: Language,
  custom: CustomTexts = noTexts,
  english: string = usualEnglish,
): StatementWords {
  const t = messages(language, custom.statements);
  const locale = language === 'en' ? english : localeOf(language);
  const format = (style: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, style);
  const what = (code: string) =>
    isPayees(code) ? t(`code.${code}`) : (others[code as OtherCode] ?? code.replaceAll('_', ' '));
  return {
    language,
    t,
    decimal: (minor, currency) => showMoney(minor, currency, language).number.replace('-', '\u2212'),
    month: (month) =>
      format({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`)),
    period: ({ from, to, timeZone }) =>
      format({ dateStyle: 'long', timeZone }).formatRange(from, new Date(to.getTime() - 1)),
    timesIn(timeZone) {
      const times = format({ dateStyle: 'medium', timeStyle: 'short', timeZone });
      return (at) => times.format(at);
    },
    clockIn(timeZone) {
      const times = format({ timeStyle: 'short', timeZone });
      return (at) => times.format(at);
    },
    day: (date) =>
      format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${date}T00:00:00Z`),
      ),
    what,
    said: (code, order, company) =>
      !isPayees(code) || (order === null && isOfOrder(code))
        ? what(code)
        : t(`said.${code}`, { order: order ?? '', company }),
  };
}

/** Where the request names no English of its own: the day before the month, as most of its readers write it, and 24 hours. */
const usualEnglish = 'en-GB';

/** @returns the first English with a country that a browser wishes for, such as `en-US`. */
export function englishOf(acceptLanguage = ''): string {
  const [, wished] = /(?:^|,)\s*(en-[A-Z]{2})\b/i.exec(acceptLanguage) ?? [];
  return wished ?? usualEnglish;
}

/** Of transfers that move a payee's earnings. */
type PayeeCode = Extract<StatementString, `code.${string}`> extends `code.${infer Code}` ? Code : never;
type OtherCode = Exclude<TransferCode, PayeeCode>;

/** Whether what is said of it names the order. */
const isOfOrder = (code: PayeeCode): boolean => en[`said.${code}`].includes('{order}');

const isPayees = (code: string): code is PayeeCode => Object.hasOwn(en, `code.${code}`);

/** Of all others, which only companies read. */
const others: Readonly<Record<OtherCode, string>> = Object.freeze({
  top_up: 'Top-up',
  top_up_reversed: 'Top-up reversed',
  top_up_advance: 'Top-up reversed: advanced by the service',
  top_up_debt: 'Top-up reversed: debt recorded',
  payment: 'Customer payment',
  payment_fee: 'Payment fee',
  refund: 'Refund to the customer',
  refund_fee: 'Payment fee returned',
  refund_failed: 'Failed refund returned',
  refund_fee_failed: 'Payment fee charged again',
  order_fee: 'Order payment fee',
  order_fee_returned: 'Order payment fee returned',
  order_fee_advance: 'Order payment fee: advanced by the service',
  order_fee_debt: 'Order payment fee: debt recorded',
  late_capture: 'Late capture',
  late_capture_return: 'Late capture returned',
  chargeback: 'Dispute: money withdrawn',
  chargeback_advance: 'Dispute: advanced by the service',
  chargeback_debt: 'Dispute: debt recorded',
  chargeback_reversed: 'Dispute won: money returned',
  dispute_fee: 'Dispute fee',
  dispute_fee_returned: 'Dispute fee returned',
  reversal_debt: 'Share reversed: debt recorded',
  reversal_debt_failed: 'Debt canceled after a failed refund or a won dispute',
  debt_recovered: 'Debt reduced',
  debt_repaid: 'Debt repaid outside Sluice',
  debt_written_off: 'Debt written off',
  write_off_reversed: 'Write-off reversed',
  cash_collected: 'Cash collected',
  cash_netted: 'Cash kept as earnings',
  cash_handed_over: 'Cash handed over',
  cash_returned: 'Cash given back to the customer',
  cash_owed: 'Cash not handed over: debt recorded',
  cash_transfer_reversed: 'Bank transfer of cash reversed',
  paid_outside: 'Paid outside Sluice',
  shadow_claimed: 'Shadow balance closed by a claim',
  shadow_named: 'Moved to a named shadow balance',
  payout_fee: 'Payout fee',
  payout_sent: 'Payout sent',
  payout_fee_returned: 'Payout fee returned',
  commission_to_clearing: 'Commission transfer to clearing',
  fees_collected: 'Fees collected',
  fees_drawn: 'Fees paid out',
  acquirer_payout: 'Acquirer payout',
  acquirer_fee: 'Acquirer fee',
  bank_charge: 'Bank charge',
  bank_interest: 'Bank interest',
  rounding: 'Rounding difference',
  set_aside: 'Set aside',
  booking_reversed: 'Booking reversed',
  line_return: 'Sent back',
});
