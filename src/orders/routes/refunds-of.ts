/** The refunds of orders as they are shown with them. Handed in by `server.ts`: this feature does not know refunds. */
import type { Database } from '../../database/pool.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Order } from '../order.ts';
import type { PresentedOrderInFull, PresentedOrderRefund } from '../order-schemas.ts';
import { presentOrderInFull } from '../present-order.ts';

/** By the order's id, oldest first; orders of one company. */
export type RefundsOf = (db: Database | Tx, orders: readonly Order[]) => Promise<Map<bigint, PresentedOrderRefund[]>>;

/** An order as the transaction that changed it leaves it. */
export async function presentChanged(tx: Tx, refundsOf: RefundsOf, order: Order): Promise<PresentedOrderInFull> {
  const refunds = (await refundsOf(tx, [order])).get(order.id) ?? [];
  return presentOrderInFull(order, { paymentUrl: undefined, refunds });
}
