/** A customer pays an order by card and has the bank take money back, as the service learns of it. */
import assert from 'node:assert/strict';
import type { Database } from '../../src/base/database/pool.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import type { Order } from '../../src/features/orders/order.ts';
import { findOrder } from '../../src/features/orders/orders.repository.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import type { PayDeps } from '../../src/features/payments/pay-with-provider.ts';
import { listPaymentsOfOrder } from '../../src/features/payments/payments.repository.ts';
import { job } from './actors.ts';
import { payByCard } from './pay-by-card.ts';

type Deps = { db: Database; payDeps: PayDeps };

/** An order with source `service`, whose payment link exists. @param amount minor units. */
export async function payAndChargeBack(deps: Deps, book: Book, ref: string, amount: bigint): Promise<void> {
  const order = (await findOrder(deps.db, book, ref)) as Order;
  const [payment] = await listPaymentsOfOrder(deps.db, book.holderId, order.id);
  if (payment === undefined) throw new Error(`Order ${ref} has no payment link.`);
  await payByCard(deps.payDeps, payment, { payerName: 'Grace Hopper' });
  await chargeBackOrder(deps, order, amount);
}

/** One dispute per order; `returns` 1 wins it. */
export async function chargeBackOrder(
  { db, payDeps }: Deps,
  order: Pick<Order, 'holderId' | 'id' | 'currency'>,
  amount: bigint,
  returns: 0 | 1 = 0,
  name = `dp_${order.holderId}_${order.id}`,
): Promise<void> {
  const paid = db
    .selectFrom('payments')
    .select('id')
    .where('holderId', '=', order.holderId)
    .where('orderId', '=', order.id);
  const { id: attemptId } = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('holderId', '=', order.holderId)
    .where('status', '=', 'succeeded')
    .where('paymentId', 'in', paid)
    .executeTakeFirstOrThrow();
  assert(attemptId, 'the order was paid');
  const dispute = { id: name, attemptId, amount, currency: order.currency, fee: undefined, withdrawals: 1, returns };
  await inTransaction(db, (tx) => postChargeback(job, tx, payDeps, order.holderId, dispute));
}
