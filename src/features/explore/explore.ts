/** What is explored: the figures of a metric in a period and in another, by part, currency and group. Reads only. */
import type { CutPeriod } from '../../base/clock/period.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { nameAccounts, nameLinks, sumGroups, sumNamedGroups, sumParts } from './facts.repository.ts';
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
  const { explored, period, compared, now, ahead } = question;
  const rangeOf = ({ since, until, parts }: CutPeriod): FactsIn => {
    return { since, until, starts: parts.map((part) => part.since), now, ahead };
  };
  const [rows, before] = await Promise.all([
    sumParts(db, explored, book, rangeOf(period)),
    compared === null ? [] : sumParts(db, explored, book, rangeOf(compared)),
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
    groups: currency === null ? [] : await groupsOf(db, book, question, currency, rangeOf),
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

async function groupsOf(
  db: Database,
  book: Book,
  { explored, by, period, compared }: Question,
  currency: string,
  rangeOf: (period: CutPeriod) => FactsIn,
): Promise<Exploration['groups']> {
  if (by === 'none') return [];
  const groups = await sumGroups(db, explored, book, rangeOf(period), { by, currency, limit: groupsMax });
  const keys = groups.map(({ key }) => key);
  const [before, names] = await Promise.all([
    compared === null ? [] : sumNamedGroups(db, explored, book, rangeOf(compared), { by, currency, keys }),
    namesOf(db, book, by, keys),
  ]);
  return groups.map((row) => ({
    key: row.key,
    name: names.find(({ key }) => key === row.key)?.name ?? null,
    now: figuresOf(row),
    compared: compared === null ? null : figuresOf(before.find(({ key }) => key === row.key)),
  }));
}

async function namesOf(db: Database, { holderId }: Book, by: Grouping, keys: readonly string[]) {
  if (by === 'merchant' || by === 'courier') return nameLinks(db, holderId, keys);
  return by === 'account' ? nameAccounts(db, keys) : [];
}
