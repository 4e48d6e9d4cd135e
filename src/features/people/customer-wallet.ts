/** A customer's own wallet balance. The caller has checked the session. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { accountIn, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';

/** Minor units; not locked: for display, not for decisions. */
export const walletBalance = (db: Database | Tx, customer: Book, currency: string): Promise<bigint> =>
  findBalance(db, accountIn({ ...customer, currency }, ledgerAccount.wallet));
