/** What is explored, as the address holds it and the API is asked for it; and which rows a figure opens. Pure. */
import type { Exploration } from '../../api/types.ts';
import { type Chosen, currency, day, oneOf, wholeNumber, withUsual } from '../../app/list-filters.ts';
import { onDays, readersZone } from '../../app/list-span.ts';
import { daysBetween, daysOf, periodDaysMax, periodFilters, periodOf } from '../../app/period.ts';

export type { Exploration };

const units = ['hour', 'day', 'week', 'month'] as const;
export const comparisons = ['previous', 'year', 'custom', 'none'] as const;
export const shows = ['amount', 'count'] as const;

type Measure = 'money' | 'rate' | 'seconds';
export type Grouping = 'none' | 'merchant' | 'courier' | 'method' | 'reason' | 'account';

/** The metrics of an account, with what each measures and by what it can be grouped; the first is shown at first. */
const metricsOf = {
  company: {
    orders: { measure: 'money', by: ['none', 'merchant', 'courier', 'method'] },
    settled: { measure: 'money', by: ['none', 'merchant', 'courier', 'method'] },
    commission: { measure: 'money', by: ['none', 'merchant', 'courier', 'method'] },
    refunds: { measure: 'money', by: ['none', 'merchant', 'courier', 'method'] },
    cancelled: { measure: 'money', by: ['none', 'merchant', 'courier', 'method'] },
  },
  shop: {
    payments: { measure: 'money', by: ['none', 'method'] },
    success: { measure: 'rate', by: ['none'] },
    declines: { measure: 'money', by: ['none', 'reason'] },
    refunds: { measure: 'money', by: ['none', 'method'] },
    disputes: { measure: 'money', by: ['none', 'method'] },
    time_to_pay: { measure: 'seconds', by: ['none', 'method'] },
  },
  operator: {
    orders: { measure: 'money', by: ['none', 'account', 'method'] },
    payments: { measure: 'money', by: ['none', 'account', 'method'] },
    fees: { measure: 'money', by: ['none', 'account'] },
    refunds: { measure: 'money', by: ['none', 'account'] },
    disputes: { measure: 'money', by: ['none', 'account'] },
    payouts: { measure: 'money', by: ['none', 'account'] },
  },
} as const satisfies Record<string, Record<string, { measure: Measure; by: readonly Grouping[] }>>;

export type Explorer = keyof typeof metricsOf;
type Metric =
  | keyof (typeof metricsOf)['company']
  | keyof (typeof metricsOf)['shop']
  | keyof (typeof metricsOf)['operator'];
export const metricNames = (of: Explorer): Metric[] => Object.keys(metricsOf[of]) as Metric[];

export const filtersOf = (of: Explorer) => ({
  metric: withUsual(oneOf(metricNames(of)), metricNames(of)[0] as Metric),
  by: withUsual(oneOf(['none', 'merchant', 'courier', 'method', 'reason', 'account'] as const), 'none'),
  unit: oneOf(units),
  show: withUsual(oneOf(shows), 'amount'),
  ...periodFilters,
  compare: withUsual(oneOf(comparisons), 'previous'),
  compare_from: day,
  compare_to: day,
  currency,
  account: wholeNumber,
});
export type ExploreFilter = Chosen<ReturnType<typeof filtersOf>>;

type Facts = { measure: Measure; by: readonly Grouping[] };
export const factsOf = (of: Explorer, metric: Metric): Facts =>
  (metricsOf[of] as Record<string, Facts>)[metric] as Facts;

/** How many days an interval suits: as the service has it. */
const unitDaysMax = { hour: 7, day: 184, week: periodDaysMax, month: periodDaysMax } as const;
const spanDays = { '7d': 7, '30d': 30, '90d': 90, '12m': 366 } as const;

const lengthOf = ({ span, from, to }: ExploreFilter): number =>
  span !== 'custom' ? spanDays[span] : from === undefined || to === undefined ? 1 : daysBetween(from, to);

export const unitsFor = (filter: ExploreFilter) => units.filter((unit) => lengthOf(filter) <= unitDaysMax[unit]);

/** The chosen grouping, if the metric has it. */
export const groupingOf = (of: Explorer, { metric, by }: ExploreFilter): Grouping =>
  factsOf(of, metric).by.includes(by) ? by : 'none';

/** @returns undefined while days are not chosen, or are not a period. */
export function queryOf(of: Explorer, filter: ExploreFilter) {
  const { metric, unit, compare, compare_from, compare_to, currency: chosen, account } = filter;
  const period = periodOf(filter);
  if (period === undefined) return undefined;
  if (compare === 'custom' && daysOf(compare_from, compare_to) === undefined) return undefined;
  return {
    metric,
    by: groupingOf(of, filter),
    time_zone: readersZone(),
    ...period,
    ...(unit !== undefined && unitsFor(filter).includes(unit) ? { unit } : {}),
    compare,
    ...(compare === 'custom' ? { compare_from, compare_to } : {}),
    ...(chosen === undefined ? {} : { currency: chosen }),
    ...(of === 'operator' && account !== undefined ? { account } : {}),
  };
}

/** Days, or the instants of an hour. */
type Days = { from: string; to: string };
export const timeOf = (unit: Exploration['unit'], { from, to, since, until }: Exploration['parts'][number]): Days =>
  unit === 'hour' ? { from: since, to: until } : { from, to };
export type Rows = { to: string; search: Record<string, string | number | boolean | undefined> };

/** The list with the rows of a figure; undefined where there is none. @param key of the group, if it is one's. */
export function rowsOf(
  of: Explorer,
  { metric, by, account }: { metric: Metric; by: Grouping; account: number | undefined },
  days: Days,
  currencyOf: string,
  key?: string,
): Omit<Rows, 'to'> | undefined {
  const shared = { currency: currencyOf, ...onDays(days) };
  if (key === '') return undefined;
  if (of === 'company') {
    const dated_by = metric === 'settled' ? 'settled' : metric === 'refunds' ? 'refunded' : 'recorded';
    const narrowed = key === undefined ? {} : by === 'method' ? { method: key } : { payee: Number(key) };
    const cancelled = metric === 'cancelled' ? { payment_status: 'cancelled' } : {};
    // Orders of the shadow ledger are refunded too; the other metrics leave them out.
    const own = metric === 'refunds' ? {} : { is_shadow: false };
    return { search: { ...own, dated_by, ...cancelled, ...shared, ...narrowed } };
  }
  if (of === 'shop') {
    const dated_by = { refunds: 'refunded', disputes: 'disputed', success: 'created', declines: 'created' } as const;
    const dating = dated_by[metric as keyof typeof dated_by] ?? 'paid';
    const narrowed = {
      ...(metric === 'success' ? { finished: true } : {}),
      ...(metric === 'declines' ? { declined_for: key ?? 'any' } : {}),
      ...(metric !== 'declines' && key !== undefined ? { method: key } : {}),
    };
    return { search: { dated_by: dating, ...shared, ...narrowed } };
  }
  if (metric !== 'payouts') return undefined;
  return { search: { status: 'all', ...shared, account: key === undefined ? account : Number(key) } };
}

export type Figures = Exploration['figures'][number];
export type Plain = Omit<Figures, 'compared'>;

/** What a chart shows of figures: an amount or a count, a share from 0 to 1, or seconds. */
export function shownOf(measure: Measure, show: ExploreFilter['show'], figures: Plain | null | undefined): number {
  if (figures === null || figures === undefined) return 0;
  if (measure === 'rate') return figures.out_of === 0 ? 0 : figures.count / figures.out_of;
  if (measure === 'seconds') return figures.median_seconds ?? 0;
  return show === 'amount' ? figures.amount : figures.count;
}
