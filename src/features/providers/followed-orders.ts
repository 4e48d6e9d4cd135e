/**
 * The orders of providers, in the memory of this process: choosing one asks the database nothing. A change counts at once in
 * the process that made it, and within a second in every other.
 */
import type { Notifications } from '../../base/database/notifications.ts';
import type { Database } from '../../base/database/pool.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import type { ProviderOrder } from './provider-order.ts';
import { listProviderOrders } from './provider-orders.repository.ts';

export type FollowedOrders = {
  now(): readonly ProviderOrder[];
  /** Reads them anew: at the start, and after a change. */
  load(): Promise<void>;
};

/** @param onError is told of a reading that failed; what was read before stays. */
export function followOrders(
  db: Database,
  notifications: Pick<Notifications, 'on' | 'onGap'>,
  onError: (error: unknown) => void,
): FollowedOrders {
  let orders: readonly ProviderOrder[] = [];
  let begun = 0;
  const load = async () => {
    begun += 1;
    const own = begun;
    const read = await listProviderOrders(db);
    // One that began earlier may have read what was before.
    if (own === begun) orders = read;
  };
  const again = () => void load().catch(onError);
  notifications.on(rowChannels.providerOrders, again);
  notifications.onGap(again);
  return { now: () => orders, load };
}
