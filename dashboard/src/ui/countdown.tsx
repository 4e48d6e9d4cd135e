/** How long it is until a moment, by the clock of the open book, to the minute. The exact time stands beside it. */
import { useStrings } from '../strings/strings.tsx';
import { useNow } from './use-now.ts';

const msPerMinute = 60_000;
const minutesPerHour = 60;
const hoursPerDay = 24;

export function Countdown({ to }: { to: string }) {
  const t = useStrings();
  const left = Math.ceil((Date.parse(to) - useNow()) / msPerMinute);
  if (left <= 0) return <>{t('app.now')}</>;
  const hours = Math.floor(left / minutesPerHour);
  if (hours >= hoursPerDay * 2) return <>{t('app.inDays', { days: Math.floor(hours / hoursPerDay) })}</>;
  if (hours > 0) return <>{t('app.inHours', { hours, minutes: left % minutesPerHour })}</>;
  return <>{t('app.inMinutes', { minutes: left })}</>;
}
