/** What moved in a period, in its parts, beside the period before, one row for each currency. Pure; minor units. */
import type { Bucket } from '../../../base/clock/period.ts';
import { type Exponent, exponentOf } from '../../../base/money/currency.ts';

/** Counts and amounts by name. */
export type Figures<Name extends string> = Record<Name, bigint>;
/** What moved on or after `since` and before the end of the day or part that begins then. */
export type Moved<Name extends string> = { since: Date; currency: string; figures: Figures<Name> };

export type Compared<Name extends string> = {
  currency: string;
  now: Figures<Name>;
  previous: Figures<Name>;
  /** One for each part of the period. */
  parts: { now: Figures<Name>; previous: Figures<Name> }[];
};

type Asked<Name extends string> = {
  names: readonly Name[];
  /** By which currencies are ranked, without exchange rates: how much moved, and then for how much. */
  count: Name;
  amount: Name;
};

/** @param known currencies to show even if nothing moved in them. @returns the largest first. */
export function compare<Name extends string>(
  buckets: readonly Bucket[],
  moved: readonly Moved<Name>[],
  known: Iterable<string>,
  { names, count, amount }: Asked<Name>,
): Compared<Name>[] {
  const none = (): Figures<Name> => Object.fromEntries(names.map((name) => [name, 0n])) as Figures<Name>;
  const currencies = new Set([...moved.map(({ currency }) => currency), ...known]);
  const rows = new Map(
    [...currencies].map((currency) => {
      const parts = buckets.map(() => ({ now: none(), previous: none() }));
      return [currency, { currency, now: none(), previous: none(), parts }];
    }),
  );
  const add = (to: Figures<Name>, figures: Figures<Name>): void => {
    for (const name of names) to[name] += figures[name];
  };
  for (const { since, currency, figures } of moved) {
    const row = rows.get(currency) as Compared<Name>;
    for (const when of ['now', 'previous'] as const) {
      const part = row.parts[buckets.findIndex((bucket) => isIn(when === 'now' ? bucket : bucket.previous, since))];
      if (part === undefined) continue;
      add(part[when], figures);
      add(row[when], figures);
    }
  }
  const sizes = (row: Compared<Name>): bigint[] =>
    [row.now, row.previous].flatMap((figures) => [figures[count], scaled(figures[amount], exponentOf(row.currency))]);
  return [...rows.values()].sort((a, b) => {
    const [sizesA, sizesB] = [sizes(a), sizes(b)];
    const place = sizesA.findIndex((size, at) => size !== sizesB[at]);
    if (place < 0) return a.currency < b.currency ? -1 : 1;
    return (sizesA[place] as bigint) > (sizesB[place] as bigint) ? -1 : 1;
  });
}

const isIn = ({ since, until }: { since: Date; until: Date }, at: Date): boolean => since <= at && at < until;

const decimalsMax = 3;
/** So that 5 dinars and 5 yen, which have other decimals, compare as numbers. */
const scaled = (minor: bigint, exponent: Exponent): bigint => minor * 10n ** BigInt(decimalsMax - exponent);

const tenthsPerWhole = 1_000n;

/** @returns by how many per cent it grew, to a tenth, half away from 0; null when there was nothing, or less, before. */
export function changePercent(now: bigint, before: bigint): number | null {
  if (before <= 0n) return null;
  const sign = now < before ? -1n : 1n;
  const tenths = ((now - before) * sign * tenthsPerWhole * 2n + before) / (before * 2n);
  return Number(tenths * sign) / 10;
}
