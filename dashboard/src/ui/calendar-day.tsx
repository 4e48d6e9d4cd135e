/** A day of the calendar, such as a bank's booking day: the same for readers in all time zones. */
import { FormattedDate } from 'react-intl';

/** @param props.of `2031-03-01` */
export const CalendarDay = ({ of }: { of: string }) => (
  <FormattedDate value={`${of}T00:00:00Z`} timeZone="UTC" dateStyle="medium" />
);
