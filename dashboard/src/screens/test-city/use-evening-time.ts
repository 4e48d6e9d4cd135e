/** Times of an evening, in the zone in which it takes place. */
import { useIntl } from 'react-intl';
import type { TestEvening } from '../../api/types.ts';

export function useEveningTime({
  time_zone: timeZone,
}: Pick<TestEvening, 'time_zone'>): (at: string | number) => string {
  const intl = useIntl();
  return (at) => intl.formatTime(new Date(at), { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
