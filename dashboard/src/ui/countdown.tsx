/** How long it is until a moment, to the minute. The exact time stands beside it. */
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useStrings } from '../strings/strings.tsx';

const everyMs = 15_000;
const msPerMinute = 60_000;
const minutesPerHour = 60;
const hoursPerDay = 24;

/** @param now what time it was, on the clock that counts, when it was read. */
export function Countdown({ to, now }: { to: string; now: string }) {
  const t = useStrings();
  const [readAt] = useState(() => Date.now());
  const [passed, setPassed] = useState(0);
  useInterval(() => setPassed(Date.now() - readAt), everyMs, { autoInvoke: true });
  const left = Math.ceil((Date.parse(to) - Date.parse(now) - passed) / msPerMinute);
  if (left <= 0) return <>{t('app.now')}</>;
  const hours = Math.floor(left / minutesPerHour);
  if (hours >= hoursPerDay * 2) return <>{t('app.inDays', { days: Math.floor(hours / hoursPerDay) })}</>;
  if (hours > 0) return <>{t('app.inHours', { hours, minutes: left % minutesPerHour })}</>;
  return <>{t('app.inMinutes', { minutes: left })}</>;
}
