/**
 * Applies a change to many orders in one transaction, each on its own: a refused item leaves the others alone. Safe
 * only for changes that refuse before they write anything. Any other error rolls back all of them.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { lockOrders } from './holds.repository.ts';
import type { Order } from './order.ts';

export type ItemResult = { partnerOrderRef: string } & ({ order: Order } | { refusal: AppError });

const refusalCodes: readonly string[] = ['not_found', 'invalid_state', 'unknown_beneficiary'];

/** Locks the rows in id order before the first change. @returns one result per item, in the order of the items. */
export async function changeManyOrders<Item extends { partnerOrderRef: string }>(
  tx: Tx,
  book: Book,
  items: readonly Item[],
  change: (item: Item) => Promise<Order>,
): Promise<ItemResult[]> {
  await lockOrders(tx, book, [...new Set(items.map((item) => item.partnerOrderRef))]);
  const results: ItemResult[] = [];
  for (const item of items) {
    const { partnerOrderRef } = item;
    try {
      results.push({ partnerOrderRef, order: await change(item) });
    } catch (error) {
      if (!(error instanceof AppError) || !refusalCodes.includes(error.code)) throw error;
      results.push({ partnerOrderRef, refusal: error });
    }
  }
  return results;
}
