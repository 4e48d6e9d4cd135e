/** Changes how a company follows its customers' cash in one mode. Orders that are recorded already stay as they are. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { lockHolderAlone } from '../holders/holder-locks.repository.ts';
import { type CashSettings, findCashSettings, saveCashSettings } from './cash-settings.repository.ts';

/** @returns the settings after the change; what is not named stays. @throws AppError `forbidden`. */
export async function changeCashSettings(
  actor: Actor,
  tx: Tx,
  book: Book,
  change: { [Name in keyof CashSettings]?: CashSettings[Name] | undefined },
): Promise<CashSettings> {
  authorize(actor, 'cash.change_settings', book);
  await lockHolderAlone(tx, book.holderId);
  const before = await findCashSettings(tx, book);
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: CashSettings = { ...before, ...named };
  await saveCashSettings(tx, book, after);
  await appendAudit(actor, tx, {
    action: 'cash.change_settings',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'cash_settings', id: String(book.holderId) },
    before: factsOf(before),
    after: factsOf(after),
  });
  return after;
}

const factsOf = ({ limits, ...rest }: CashSettings): AuditFacts => ({ ...rest, limits: JSON.stringify(limits) });
