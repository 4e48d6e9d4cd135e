/**
 * Rows that change seldom, in the memory of this process: whoever needs them asks the database nothing. A change counts at
 * once in the process that made it, and within a second in every other.
 */
import type { Notifications } from './notifications.ts';

export type FollowedRows<T> = {
  /** The same object until a change. */
  now(): T;
  /** Reads them anew: at the start, and after a change. */
  load(): Promise<void>;
};

/**
 * @param channel of `rowChannels`: says that some have changed.
 * @param before what there is until the first reading.
 * @param onError is told of a reading that failed; what was read before stays.
 */
export function followRows<T>(
  notifications: Pick<Notifications, 'on' | 'onGap'>,
  channel: string,
  read: () => Promise<T>,
  before: T,
  onError: (error: unknown) => void,
): FollowedRows<T> {
  let rows = before;
  let begun = 0;
  const load = async () => {
    begun += 1;
    const own = begun;
    const found = await read();
    // One that began earlier may have read what was before.
    if (own === begun) rows = found;
  };
  const again = () => void load().catch(onError);
  notifications.on(channel, again);
  notifications.onGap(again);
  return { now: () => rows, load };
}
