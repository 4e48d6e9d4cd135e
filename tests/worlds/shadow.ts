/** For tests of shadow orders: settled shadow orders on a real database, and what the parties then do. */
import { inTransaction } from '../../src/base/database/transaction.ts';
import { AppError } from '../../src/base/errors/app-error.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import type { OrderDraft, Split } from '../../src/features/orders/order.ts';
import { type ClaimRequest, claimShadowOrders } from '../../src/features/shadow/claim-shadow-orders.ts';
import { type NamingRequest, nameRestaurant } from '../../src/features/shadow/name-restaurant.ts';
import type { PaidOutsideItem } from '../../src/features/shadow/plan-paid-outside.ts';
import { recordPaidOutside } from '../../src/features/shadow/record-paid-outside.ts';
import { keyOf } from '../support/actors.ts';
import { createRefundWorld } from './refunds.ts';

export type ShadowWorld = Awaited<ReturnType<typeof createShadowWorld>>;

export async function createShadowWorld() {
  const world = await createRefundWorld();
  const { db } = world;
  return {
    ...world,
    /** Records a shadow order; `taverna` unless told otherwise. */
    shadow: (book: Book, ref: string, splits: Split[], changes: Partial<OrderDraft> = {}) =>
      world.record(book, ref, splits, {
        isShadow: true,
        shadowMerchantRef: 'taverna',
        totalAmount: splits.reduce((sum, split) => sum + split.amount, 0n) || 1n,
        ...changes,
      }),
    claim: (book: Book, request: Omit<ClaimRequest, 'shadowMerchantRef'> & { shadowMerchantRef?: string }) =>
      inTransaction(db, (tx) =>
        claimShadowOrders(keyOf(book), tx, world, book, { shadowMerchantRef: 'taverna', ...request }),
      ),
    payOutside: (book: Book, paymentRef: string, orders: PaidOutsideItem[], reference: string | null = null) =>
      inTransaction(db, (tx) => recordPaidOutside(keyOf(book), tx, world, book, { paymentRef, reference, orders })),
    name: (book: Book, request: NamingRequest) =>
      inTransaction(db, (tx) => nameRestaurant(keyOf(book), tx, world, book, request)),
  };
}

export const item = (partnerOrderRef: string, amount?: number, type: 'merchant' | 'courier' = 'merchant') => ({
  partnerOrderRef,
  type,
  amount,
});

/** What the work was refused with: its code, and `field message` of each detail. */
export async function refusal(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (caught) => caught,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('was not refused');
  return [error.code, ...error.details.map(({ field, message }) => `${field} ${message}`)];
}
