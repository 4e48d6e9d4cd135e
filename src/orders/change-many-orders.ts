/**
 * One change of many orders in one transaction, each by itself: what is refused leaves the others alone. Sound only for
 * changes that refuse before they write anything; a failure of any other kind undoes them all.
 */
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Book } from '../ledger/accounts.ts';
import { lockOrders } from './holds.repository.ts';
import type { Order } from './order.ts';

export type ItemResult = { partnerOrderRef: string } & ({ order: Order } | { refusal: AppError });

const refusalCodes: readonly string[] = ['not_found', 'invalid_state', 'unknown_beneficiary'];

/** Rows are locked in the order of their ids before the first change. @returns one result per item, in their order. */
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
