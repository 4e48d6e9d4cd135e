/**
 * The period of a figure, as the address holds it and the API is asked for it: a length that ends now, or two days. Lists ask for
 * instants instead (`list-span.ts`). Pure.
 */
import { type Chosen, day, oneOf, withUsual } from './list-filters.ts';

export const periodSpans = ['7d', '30d', '90d', '12m', 'custom'] as const;
export const periodFilters = { span: withUsual(oneOf(periodSpans), '30d'), from: day, to: day };

/** As the service has it: two years. */
export const periodDaysMax = 731;
const msPerDay = 86_400_000;

/** Both included. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / msPerDay + 1;

type Days = { from: string; to: string };

/** @returns undefined while the two days are not chosen, or are not a period. */
export function daysOf(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined || to === undefined) return undefined;
  const days = daysBetween(from, to);
  return days >= 1 && days <= periodDaysMax ? { from, to } : undefined;
}

/** @returns undefined while there is no period. */
export const periodOf = ({ span, from, to }: Chosen<typeof periodFilters>) =>
  span === 'custom' ? daysOf(from, to) : { period: span };
