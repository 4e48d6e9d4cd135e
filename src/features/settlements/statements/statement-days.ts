/** A month day by day, newest first, as the dashboard shows it. */
import { Temporal } from 'temporal-polyfill';
import type { DayOfMonth, ReadDays } from './account-days.ts';
import { type Month, zonedTexts } from './month.ts';
import type { PartyMonth } from './party-statement.ts';
import { jsonIn, presentSums } from './present-statement.ts';
import type { PresentedFoldedMovement, PresentedMonthDays } from './statement-day-schemas.ts';
import type { FoldedMovement } from './statement-days.repository.ts';
import type { AccountMonth } from './statements.repository.ts';
import type { StatementWords } from './words.ts';

/** The part of a month that is one of its days, or undefined when it has no such day. @param date `2031-03-01`. */
export function dayWithin(month: Month, date: string): Pick<Month, 'from' | 'to'> | undefined {
  const day = readDate(date);
  if (day === undefined) return undefined;
  const midnight = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(month.timeZone).epochMilliseconds);
  const from = new Date(Math.max(midnight(day).getTime(), month.from.getTime()));
  const to = new Date(Math.min(midnight(day.add({ days: 1 })).getTime(), month.to.getTime()));
  return from < to ? { from, to } : undefined;
}

function readDate(date: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(date);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export async function presentMonthDays(readDays: ReadDays, opened: PartyMonth): Promise<PresentedMonthDays> {
  const { book, party, month, accounts } = opened;
  return {
    month: month.month,
    time_zone: month.timeZone,
    mode: book.mode,
    ...party,
    accounts: await Promise.all(
      accounts.map(async (account) => presentAccount(account, await readDays(opened, account))),
    ),
  };
}

function presentAccount(account: AccountMonth, days: readonly DayOfMonth[]) {
  const json = jsonIn(account);
  return {
    ...presentSums(account),
    days: [...days].reverse().map(({ date, credits, debits, closing, movements }) => ({
      date,
      credits: json(credits),
      debits: json(-debits),
      closing_balance: json(closing),
      movements: Number(movements),
    })),
  };
}

export function presentFolded(
  row: FoldedMovement,
  account: Pick<AccountMonth, 'currency'>,
  { timeZone }: Month,
  words: StatementWords,
): PresentedFoldedMovement {
  return {
    movement_id: String(row.id),
    at: zonedTexts(timeZone)(row.createdAt),
    what: words.what(row.code),
    code: row.code,
    settlement_id: row.settlementId === null ? null : Number(row.settlementId),
    partner_order_ref: row.partnerOrderRef,
    transfers: Number(row.transfers),
    amount: jsonIn(account)(row.amount),
  };
}
