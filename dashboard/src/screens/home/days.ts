/** Every day of a period, also those on which nothing happened, and its name. */
import { useIntl } from 'react-intl';

const msPerDay = 86_400_000;

/** Dates are counted in UTC, where every day has 24 hours. */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(`${from}T00:00Z`), Date.parse(`${to}T00:00Z`)];
  const count = Math.round((last - first) / msPerDay) + 1;
  return Array.from({ length: count }, (_, index) => new Date(first + index * msPerDay).toISOString().slice(0, 10));
}

export function useDayWords(): (day: string) => string {
  const intl = useIntl();
  return (day) => intl.formatDate(`${day}T00:00Z`, { timeZone: 'UTC', day: 'numeric', month: 'short' });
}
