/** The day on which money should be in a bank account: an estimate, of the banks' calendar. */
import { useIntl } from 'react-intl';
import { useStrings } from '../strings/strings.tsx';

/** @param props.day `2031-03-05` */
export function ExpectedDay({ day }: { day: string }) {
  const t = useStrings();
  const intl = useIntl();
  const shown = intl.formatDate(`${day}T00:00:00Z`, {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  return t('shop.payout.expected', { day: shown });
}
