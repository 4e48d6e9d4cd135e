/** The URLs where customers pay orders. Creates a new payment when the last one has expired. */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from '../../features/orders/order.ts';
import { ensurePaymentLinks, needsPaymentLink } from '../../features/orders/payment-link.ts';
import type { PaymentCreator } from '../../features/payments/create-payment.ts';
import { paymentPath } from './checkout-addresses.ts';

/** By the ids of the orders, which are of one book. Only pending orders with source `service` have one. */
export type PaymentUrlsOf = (actor: Actor, book: Book, orders: readonly Order[]) => Promise<Map<bigint, string>>;

export function createPaymentUrlsOf(deps: {
  db: Database;
  clock: Clock;
  creator: PaymentCreator;
  publicUrl: string;
}): PaymentUrlsOf {
  const urlOf = (id: string): string => `${deps.publicUrl}${paymentPath({ base: 'api', id })}`;
  return async (actor, book, orders) => {
    const waiting = orders.filter(needsPaymentLink);
    if (waiting.length === 0) return new Map();
    const links = await inTransaction(deps.db, (tx) => ensurePaymentLinks(actor, tx, deps, book, waiting), book);
    return new Map([...links].map(([orderId, id]) => [orderId, urlOf(id)]));
  };
}
