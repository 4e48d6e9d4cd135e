/**
 * Rows of a list on a phone, those of one day under its heading. Where most days have one row, each shows its date itself: the
 * headings would only make the list longer.
 */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { dayOf, InstantForm, isThisYear } from './instant-form.ts';
import classes from './list.module.css';

type Props<Row> = {
  rows: readonly Row[];
  /** The time by which they are sorted. */
  at: (row: Row) => string;
  children: (rows: readonly Row[]) => ReactNode;
};

/** @returns the heading of a day: `Sunday, November 29`. */
export function useDayHeading(): (time: Date) => string {
  const intl = useIntl();
  return (time) => {
    const year = isThisYear(time) ? {} : ({ year: 'numeric' } as const);
    return intl.formatDate(time, { weekday: 'long', month: 'long', day: 'numeric', ...year });
  };
}

export function DayRows<Row>({ rows, at, children }: Props<Row>) {
  const headingOf = useDayHeading();
  const days = inDays(rows, at);
  if (days.length * 2 > rows.length) return children(rows);
  return days.map(({ day, first, rows: ofDay }) => {
    return (
      <div key={day} className={classes.group}>
        <time dateTime={first.toISOString()} className={classes.day}>
          {headingOf(first)}
        </time>
        <InstantForm value={{ isBrief: true, day }}>{children(ofDay)}</InstantForm>
      </div>
    );
  });
}

/** In their order. Rows of the same moment may be a little out of it. */
function inDays<Row>(rows: readonly Row[], at: (row: Row) => string) {
  const days = new Map<string, { day: string; first: Date; rows: Row[] }>();
  for (const row of rows) {
    const time = new Date(at(row));
    const day = dayOf(time);
    const group = days.get(day) ?? { day, first: time, rows: [] };
    group.rows.push(row);
    days.set(day, group);
  }
  return [...days.values()];
}
