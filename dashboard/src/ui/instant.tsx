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

const beforeTime = /\s+(?=\d{1,2}\D\d{2}\D\d{2})/;

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
  const whole = intl.formatDate(time, { dateStyle: 'medium', ...ofDay });
  // With seconds it can be wider than half a phone: it may break between the day and the time.
  const text = exact ? whole.replace(beforeTime, ' ') : whole;
  return (
    <Hint label={time.toISOString()} openDelay={300}>
      <time dateTime={at} {...(exact ? {} : { className: classes.whole })}>
        {text}
        {zone && `\u00a0${zoneName(time)}`}
      </time>
    </Hint>
  );
}
