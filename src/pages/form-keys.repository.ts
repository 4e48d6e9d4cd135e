/** SQL of the keys of forms: a form that moves money carries one, so that a second click does nothing. */
import { command } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

/** Takes the key of a form that was sent. @returns false when it was taken before. */
export async function takeFormKey(tx: Tx, book: Book, key: string): Promise<boolean> {
  const changed = await command`
    insert into idempotency_keys (holder_id, mode, key, route, request_hash)
    values (${book.holderId}, ${book.mode}, ${`form:${key}`}, 'account', '')
    on conflict (holder_id, mode, key) do nothing`.execute(tx);
  return changed === 1;
}
