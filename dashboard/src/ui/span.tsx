/** How long something takes or still has to wait, in the two largest units. */
import { useStrings } from '../strings/strings.tsx';

const minuteMs = 60_000;
const minutesPerHour = 60;

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
