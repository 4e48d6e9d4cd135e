/** How long something takes or still has to wait, in the two largest units. */
import { useInterval } from '@mantine/hooks';
import { useState, useSyncExternalStore } from 'react';
import { bookAheadMs, onBookTime } from '../api/book-time.ts';
import { useStrings } from '../strings/strings.tsx';

const minuteMs = 60_000;
const minutesPerHour = 60;

/** The time of the open book, renewed four times a minute, and when its clock is moved. */
export function useNow(): number {
  const ahead = useSyncExternalStore(onBookTime, bookAheadMs);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), minuteMs / 4, { autoInvoke: true });
  return now + ahead;
}

export function useSpan(): (ms: number) => string {
  const t = useStrings();
  return (ms) => {
    if (ms > 0 && ms < 1_000) return t('op.time.seconds', { seconds: Math.ceil(ms / 100) / 10 });
    if (ms < minuteMs) return t('op.time.seconds', { seconds: Math.max(0, Math.round(ms / 1_000)) });
    const minutes = Math.ceil(ms / minuteMs);
    if (minutes < minutesPerHour) return t('op.time.minutes', { minutes });
    return t('op.time.hours', { hours: Math.floor(minutes / minutesPerHour), minutes: minutes % minutesPerHour });
  };
}
