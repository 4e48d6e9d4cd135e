/** Rules of payments are for accounts that are paid: companies and shops. */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { findHolder } from './holders.repository.ts';

/** @throws AppError `not_found` for an account that is neither a company nor a merchant. */
export async function requirePayee(tx: Tx, holderId: bigint): Promise<void> {
  const holder = await findHolder(tx, holderId);
  if (holder?.kind === 'company' || holder?.kind === 'merchant') return;
  throw new AppError('not_found', { message: 'No company and no shop has this id.' });
}
