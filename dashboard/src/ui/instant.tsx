/** A time in the reader's zone, as `instant-form.ts` says; the exact instant on hover. */
import { useContext } from 'react';
import { type FormatDateOptions, useIntl } from 'react-intl';
import { Hint } from './hint.tsx';
import classes from './instant.module.css';
import { dayOf, InstantForm, isThisYear } from './instant-form.ts';

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

const seconds = { second: '2-digit' } as const;

/** @param isBrief without the year. @param day whether the day is all that is written. */
function partsOf(isBrief: boolean, day: boolean, exact: boolean): FormatDateOptions {
  if (!isBrief) return { dateStyle: 'medium', ...(day ? {} : clockOf(exact)) };
  const time = day ? {} : ({ hour: 'numeric', minute: '2-digit', ...(exact ? seconds : {}) } as const);
  return { month: 'short', day: 'numeric', ...time };
}

const clockOf = (exact: boolean) => ({ timeStyle: exact ? 'medium' : 'short' }) as const;

export function Instant({ at, day = false, exact = false, zone = false }: Props) {
  const intl = useIntl();
  const zoneName = useZoneName();
  const form = useContext(InstantForm);
  const time = new Date(at);
  const isSaid = !day && form.day === dayOf(time);
  const text = isSaid
    ? intl.formatTime(time, clockOf(exact))
    : intl.formatDate(time, partsOf(form.isBrief && isThisYear(time), day, exact));
  return (
    <Hint label={time.toISOString()} openDelay={300}>
      <time dateTime={at} {...(exact ? {} : { className: classes.whole })}>
        {text}
        {zone && `\u00a0${zoneName(time)}`}
      </time>
    </Hint>
  );
}
