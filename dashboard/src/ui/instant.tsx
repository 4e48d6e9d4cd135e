/** A time in the reader's zone; the exact instant on hover. */
import { Tooltip } from '@mantine/core';
import { useIntl } from 'react-intl';

type Props = { at: string /** Only the day. */; day?: boolean };

export function Instant({ at, day = false }: Props) {
  const intl = useIntl();
  const time = new Date(at);
  const text = intl.formatDate(time, day ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Tooltip label={time.toISOString()} openDelay={300}>
      <time dateTime={at}>{text}</time>
    </Tooltip>
  );
}
