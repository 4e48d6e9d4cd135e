/**
 * The totals of a company's last days. A day that has passed doesn't change any more: orders keep their time and amount,
 * and transfers are never updated. So its totals are kept in memory, in a bounded number, and only the days since are read.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import { type Day, isOver, lastDays } from '../../../base/clock/days.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { type Recorded, sumRecordedDays } from '../../explore/recorded-days.repository.ts';
import { type Since, sumClearing } from './company-home.repository.ts';
import type { ClearingSum } from './flow.ts';

export type DayTotals = { day: string; recorded: readonly Recorded[]; clearing: ClearingSum[] };

const booksMax = 1_000;
export const daysMax = 30;
const msPerHour = 3_600_000;
/** Rows written at the same time may have their ids the other way round. */
const slackMs = 24 * msPerHour;

const byDay = (totals: DayTotals): [string, DayTotals] => [totals.day, totals];

type ReadDays = (book: Book, timeZone: string, count: number) => Promise<DayTotals[]>;

export function createDayTotals({ db, clock }: { db: Database; clock: Clock }): ReadDays {
  const books = new Map<string, Map<string, DayTotals>>();
  return async (book, timeZone, count) => {
    const days = lastDays(clock.now(book.holderId, book.mode), timeZone, count);
    const over = days.filter((day) => isOver(day, clock.now(book.holderId, 'live'))).map(({ day }) => day);
    const key = `${book.holderId}/${book.mode}/${timeZone}`;
    const known = books.get(key) ?? new Map<string, DayTotals>();
    const unread = days.slice(
      Math.max(
        0,
        days.findIndex(({ day }) => !known.has(day)),
      ),
    );
    const read = await readSince(db, book, unread, sinceOf(clock, book, unread, timeZone));
    const all = new Map([...known, ...read.map(byDay)]);
    const shown = days.map(({ day }) => all.get(day) ?? { day, recorded: [], clearing: [] });
    const kept = new Map([...known, ...shown.filter(({ day }) => over.includes(day)).map(byDay)]);
    for (const day of [...kept.keys()].sort().slice(0, -daysMax)) kept.delete(day);
    books.delete(key);
    books.set(key, kept);
    if (books.size > booksMax) books.delete(books.keys().next().value as string);
    return shown;
  };
}

/** A test clock is ahead of the time at which rows are written, by as much as it is now at the most. */
function sinceOf(clock: Clock, { holderId, mode }: Book, [first]: readonly Day[], timeZone: string): Since {
  const { from } = first as Day;
  const ahead = clock.now(holderId, mode).getTime() - clock.now(holderId, 'live').getTime();
  return { from, timeZone, writtenFrom: new Date(from.getTime() - Math.max(0, ahead) - slackMs) };
}

async function readSince(db: Database, book: Book, days: readonly Day[], since: Since): Promise<DayTotals[]> {
  const [recorded, clearing] = await Promise.all([sumRecordedDays(db, book, days), sumClearing(db, book, since)]);
  return recorded.map(({ day, recorded: ofDay }) => ({
    day,
    recorded: ofDay,
    clearing: clearing.filter((row) => row.day === day),
  }));
}
