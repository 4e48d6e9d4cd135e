/** Instants in requests and arguments. Dates and times that do not exist are refused, never rolled over. Pure. */
import { Temporal } from 'temporal-polyfill';

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** How a refusal describes what it wants. */
export const instantWanted = 'must be an instant, such as 2031-03-01T00:00:00Z';

/** @returns undefined for a text that is no instant of ISO 8601 with its offset, in milliseconds at the most. */
export const readInstant = (text: string): Date | undefined =>
  instantPattern.test(text) ? parseInstant(text) : undefined;

/** As `readInstant`, in any form of ISO 8601; what is smaller than a millisecond is cut off. */
export function parseInstant(text: string): Date | undefined {
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds);
  } catch {
    return undefined;
  }
}
