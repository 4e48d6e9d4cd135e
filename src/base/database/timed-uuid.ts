/** UUIDs of version 7: they begin with the time in milliseconds, so that rows written together are neighbors in an index. */
import { randomUUID } from 'node:crypto';

export const timeDigits = 12;
/** Up to here a UUID is the time, a hyphen and the digit of its version. */
const randomAt = 15;

export function newTimedUuid(): string {
  const time = Date.now().toString(16).padStart(timeDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(randomAt)}`;
}
