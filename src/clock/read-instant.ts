/** Instants in requests and arguments. Pure. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** How a refusal describes what it wants. */
export const instantWanted = 'must be an instant, such as 2031-03-01T00:00:00Z';

/** @returns undefined for a text that is no instant of ISO 8601 with its offset. */
export function readInstant(text: string): Date | undefined {
  const instant = new Date(instantPattern.test(text) ? text : Number.NaN);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
