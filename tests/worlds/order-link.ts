/** The open payment of one order, as reading the order gives it. */
import type { Tx } from '../../src/base/database/transaction.ts';
import type { Order } from '../../src/features/orders/order.ts';
import { ensurePaymentLinks } from '../../src/features/orders/payment-link.ts';
import { job } from '../support/actors.ts';

/** @returns its id; undefined for an order that is no longer pending. */
export const orderLink = async (
  tx: Tx,
  deps: Parameters<typeof ensurePaymentLinks>[2],
  order: Order,
): Promise<string | undefined> => (await ensurePaymentLinks(job, tx, deps, order, [order])).get(order.id);
