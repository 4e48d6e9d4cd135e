/** A length of time in its two largest units, in words. */
import { useStrings } from '../../strings/strings.tsx';

export const hoursPerDay = 24;

/** @returns of minutes, in words. */
export function useDuration(): (minutes: number) => string {
  const t = useStrings();
  return (minutes) => {
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / hoursPerDay);
    const parts = [
      ...(days > 0 ? [t('clock.days', { count: days })] : []),
      ...(hours % hoursPerDay > 0 ? [t('clock.hours', { count: hours % hoursPerDay })] : []),
      ...(minutes % 60 > 0 && days === 0 ? [t('clock.minutes', { count: minutes % 60 })] : []),
    ];
    return parts.join(' ');
  };
}
