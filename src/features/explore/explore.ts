/** What is explored: the figures of a metric in a period and in another, by part, currency and group. Reads only. */
import type { CutPeriod } from '../../base/clock/period.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { nameAccounts, nameLinks, sumGroups, sumParts } from './facts.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { Explored, Grouping } from './metrics.ts';

/** Minor units. */
export type Figures = { count: bigint; outOf: bigint; amount: bigint; median: bigint | null; slow: bigint | null };
/** `compared` is null where there is nothing to compare with: no comparison, or fewer parts. */
export type Beside = { now: Figures; compared: Figures | null };

export type Exploration = {
  period: CutPeriod;
  compared: CutPeriod | null;
  currency: string | null;
  /** The largest first. */
  currencies: (Beside & { currency: string })[];
  /** Of the currency that is shown. */
  parts: Beside[];
  groups: (Beside & { key: string; name: string | null })[];
};

export type Question = {
  explored: Explored;
  by: Grouping;
  period: CutPeriod;
  compared: CutPeriod | null;
  /** Undefined: the one with the most. */
  currency: string | undefined;
  /** By the book's clock, and how far that is ahead of the time at which rows are written. */
  now: Date;
  ahead: number;
};

const groupsMax = 100;

const none: Figures = Object.freeze({ count: 0n, outOf: 0n, amount: 0n, median: null, slow: null });

type Row = Omit<Figures, 'amount'> & { amount: string };
const figuresOf = (row: Row | undefined): Figures =>
  row === undefined
    ? none
    : { count: row.count, outOf: row.outOf, amount: BigInt(row.amount), median: row.median, slow: row.slow };

export async function explore(db: Database, book: Book, question: Question): Promise<Exploration> {
  const { explored, by, period, compared, now, ahead } = question;
  const rangeOf = ({ since, until, parts }: CutPeriod): FactsIn => {
    return { since, until, starts: parts.map((part) => part.since), now, ahead };
  };
  const times = { shown: rangeOf(period), before: compared && rangeOf(compared) };
  const [rows, before, groups] = await Promise.all([
    sumParts(db, explored, book, times.shown),
    times.before === null ? [] : sumParts(db, explored, book, times.before),
    by === 'none' ? [] : sumGroups(db, explored, book, times, { by, limit: groupsMax }),
  ]);
  const find = (from: typeof rows, currency: string, place: number | null) =>
    figuresOf(from.find((row) => row.currency === currency && row.place === place));
  const beside = (currency: string, place: number | null): Beside => ({
    now: find(rows, currency, place),
    compared:
      compared === null || (place !== null && place >= compared.parts.length) ? null : find(before, currency, place),
  });
  const names = [...new Set([...rows, ...before].map(({ currency }) => currency))];
  const currencies = names.map((currency) => ({ currency, ...beside(currency, null) })).sort(bySize);
  const currency = question.currency ?? currencies[0]?.currency ?? null;
  return {
    period,
    compared,
    currency,
    currencies,
    parts: currency === null ? [] : period.parts.map((_, place) => beside(currency, place)),
    groups: await named(
      db,
      book,
      question,
      groups.filter((group) => group.currency === currency),
    ),
  };
}

type Sized = Beside & { currency: string };

/** Amounts of unlike currencies do not compare: by how many there are. */
function bySize(a: Sized, b: Sized): number {
  const sizes = ({ now, compared }: Sized): bigint[] => [now.outOf, compared?.outOf ?? 0n];
  const [sizesA, sizesB] = [sizes(a), sizes(b)];
  const place = sizesA.findIndex((size, at) => size !== sizesB[at]);
  if (place < 0) return a.currency < b.currency ? -1 : 1;
  return (sizesA[place] as bigint) > (sizesB[place] as bigint) ? -1 : 1;
}

type GroupRow = Awaited<ReturnType<typeof sumGroups>>[number];

async function named(
  db: Database,
  book: Book,
  { by, compared }: Question,
  groups: readonly GroupRow[],
): Promise<Exploration['groups']> {
  const names = await namesOf(
    db,
    book,
    by,
    groups.map(({ key }) => key),
  );
  return groups.map((row) => ({
    key: row.key,
    name: names.find(({ key }) => key === row.key)?.name ?? null,
    now: figuresOf(row),
    compared:
      compared === null
        ? null
        : figuresOf({
            count: row.countThen,
            outOf: row.outOfThen,
            amount: row.amountThen,
            median: row.medianThen,
            slow: row.slowThen,
          }),
  }));
}

async function namesOf(db: Database, { holderId }: Book, by: Grouping, keys: readonly string[]) {
  if (keys.length === 0) return [];
  if (by === 'merchant' || by === 'courier') return nameLinks(db, holderId, keys);
  return by === 'account' ? nameAccounts(db, keys) : [];
}
