/** A month of the calendar in words, `March 2031`: the same for readers in all time zones. */
import { useIntl } from 'react-intl';

/** @returns the words for a month such as `2031-03`. */
export function useMonth(): (month: string) => string {
  const intl = useIntl();
  return (month) => intl.formatDate(`${month}-15`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** @param props.of `2031-03` */
export const CalendarMonth = ({ of }: { of: string }) => useMonth()(of);
