/**
 * Reads the cells of a bank's or acquirer's statement. Pure. Amounts are exact decimals in the notation that the
 * operator named. Must never guess a notation: `1.234` differs between Paris and London.
 */
import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors/app-error.ts';
import { toMinorUnits } from '../../base/money/amount.ts';
import { absolute } from '../../base/money/compare.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
import { directionOf, type SignWords } from '../bank-files/csv/sign-words.ts';

export const sources = ['bank', 'card', 'onlinewallet'] as const;
export type StatementSource = (typeof sources)[number];

/**
 * A parsed line. `amount` in minor units: above 0 came in, below 0 went out. Of an `unknown` direction it is above 0 and
 * says neither.
 */
export type StatementLine = {
  /** The line of the file it ends on; the header is line 1. */
  lineNumber: number;
  /** `2031-03-01`. */
  bookedOn: string;
  /** `14:05:00`; undefined where the statement gives none. */
  bookedTime: string | undefined;
  currency: string;
  amount: bigint;
  direction: 'read' | 'unknown';
  reference: string;
  /** The bank's own id of the movement. */
  bankId: string | undefined;
  /** Absent where a person named the columns of a CSV. */
  facts?: LineFacts | undefined;
};

/** What a file says of a line beside its text, as it is stored: each on one line, and bounded. */
export type LineFacts = {
  /** `2031-03-01`. */
  valueOn: string | undefined;
  endToEndId: string | undefined;
  counterpartyName: string | undefined;
  /** An IBAN or another number, without spaces. */
  counterpartyAccount: string | undefined;
  /** The bank transaction code as written: `PMNT/RCDT/ESCT`, `NTRF`, `166`. */
  bankCode: string | undefined;
  /** It takes back an earlier line. */
  reverses: boolean;
  /** What the bank kept, in minor units: already off the amount. Never 0. */
  charges: bigint | undefined;
  /** Of a payment that came back: ISO 20022's code, or the bank's own. */
  returnReason: string | undefined;
  details: LineDetails | undefined;
};

/** What a collective line has in it: how many payments, and the first of them. */
export type LineDetails = { count: number; payments: LinePayment[] };

/** As JSON. */
export type LinePayment = {
  /** Minor units, with the sign of the line as it was read; null where the file does not say. */
  amount: string | null;
  endToEndId: string | null;
  name: string | null;
  account: string | null;
  text: string;
};

export const columnRoles = ['date', 'amount', 'sign', 'credit', 'debit', 'currency', 'reference', 'id'] as const;
export type ColumnRole = (typeof columnRoles)[number];

type DecimalMark = 'point' | 'comma';

export type StatementFormat = {
  /** The name of the column for each role. */
  columns: Partial<Record<ColumnRole, string>>;
  decimal: DecimalMark;
  delimiter: string;
  /** `YYYY-MM-DD`, `DD.MM.YYYY` and the like. */
  dateFormat: string;
  encoding: 'utf-8' | 'latin1';
  /** The currency of statements without a currency column. */
  currency: string | undefined;
  /** Words in the sign column that are not known here. */
  words?: SignWords | undefined;
  /** The operator says that no column is a sign: an amount without a minus came in. */
  signed?: boolean | undefined;
};

const wholeDigitsMax = 15;
const referenceLengthMax = 2_000;
const bankIdLengthMax = 100;

const amountPatterns: Record<DecimalMark, RegExp> = {
  point: /^([+-]?)([0-9]{1,3}(?:[,'’\s][0-9]{3})+|[0-9]+)(?:\.([0-9]+))?(-?)$/,
  comma: /^([+-]?)([0-9]{1,3}(?:[.'’\s][0-9]{3})+|[0-9]+)(?:,([0-9]+))?(-?)$/,
};

/**
 * Minor units; a leading or trailing minus is accepted. Undefined: not an amount in this notation, or too many decimals
 * for the currency.
 */
export function readAmount(text: string, decimal: DecimalMark, currency: Currency): bigint | undefined {
  const [, sign, whole, fraction, trailing] = amountPatterns[decimal].exec(text.trim().replaceAll('\u2212', '-')) ?? [];
  if (whole === undefined || (sign !== '' && trailing === '-')) return undefined;
  const digits = whole.replaceAll(/[^0-9]/g, '');
  if (digits.length > wholeDigitsMax) return undefined;
  const minor = toMinorUnits(fraction === undefined ? digits : `${digits}.${fraction}`, currency.exponent);
  return minor !== undefined && (sign === '-' || trailing === '-') ? -minor : minor;
}

const dateParts = {
  YYYY: '(?<year>[0-9]{4})',
  YY: '(?<short>[0-9]{2})',
  MM: '(?<month>[0-9]{1,2})',
  DD: '(?<day>[0-9]{1,2})',
};

/** The format as a pattern, or undefined unless it names year, month and day once each. */
export function datePattern(format: string): RegExp | undefined {
  const tokens = format.match(/YYYY|YY|MM|DD/g) ?? [];
  const complete = tokens.length === 3 && tokens.includes('MM') && tokens.includes('DD');
  if (!complete || format.replaceAll(/YYYY|YY|MM|DD/g, '').match(/[A-Za-z0-9]/) !== null) return undefined;
  const source = format
    .replaceAll(/[^A-Z]/g, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`)
    .replaceAll(/YYYY|YY|MM|DD/g, (token) => dateParts[token as keyof typeof dateParts]);
  return new RegExp(`^${source}(?:[T ](?<time>.*))?$`, 'u');
}

/** `14:05:00` after a date in the format, or undefined. Midnight is what banks write who know no time. */
function readTime(text: string, pattern: RegExp): string | undefined {
  const time = pattern.exec(text.trim())?.groups?.time?.trim() ?? '';
  const [, hour = '', minute = '', second = '00'] = /^([0-9]{1,2})[:.]([0-9]{2})(?:[:.]([0-9]{2}))?/.exec(time) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const read = `${hour.padStart(2, '0')}:${minute}:${second}`;
  return read === '00:00:00' ? undefined : read;
}

/** `2031-03-01`, or undefined when the text is not in the format or not a real date. */
export function readDate(text: string, pattern: RegExp): string | undefined {
  const { year, short, month, day } = pattern.exec(text.trim())?.groups ?? {};
  if (month === undefined || day === undefined) return undefined;
  try {
    const fields = { year: Number(year ?? `20${short}`), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(fields, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** Notes what is wrong, and in which columns. */
type Complain = (what: string, ...roles: ColumnRole[]) => void;

/** Whether the text is a day of the calendar, such as `2031-03-01`. */
export const isDay = (text: string): boolean =>
  readDate(text, /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/) === text;

/** @throws AppError `validation_failed`, which names each day that is not in the calendar. */
export function refuseOtherDays(days: { from: string | undefined; to: string | undefined }): void {
  const details = Object.entries(days).flatMap(([field, day]) =>
    day === undefined || isDay(day) ? [] : [{ field, message: 'is not in the calendar' }],
  );
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

type Read = { ok: true; line: StatementLine } | { ok: true; line: undefined } | { ok: false; problems: string[] };

/** Parses a line from its cells. `line` is undefined when no money moved. */
export function readLine(
  lineNumber: number,
  cell: (role: ColumnRole) => string,
  format: StatementFormat,
  pattern: RegExp,
): Read {
  const problems: string[] = [];
  const complain: Complain = (what, ...roles) => {
    const named = roles.flatMap((role) => format.columns[role] ?? []).map((name) => shown(name));
    const where = named.length === 0 ? '' : `, column${named.length > 1 ? 's' : ''} ${named.join(' and ')}`;
    problems.push(`Line ${lineNumber}${where}: ${what}`);
  };
  const bookedOn = readDate(cell('date'), pattern);
  if (bookedOn === undefined) complain(`${shown(cell('date'))} is not a date like ${format.dateFormat}.`, 'date');
  const code = format.columns.currency === undefined ? format.currency : cell('currency').trim();
  const currency = findCurrency(code);
  if (currency === undefined) complain(`${shown(code ?? '')} is not a currency (uppercase ISO 4217).`, 'currency');
  const reference = cell('reference')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (reference.length > referenceLengthMax) {
    complain(`the reference has more than ${referenceLengthMax} characters.`, 'reference');
  }
  const bankId = cell('id')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (bankId.length > bankIdLengthMax) complain(`the ID has more than ${bankIdLengthMax} characters.`, 'id');
  const money = currency && readMoney(cell, format, currency, complain);
  if (problems.length > 0 || bookedOn === undefined || currency === undefined || money === undefined) {
    return { ok: false, problems };
  }
  if (money.amount === 0n) return { ok: true, line: undefined };
  const bookedTime = readTime(cell('date'), pattern);
  const facts = { lineNumber, bookedOn, bookedTime, currency: currency.code, reference };
  return { ok: true, line: { ...facts, ...money, bankId: bankId === '' ? undefined : bankId } };
}

const noWords: SignWords = { incoming: [], outgoing: [] };

type Moved = Pick<StatementLine, 'amount' | 'direction'>;

/** The amount with its sign, which a column of its own may have. */
function readMoney(
  cell: (role: ColumnRole) => string,
  format: StatementFormat,
  currency: Currency,
  complain: Complain,
): Moved | undefined {
  const amount = signedAmount(cell, format, currency, complain);
  if (format.columns.sign === undefined || amount === undefined) {
    return amount === undefined ? undefined : { amount, direction: 'read' };
  }
  const direction = directionOf(cell('sign'), format.words ?? noWords);
  if (direction === undefined && amount !== 0n) {
    complain(`${shown(cell('sign'))} is not known to mean that money came in or went out.`, 'sign');
    return undefined;
  }
  // What a bank means by a minus that came in is for a person to say.
  if (amount < 0n && direction === 'in') return undirected(amount);
  return { amount: direction === 'out' && amount > 0n ? -amount : amount, direction: 'read' };
}

export const undirected = (amount: bigint): Moved => ({ amount: absolute(amount), direction: 'unknown' });

function signedAmount(
  cell: (role: ColumnRole) => string,
  { columns, decimal }: StatementFormat,
  currency: Currency,
  complain: Complain,
): bigint | undefined {
  const read = (role: ColumnRole): bigint | undefined => {
    const amount = readAmount(cell(role), decimal, currency);
    if (amount === undefined) {
      complain(`${shown(cell(role))} is not an amount in ${currency.code} with a decimal ${decimal}.`, role);
    }
    return amount;
  };
  if (columns.amount !== undefined) return read('amount');
  const filled = (['credit', 'debit'] as const).filter(
    (role) => columns[role] !== undefined && cell(role).trim() !== '',
  );
  const amounts = filled.map((role) => ({ role, amount: read(role) }));
  const moved = amounts.filter(({ amount }) => amount !== 0n);
  if (filled.length === 0 || moved.length > 1) {
    const what = filled.length === 0 ? 'there is neither a credit nor a debit.' : 'there is both a credit and a debit.';
    complain(what, 'credit', 'debit');
    return undefined;
  }
  const [one] = moved;
  if (one?.amount === undefined) return one === undefined ? 0n : undefined;
  // Some banks write debits with a minus, some without.
  if (one.role === 'debit') return one.amount < 0n ? one.amount : -one.amount;
  return one.amount;
}

const shownLengthMax = 40;

const shown = (text: string): string =>
  `"${text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text}"`.replaceAll(/\p{Cc}/gu, ' ');
