/** Months of the calendar in UTC, as `2031-03`. Pure. */

const monthsShown = 13;

/** The month of an instant and those before it, newest first: as many as a year has, and the same month a year ago. */
export const lastMonths = (now: Date): string[] =>
  Array.from({ length: monthsShown }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  );

/** Its first and its last day. */
export function daysOf(month: string): { from: string; to: string } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0));
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
}
