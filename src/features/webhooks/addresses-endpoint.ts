/**
 * Makes the endpoint of a book's `webhook_url`s before the first payment or order that carries one is recorded, so that
 * no event of it is passed over. Every later one finds the book in memory and costs nothing.
 */
import type { Database } from '../../base/database/pool.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import { retrying } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { insertAddresses } from './endpoints.repository.ts';

const booksKnownMax = 10_000;

type AddressesEndpoint = (book: Book) => Promise<void>;

export function createAddressesEndpoint(db: Database): AddressesEndpoint {
  const known = new Set<string>();
  /** The first of many simultaneous orders creates it, and the others wait. */
  const underWay = new Map<string, Promise<void>>();

  async function make(book: Book, key: string): Promise<void> {
    await retrying(() => insertAddresses(db, book, newPublicId('whe', book.holderId)));
    if (known.size >= booksKnownMax) known.clear();
    known.add(key);
  }

  return async (book) => {
    const key = `${book.holderId}/${book.mode}`;
    if (known.has(key)) return;
    const making = underWay.get(key) ?? make(book, key).finally(() => underWay.delete(key));
    underWay.set(key, making);
    await making;
  };
}
