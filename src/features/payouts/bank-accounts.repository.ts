/** All SQL of bank accounts on file. */
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { BankAccount } from './bank-account.ts';

const columns = [
  'holderId',
  'id',
  'status',
  'currency',
  'accountName',
  'iban',
  'accountNumber',
  'bankCode',
  'country',
  'payeeCheck',
  'payeeKnownAs',
  'createdAt',
  'endedAt',
] as const;

/** @param addedBy the person; null for the shell. */
export async function insertBankAccount(tx: Tx, account: BankAccount, addedBy: string | null): Promise<void> {
  const { holderId, id, status, currency, accountName, iban, accountNumber, bankCode, country } = account;
  const { payeeCheck, payeeKnownAs, createdAt, endedAt } = account;
  const number = { accountName, iban, accountNumber, bankCode, country };
  await tx
    .insertInto('bankAccounts')
    .values({ holderId, id, status, currency, ...number, payeeCheck, payeeKnownAs, createdAt, endedAt, addedBy })
    .execute();
  await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
}

/** Newest first. */
export async function listBankAccounts(db: Database | Tx, holderId: bigint): Promise<BankAccount[]> {
  return db
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export async function findBankAccount(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<BankAccount | undefined> {
  return db
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locked against changes until the transaction ends; other readers may share the lock. */
export async function lockBankAccount(tx: Tx, holderId: bigint, id: string): Promise<BankAccount | undefined> {
  return tx
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** `active → ended`. @returns false when it was not active. */
export async function setBankAccountEnded(tx: Tx, holderId: bigint, id: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('bankAccounts')
    .set({ status: 'ended', endedAt: at })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
  return true;
}
