/** The accounts to which the operator may credit money that came in, each with what it has before. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import { accountIn, accountKey, ledgerAccount } from '../../core/ledger/accounts.ts';
import { findBalances } from '../../core/ledger/ledger.repository.ts';
import { type HoldingPayee, listHoldingPayees } from '../cash/held-cash.repository.ts';
import { findHoldersByAccount } from './known-accounts.repository.ts';
import { findRecipients, type RecipientHolder } from './recipients.repository.ts';
import { findLine } from './reconciliation.repository.ts';
import { walletOf } from './settle-transfer.ts';

const recipientsMax = 8;

/** `wallet`: what is credited. `balance`: in it now, in minor units. */
export type Recipient = RecipientHolder & {
  wallet: 'clearing' | 'wallet';
  balance: bigint;
  /** Of a company: whose cash the money may be. */
  payees: HoldingPayee[];
};

/** @param search an id, a part of a name, the beginning of an email address, or the number of a bank account. */
export async function listRecipients(db: Database, mode: Mode, currency: string, search: string): Promise<Recipient[]> {
  const found = await findRecipients(db, mode, search, recipientsMax);
  const refOf = ({ holderId, kind }: RecipientHolder) =>
    accountIn({ holderId, mode, currency }, ledgerAccount[walletOf[kind]]);
  const balances = await findBalances(db, found.map(refOf));
  const companies = found.filter(({ kind }) => kind === 'company').map(({ holderId }) => holderId);
  const payees = companies.length === 0 ? [] : await listHoldingPayees(db, { mode, currency }, companies);
  return found.map((one) => ({
    ...one,
    wallet: walletOf[one.kind],
    balance: balances.get(accountKey(refOf(one))) ?? 0n,
    payees: payees.filter(({ holderId }) => holderId === one.holderId),
  }));
}

/**
 * Whose the money of a line seems to be: the only holder of the bank account that it came from, if money went either way
 * between the two before, or the bank knows the account under their name. A hint: anyone may enter any account as theirs.
 */
export async function guessRecipient(
  db: Database,
  mode: Mode,
  currency: string,
  lineId: bigint,
): Promise<Recipient | undefined> {
  const line = await findLine(db, lineId);
  const counterpartyAccount = line?.mode === mode && line.source === 'bank' ? line.counterpartyAccount : null;
  if (counterpartyAccount === null || line === undefined || line.amount < 0n) return undefined;
  const known = await findHoldersByAccount(db, line, { id: line.id, counterpartyAccount }, 2);
  const [only] = known;
  if (known.length !== 1 || only?.isProven !== true) return undefined;
  const found = await listRecipients(db, mode, currency, String(only.holderId));
  return found.find(({ holderId }) => holderId === only.holderId);
}
