/** Names of the time zone database. Pure. */
import { Temporal } from 'temporal-polyfill';

const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** The IANA name of a zone, or undefined when there is no such zone. Offsets (`+02:00`) are not zones. */
export function readTimeZone(name: string): string | undefined {
  if (!namePattern.test(name)) return undefined;
  try {
    return Temporal.PlainDateTime.from('2000-01-01T00:00').toZonedDateTime(name).timeZoneId;
  } catch {
    return undefined;
  }
}
