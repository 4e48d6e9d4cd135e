/** What is kept of a line of a statement, whatever its format; and the days that people name. Pure. */
import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors/app-error.ts';
import type { OutsideSource } from '../../core/ledger/accounts.ts';

/** Whose statement: the source of the outside account that it is compared with. */
export type StatementSource = OutsideSource;

/**
 * A parsed line. `amount` in minor units: above 0 came in, below 0 went out. Of an `unknown` direction it is above 0 and
 * says neither.
 */
export type StatementLine = {
  /** Where it stands in the file; the first line is 1. */
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

/** Whether the text is a day of the calendar, such as `2031-03-01`. */
export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

/** @throws AppError `validation_failed`, which names each day that is not in the calendar. */
export function refuseOtherDays(days: Readonly<Record<string, string | undefined>>): void {
  const details = Object.entries(days).flatMap(([field, day]) =>
    day === undefined || isDay(day) ? [] : [{ field, message: 'is not in the calendar' }],
  );
  if (details.length > 0) throw new AppError('validation_failed', { details });
}
