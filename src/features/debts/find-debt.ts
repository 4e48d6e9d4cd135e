/** Which debt a request is about: of a holder to the service, or of a link to its company. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findHolder } from '../holders/holders.repository.ts';
import { findLink } from '../links/links.repository.ts';
import type { Debt } from './debt-settlement.ts';

/** A company's debt is recovered from clearing, any other's from its wallet. @throws AppError `not_found`. */
export async function debtToService(
  db: Database | Tx,
  { holderId, mode }: Book,
  currency: string,
): Promise<Extract<Debt, { linkId: null }>> {
  const holder = await findHolder(db, holderId);
  if (holder === undefined || holder.kind === 'service') {
    throw new AppError('not_found', { message: 'No account has this id.' });
  }
  return { holderId, mode, currency, linkId: null, accountKind: holder.kind === 'company' ? 'clearing' : 'wallet' };
}

/** Also for an ended link. @throws AppError `not_found`. */
export async function debtOfLink(
  db: Database | Tx,
  { holderId, mode }: Book,
  linkId: bigint,
  currency: string,
): Promise<Debt> {
  if ((await findLink(db, holderId, linkId)) === undefined) {
    throw new AppError('not_found', { message: 'No beneficiary has this id.' });
  }
  return { holderId, mode, currency, linkId, accountKind: null };
}
