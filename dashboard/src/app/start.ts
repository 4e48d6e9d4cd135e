/** Which book a person sees first: the one they last opened here, else their first. */
import type { Book, Mode } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { isDemo } from './demo.ts';

const storageKey = 'sluice-book';

export function startOf(session: Session): Book | undefined {
  const remembered = readBook();
  const holder = session.holders.find((one) => one.holder_id === remembered?.holderId) ?? session.holders[0];
  if (holder === undefined) return undefined;
  const mode = remembered?.holderId === holder.holder_id ? remembered.mode : defaultMode(holder.status);
  return { holderId: holder.holder_id, mode };
}

/**
 * Whoever may take real money sees it first; a company or a shop begins in test mode, a wallet in live mode. A demo has
 * all its data in test mode.
 */
export const defaultMode = (status: string): Mode => (status === 'active' && !isDemo() ? 'live' : 'test');

export function rememberBook(book: Book): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(book));
  } catch {
    // Storage is refused: the next visit starts with the first holder.
  }
}

function readBook(): Book | undefined {
  try {
    const book: Partial<Book> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return book.holderId !== undefined && book.mode !== undefined
      ? { holderId: book.holderId, mode: book.mode }
      : undefined;
  } catch {
    return undefined;
  }
}
