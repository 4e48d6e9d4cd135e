/**
 * What was reconciled stays: nothing that is dated in a closed month, or before it, changes until someone reopens the month and
 * says why (docs/contract/people.md, "Statements"). Every use case that changes a line asks here.
 */
import { Temporal } from 'temporal-polyfill';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { findLastClosed, findLineBefore } from './months.repository.ts';
import type { Outside } from './reconciliation.repository.ts';

/** `March 2031` */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

/** The day after the month, `2031-04-01`. */
export const endOf = (month: string): string =>
  Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 }).toString();

const refusal = (outside: Outside, closed: string, what: string): AppError => {
  const reopen = `sluice reconcile reopen-month ${closed} --source ${outside.source} --mode ${outside.mode}`;
  const message = `${what} ${monthName(closed)} is closed, and with it every month before. Reopen it first, in the reconciliation report or with "${reopen}".`;
  return new AppError('invalid_state', { message });
};

/** The caller has locked the source. @param bookedOn of the line that is to change. */
export async function isClosed(tx: Tx, outside: Outside, bookedOn: string): Promise<boolean> {
  const closed = await findLastClosed(tx, outside);
  return closed !== undefined && bookedOn < endOf(closed);
}

/** The caller has locked the source. @param bookedOn of the line that is to change. @throws AppError `invalid_state`. */
export async function refuseClosed(tx: Tx, outside: Outside, bookedOn: string): Promise<void> {
  const closed = await findLastClosed(tx, outside);
  if (closed !== undefined && bookedOn < endOf(closed)) {
    throw refusal(outside, closed, `The line is of ${bookedOn}.`);
  }
}

/** Of a new statement whose repeated lines are removed. @throws AppError `invalid_state`. */
export async function refuseClosedLines(tx: Tx, outside: Outside, importId: bigint): Promise<void> {
  const closed = await findLastClosed(tx, outside);
  const line = closed === undefined ? undefined : await findLineBefore(tx, importId, endOf(closed));
  if (closed === undefined || line === undefined) return;
  throw refusal(
    outside,
    closed,
    `Line ${line.lineNumber} of the file, of ${line.bookedOn}, is new. Nothing was imported.`,
  );
}
