/** SQL of form keys. A form that moves money has a key, so that submitting it twice has no further effect. */
import { command } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from '../ledger/accounts.ts';

/** Records the key of a submitted form. @returns false when it was used before. */
export async function takeFormKey(tx: Tx, book: Book, key: string): Promise<boolean> {
  const changed = await command`
    insert into idempotency_keys (holder_id, mode, key, route, request_hash)
    values (${book.holderId}, ${book.mode}, ${`form:${key}`}, 'account', '')
    on conflict (holder_id, mode, key) do nothing`.execute(tx);
  return changed === 1;
}
