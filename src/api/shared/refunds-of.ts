/** The refunds shown with orders. Injected by `server.ts`, because this feature must not depend on refunds. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Order } from '../../features/orders/order.ts';
import type { PresentedOrderInFull, PresentedOrderRefund } from '../../features/orders/order-schemas.ts';
import { presentOrderInFull } from '../../features/orders/present-order.ts';

/** Refunds by order id, oldest first, for orders of one company. */
export type RefundsOf = (db: Database | Tx, orders: readonly Order[]) => Promise<Map<bigint, PresentedOrderRefund[]>>;

/** An order as its transaction left it, with its refunds. */
export async function presentChanged(tx: Tx, refundsOf: RefundsOf, order: Order): Promise<PresentedOrderInFull> {
  const refunds = (await refundsOf(tx, [order])).get(order.id) ?? [];
  return presentOrderInFull(order, { paymentUrl: undefined, refunds });
}
