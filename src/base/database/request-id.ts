/**
 * Ids of requests: UUIDs of version 7, which begin with the time in milliseconds. Ids of events begin with it too, so that
 * the events of a request are found near its time, without an index of their own.
 */
import { newTimedUuid, timeDigits } from './timed-uuid.ts';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const newRequestId = newTimedUuid;

/** When the request arrived, or undefined when the text is not an id of `newRequestId`. The request may not exist. */
export function timeOfRequestId(id: string): Date | undefined {
  if (!pattern.test(id)) return undefined;
  return new Date(Number.parseInt(id.replace('-', '').slice(0, timeDigits), 16));
}
