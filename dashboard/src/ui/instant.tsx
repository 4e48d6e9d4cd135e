/** A time in the reader's zone; the exact instant on hover. */
import { useIntl } from 'react-intl';
import { Hint } from './hint.tsx';

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
  return (
    <Hint label={time.toISOString()} openDelay={300}>
      <time dateTime={at}>{text}</time>
    </Hint>
  );
}
