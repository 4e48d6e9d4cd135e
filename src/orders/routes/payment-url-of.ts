/** The URL where the customer pays an order. Creates a new payment when the last one has expired. */
import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { inTransaction } from '../../database/transaction.ts';
import { paymentPath } from '../../interfaces/checkout/addresses.ts';
import type { PaymentCreator } from '../../payments/create-payment.ts';
import type { Order } from '../order.ts';
import { ensurePaymentLink, needsPaymentLink } from '../payment-link.ts';

export type PaymentUrlOf = (actor: Actor, order: Order) => Promise<string | undefined>;

export function createPaymentUrlOf(deps: {
  db: Database;
  clock: Clock;
  creator: PaymentCreator;
  publicUrl: string;
}): PaymentUrlOf {
  return async (actor, order) => {
    if (!needsPaymentLink(order)) return undefined;
    const id = await inTransaction(deps.db, (tx) => ensurePaymentLink(actor, tx, deps, order), order);
    return id === undefined ? undefined : `${deps.publicUrl}${paymentPath({ base: 'api', id })}`;
  };
}
