/** A time in the reader's zone; the exact instant on hover. */
import { Tooltip } from '@mantine/core';
import { useIntl } from 'react-intl';

/** A phone has nothing to hover with: a list of times needs no tooltips there. */
const mayHover = matchMedia('(hover: hover)').matches;

type Props = {
  at: string;
  /** Only the day. */
  day?: boolean;
  /** To the second. */
  exact?: boolean;
};

export function Instant({ at, day = false, exact = false }: Props) {
  const intl = useIntl();
  const time = new Date(at);
  const ofDay = day ? {} : ({ timeStyle: exact ? 'medium' : 'short' } as const);
  const text = intl.formatDate(time, { dateStyle: 'medium', ...ofDay });
  const shown = <time dateTime={at}>{text}</time>;
  if (!mayHover) return shown;
  return (
    <Tooltip label={time.toISOString()} openDelay={300}>
      {shown}
    </Tooltip>
  );
}
