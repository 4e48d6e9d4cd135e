/** The time that a list or a chart is about, as its address says it, and as the API is asked for it. Pure. */
export const spans = ['today', '7d', '30d', '90d', 'custom'] as const;
type Span = (typeof spans)[number];

const daysOf: Record<Exclude<Span, 'custom'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

/** `from` and `to` are days of the reader, both included; undefined where there is no bound. */
type Days = { from: string | undefined; to: string | undefined };

/** As instants: from the start of the first day to the start of the day after the last. */
function rangeOf(span: Span | undefined, { from, to }: Days, now: Date): { from?: string; to?: string } {
  if (span === undefined) return {};
  if (span !== 'custom') return { from: dayStart(now, 1 - daysOf[span]).toISOString() };
  return {
    ...(from === undefined ? {} : { from: startOf(from).toISOString() }),
    ...(to === undefined ? {} : { to: dayStart(startOf(to), 1).toISOString() }),
  };
}

type Spanned = { span?: Span | undefined; from?: string | undefined; to?: string | undefined };

/** As the API is asked: days of the reader, and spans that end now, become instants. */
export const timed = <F extends Spanned>({ span, from, to, ...asked }: F) => ({
  ...asked,
  ...rangeOf(span, { from, to }, new Date()),
});

/** Midnight where the reader is. */
const startOf = (day: string): Date => new Date(`${day}T00:00`);

const dayStart = (day: Date, later: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + later);

/** Where the reader's day begins. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As the address holds what happened from one day to another, both included. */
export const onDays = ({ from, to }: { from: string; to: string }) => ({ span: 'custom' as const, from, to });
