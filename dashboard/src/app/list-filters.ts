/** The filters of a list, as its address holds them and the API takes them. Unknown values are dropped. Pure. */
import type { ListSearch } from './list-search.ts';

type Value = string | number | boolean;

/** `usual` is what is shown when the address names none. */
type Filter<V extends Value = Value> = { read: (given: string) => V | undefined; usual?: V };
export type Filters = Record<string, Filter>;

type ValueOf<F> = F extends { read: (given: string) => infer V } ? Exclude<V, undefined> : never;
type Usual = { usual: Value };

/** What is chosen: always one where there is a usual value. */
export type Chosen<F extends Filters> = {
  [Name in keyof F as F[Name] extends Usual ? Name : never]: ValueOf<F[Name]>;
} & { [Name in keyof F as F[Name] extends Usual ? never : Name]?: ValueOf<F[Name]> };

export const text: Filter<string> = { read: (given) => given || undefined };

export const matching = (pattern: RegExp): Filter<string> => ({
  read: (given) => (pattern.test(given) ? given : undefined),
});

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** JavaScript reads 30 February as 2 March. */
function isInCalendar(given: string): boolean {
  const at = new Date(`${given}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given);
}
/** A day of the calendar, `2026-11-25`. */
export const day: Filter<string> = {
  read: (given) => (dayPattern.test(given) && isInCalendar(given) ? given : undefined),
};

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
export const isInstant = (given: string): boolean =>
  instantPattern.test(given) && isInCalendar(given.slice(0, 10)) && !Number.isNaN(Date.parse(given));
/** A day, or an instant where less than a day is meant, such as an hour. */
export const dayOrInstant: Filter<string> = {
  read: (given) => (isInstant(given) ? given : day.read(given)),
};

export const currency = matching(/^[A-Z]{3}$/);

export const wholeNumber: Filter<number> = {
  read: (given) => (/^\d{1,15}$/.test(given) ? Number(given) : undefined),
};

/** Only those that are; those that are not can't be asked for. */
export const onlyTrue: Filter<true> = { read: (given) => (given === 'true' ? true : undefined) };

export const trueOrFalse: Filter<boolean> = {
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
};

export const oneOf = <const V extends string>(values: readonly V[]): Filter<V> => ({
  read: (given) => values.find((one) => one === given),
});

export const withUsual = <V extends Value>(filter: Filter<V>, usual: V): Filter<V> & { usual: V } => ({
  ...filter,
  usual,
});

export function chosenOf<F extends Filters>(filters: F, address: ListSearch): Chosen<F> {
  const chosen = Object.entries(filters).flatMap(([name, { read, usual }]) => {
    const given = address[name as keyof ListSearch];
    const value = (given === undefined ? undefined : read(String(given))) ?? usual;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(chosen) as Chosen<F>;
}

/** The search is always in view, and these belong to another filter. */
const uncounted: ReadonlySet<string> = new Set(['search', 'path', 'request_id', 'from', 'to', 'dated_by']);

/** Of the filters that can wait behind a button: how many are in use. */
export const countActive = (filters: Filters, address: ListSearch): number =>
  narrowingOf(filters, address).filter((name) => !uncounted.has(name)).length;

/** Whether something is left out that the list shows otherwise. An order, a tab, leaves out nothing. */
export const isNarrowed = (filters: Filters, address: ListSearch): boolean => narrowingOf(filters, address).length > 0;

function narrowingOf(filters: Filters, address: ListSearch): string[] {
  const narrowing = Object.entries(filters).filter(([, { usual }]) => usual === undefined);
  return Object.keys(chosenOf(Object.fromEntries(narrowing), address));
}
