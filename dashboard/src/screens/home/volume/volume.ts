/** What a volume is asked for, as the address of a home holds it, and what its figures have in common. */
import { type Chosen, currency } from '../../../app/list-filters.ts';
import { readersZone } from '../../../app/list-span.ts';
import { periodFilters, periodOf } from '../../../app/period.ts';

export const filters = { ...periodFilters, currency };
type VolumeFilter = Chosen<typeof filters>;

/** @returns undefined while the two days are not chosen, or are not a period. */
export function queryOf(filter: VolumeFilter) {
  const period = periodOf(filter);
  return period === undefined ? undefined : { time_zone: readersZone(), ...period };
}

export type Days = { from: string; to: string };
/** Counts, and amounts in units of the currency. */
type Figures<Name extends string> = Readonly<Record<Name, number>>;
type Part<Name extends string> = Figures<Name> & { previous: Figures<Name> };
export type CurrencyVolume<Name extends string> = Part<Name> & {
  currency: string;
  change: Readonly<Record<Name, number | null>>;
  parts: readonly Part<Name>[];
};
export type Volume<Name extends string> = Days & {
  unit: 'day' | 'week' | 'month';
  previous: Days;
  parts: readonly (Days & { previous: Days })[];
  currencies: readonly CurrencyVolume<Name>[];
};

/** The first is what the bars show, with the period before as a line. */
export type Column<Name extends string> = {
  name: Name;
  title: string;
  isMoney?: boolean;
  /** It may be below 0, and is not compared. */
  isPlain?: boolean;
  color?: string;
  /** The rows that the figure is about. */
  rows?: (days: Days, currency: string) => { to: string; search: Record<string, string | number | boolean> };
};

export const hasMoved = <Name extends string>(row: CurrencyVolume<Name>, columns: readonly Column<Name>[]): boolean =>
  columns.some(({ name }) => row[name] !== 0 || row.previous[name] !== 0);

/** Whether there was anything in the previous period. */
export const hadAny = <Name extends string>(row: CurrencyVolume<Name>, columns: readonly Column<Name>[]): boolean =>
  columns.some(({ name }) => row.previous[name] !== 0);
