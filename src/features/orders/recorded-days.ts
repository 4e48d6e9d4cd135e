/**
 * What a company's orders came to on each day. Orders keep their time, amount and commission, so a day that is over doesn't
 * change any more: its sums are kept in memory, in a bounded number, and only the days that are not known are read.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { type Day, isOver } from '../../base/clock/days.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { writtenIn } from './order-times.repository.ts';
import { sumRecordedDays } from './recorded-days.repository.ts';

/** Minor units. */
type Recorded = { currency: string; orders: bigint; amount: bigint; commission: bigint };
type RecordedDay = { since: Date; recorded: readonly Recorded[] };

const booksMax = 200;
/** Of each: two years beside the two before them. */
const daysKeptMax = 1_500;

/** Most days of most companies. */
const nothing: readonly Recorded[] = [];

type Kept = Map<string, readonly Recorded[]>;
/** @param days one after the other, without a gap. */
type ReadDays = (book: Book, days: readonly Day[]) => Promise<RecordedDay[]>;

export function createRecordedDays({ db, clock }: { db: Database; clock: Clock }): ReadDays {
  const books = new Map<string, Kept>();
  return async (book, days) => {
    const key = `${book.holderId}/${book.mode}`;
    const known: Kept = books.get(key) ?? new Map();
    const realNow = clock.now(book.holderId, 'live');
    const unread = unreadOf(days, known);
    const read = await readDays(db, clock, book, unread);
    for (const day of days) {
      const sums = read.get(keyOf(day)) ?? known.get(keyOf(day));
      known.delete(keyOf(day));
      if (sums !== undefined && isOver(day, realNow)) known.set(keyOf(day), sums);
    }
    dropOldest(known, daysKeptMax);
    books.delete(key);
    books.set(key, known);
    dropOldest(books, booksMax);
    return days.map((day) => ({ since: day.from, recorded: read.get(keyOf(day)) ?? known.get(keyOf(day)) ?? nothing }));
  };
}

/** As instants, which are the same in every time zone. */
const keyOf = ({ from, to }: Day): string => `${from.getTime()}/${to.getTime()}`;

/** From the first that is not known to the last, because they are read in one go. */
function unreadOf(days: readonly Day[], known: Kept): readonly Day[] {
  const isUnread = (day: Day) => !known.has(keyOf(day));
  return days.slice(Math.max(0, days.findIndex(isUnread)), days.findLastIndex(isUnread) + 1);
}

async function readDays(db: Database, clock: Clock, book: Book, days: readonly Day[]): Promise<Kept> {
  const [first, ...rest] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return new Map();
  const written = writtenIn(clock, book, { from: first.from, to: last.to });
  const rows = await sumRecordedDays(db, book, [first, ...rest], written);
  const read: Kept = new Map(days.map((day) => [keyOf(day), nothing]));
  for (const { place, currency, orders, amount, commission } of rows) {
    const key = keyOf(days[place] as Day);
    const sum = { currency, orders, amount: BigInt(amount), commission: BigInt(commission) };
    read.set(key, [...(read.get(key) ?? nothing), sum]);
  }
  return read;
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}
