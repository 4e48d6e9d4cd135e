/** A time in the reader's zone; the exact instant on hover. */
import { useIntl } from 'react-intl';
import { Hint } from './hint.tsx';
import classes from './instant.module.css';

type Props = {
  at: string;
  /** Only the day. */
  day?: boolean;
  /** To the second. */
  exact?: boolean;
  /** With the name of the zone, where it could be that of another one. */
  zone?: boolean;
};

/** `EET`: what the reader's zone is called at this time. */
export function useZoneName(): (at: Date) => string {
  const intl = useIntl();
  return (at) =>
    intl.formatDateToParts(at, { timeZoneName: 'short' }).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export function Instant({ at, day = false, exact = false, zone = false }: Props) {
  const intl = useIntl();
  const zoneName = useZoneName();
  const time = new Date(at);
  const ofDay = day ? {} : ({ timeStyle: exact ? 'medium' : 'short' } as const);
  const text = intl.formatDate(time, { dateStyle: 'medium', ...ofDay });
  return (
    <Hint label={time.toISOString()} openDelay={300}>
      <time dateTime={at} {...(exact ? {} : { className: classes.whole })}>
        {text}
        {zone && `\u00a0${zoneName(time)}`}
      </time>
    </Hint>
  );
}
