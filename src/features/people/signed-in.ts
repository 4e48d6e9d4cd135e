/** The end of every sign-in: what is written about it, and the cookies by which the browser is known from then on. */
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { clearedCookie, hasAccountCookie } from './account-sessions.ts';
import type { Visit } from './auth.ts';
import type { LibraryUser } from './check-code.ts';
import { setFirstLanguage } from './people.repository.ts';
import { recordNewBrowser } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { Person } from './person.ts';

/** `notePassed`: of a session that began with a code or a passkey. */
type SignedIn = { user: LibraryUser; cookies: string[]; notePassed?: (tx: Tx) => Promise<void> };

/**
 * The library has made the session already, on a connection of its own. Its token leaves here only once the entry is
 * committed: a session whose entry could not be written opens nothing, since nobody was given it.
 */
export async function signedIn(
  { marks, db, cookieNames }: PeopleDeps,
  { user, cookies, notePassed }: SignedIn,
  visit: Visit,
): Promise<{ ok: true; cookies: string[] } & Person> {
  const { id: personId, name, email } = user;
  const known = marks.known.find(email, visit.cookie);
  if (known === undefined || notePassed !== undefined)
    await inTransaction(db, async (tx) => {
      await notePassed?.(tx);
      if (known !== undefined) return;
      await recordNewBrowser(tx, personId, visit);
      if (visit.language !== undefined) await setFirstLanguage(tx, personId, visit.language);
    });
  // This session takes the place of one that a provider opened.
  const others = hasAccountCookie(cookieNames, visit.cookie) ? [clearedCookie(cookieNames, cookieNames.account)] : [];
  return { ok: true, cookies: [...cookies, marks.known.set(email, known), ...others], personId, name, email };
}
