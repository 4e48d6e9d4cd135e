/** The time that a list or a chart is about, as its address says it, and as the API is asked for it. Pure. */
import { bookTime } from '../api/book-time.ts';
import { isInstant } from './list-filters.ts';

export const spans = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'lastMonth', 'custom'] as const;
type Span = (typeof spans)[number];

/** Those that end now. */
const daysOf = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

/** `from` and `to` are days of the reader, both included, or instants, the last excluded; undefined where there is no bound. */
type Days = { from: string | undefined; to: string | undefined };

/** As instants: from the start of the first day to the start of the day after the last. */
function rangeOf(span: Span | undefined, { from, to }: Days, now: Date): { from?: string; to?: string } {
  if (span === undefined) return {};
  if (span === 'yesterday') return { from: dayStart(now, -1).toISOString(), to: dayStart(now, 0).toISOString() };
  if (span === 'month') return { from: monthStart(now, 0).toISOString() };
  if (span === 'lastMonth') return { from: monthStart(now, -1).toISOString(), to: monthStart(now, 0).toISOString() };
  if (span !== 'custom') return { from: dayStart(now, 1 - daysOf[span]).toISOString() };
  return {
    ...(from === undefined ? {} : { from: isInstant(from) ? from : startOf(from).toISOString() }),
    ...(to === undefined ? {} : { to: isInstant(to) ? to : dayStart(startOf(to), 1).toISOString() }),
  };
}

type Spanned = { span?: Span | undefined; from?: string | undefined; to?: string | undefined };

/** As the API is asked: days of the reader, and spans that end now, become instants. */
export const timed = <F extends Spanned>({ span, from, to, ...asked }: F, now = new Date(bookTime())) => ({
  ...asked,
  ...rangeOf(span, { from, to }, now),
});

/** Midnight where the reader is. */
const startOf = (day: string): Date => new Date(`${day}T00:00`);

const dayStart = (day: Date, later: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + later);

const monthStart = (day: Date, later: number): Date => new Date(day.getFullYear(), day.getMonth() + later);

/** Where the reader's day begins. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As the address holds what happened from one day to another, both included. */
export const onDays = ({ from, to }: { from: string; to: string }) => ({ span: 'custom' as const, from, to });
