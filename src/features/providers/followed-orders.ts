/** The orders of providers, in the memory of this process: choosing one asks the database nothing. */
import { type FollowedRows, followRows } from '../../base/database/followed-rows.ts';
import type { Notifications } from '../../base/database/notifications.ts';
import type { Database } from '../../base/database/pool.ts';
import { rowChannels } from '../../base/database/row-changes.ts';
import type { ProviderOrder } from './provider-order.ts';
import { listProviderOrders } from './provider-orders.repository.ts';

export type FollowedOrders = FollowedRows<readonly ProviderOrder[]>;

/** @param onError is told of a reading that failed; what was read before stays. */
export const followOrders = (
  db: Database,
  notifications: Pick<Notifications, 'on' | 'onGap'>,
  onError: (error: unknown) => void,
): FollowedOrders => followRows(notifications, rowChannels.providerOrders, () => listProviderOrders(db), [], onError);
