/**
 * The schemes of a shop's apps (docs/contract/merchant.md, "Return to an app"): a payment's return addresses may open an app
 * only by one of these. Each mode has its own.
 */
import { notifyRowChange } from '../../base/database/row-changes.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { lockHolderAlone } from '../holders/holder-locks.repository.ts';
import { findAppSchemes, saveAppSchemes } from './app-schemes.repository.ts';
import { isAppScheme } from './return-address.ts';

export const appSchemesMax = 10;

/** As people write it: myapp, myapp: or myapp://. */
const readScheme = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/:\/{0,2}$/, '');

/** Replaces all of them. @throws AppError `forbidden`, `validation_failed` naming the first that cannot be one. */
export async function changeAppSchemes(actor: Actor, tx: Tx, book: Book, wanted: readonly string[]): Promise<string[]> {
  authorize(actor, 'app_schemes.change', book);
  const schemes = [...new Set(wanted.map(readScheme))].sort();
  for (const [place, scheme] of schemes.entries()) {
    if (!isAppScheme(scheme)) throw invalidField(`schemes[${place}]`, `cannot be the scheme of an app: ${scheme}`);
  }
  await lockHolderAlone(tx, book.holderId);
  const before = await findAppSchemes(tx, book);

  await saveAppSchemes(tx, book, schemes);
  // Keys are cached with them.
  await notifyRowChange(tx, 'holder', book.holderId);
  await appendAudit(actor, tx, {
    action: 'app_schemes.change',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'holder', id: String(book.holderId) },
    before: { appSchemes: before.join(', ') },
    after: { appSchemes: schemes.join(', ') },
  });
  return schemes;
}
