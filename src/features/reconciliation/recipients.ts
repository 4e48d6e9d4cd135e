/** The accounts to which the operator may credit money that came in, each with what it has before. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import { accountIn, accountKey, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalances } from '../../core/ledger/ledger.repository.ts';
import { findRecipients, type RecipientHolder } from './recipients.repository.ts';
import { walletOf } from './settle-transfer.ts';

const recipientsMax = 8;

/** `wallet`: what is credited. `balance`: in it now, in minor units. */
type Recipient = RecipientHolder & { wallet: 'clearing' | 'wallet'; balance: bigint };

/** @param search an id, a part of a name, or the beginning of an email address. */
export async function listRecipients(db: Database, mode: Mode, currency: string, search: string): Promise<Recipient[]> {
  const found = await findRecipients(db, mode, search, recipientsMax);
  const refOf = ({ holderId, kind }: RecipientHolder) =>
    accountIn({ holderId, mode, currency }, ledgerAccount[walletOf[kind]]);
  const balances = await findBalances(db, found.map(refOf));
  return found.map((one) => ({
    ...one,
    wallet: walletOf[one.kind],
    balance: balances.get(accountKey(refOf(one))) ?? 0n,
  }));
}
