/** All SQL of bank accounts on file. */
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { PostalAddress } from '../bank-files/postal-address.ts';
import type { BankAccount } from './bank-account.ts';
import { addressColumnsOf, addressOf } from './payee-address.ts';

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
  'street',
  'buildingNumber',
  'postCode',
  'town',
  'addressCountry',
  'payeeCheck',
  'payeeKnownAs',
  'createdAt',
  'endedAt',
] as const;

const ofRow = (row: Omit<BankAccount, 'address'> & ReturnType<typeof addressColumnsOf>): BankAccount => {
  const { street, buildingNumber, postCode, town, addressCountry, ...account } = row;
  return { ...account, address: addressOf({ street, buildingNumber, postCode, town, addressCountry }) };
};

/** @param addedBy the person; null for the shell. */
export async function insertBankAccount(tx: Tx, account: BankAccount, addedBy: string | null): Promise<void> {
  const { holderId, id, status, currency, accountName, iban, accountNumber, bankCode, country } = account;
  const { payeeCheck, payeeKnownAs, createdAt, endedAt } = account;
  const number = { accountName, iban, accountNumber, bankCode, country, ...addressColumnsOf(account.address) };
  await tx
    .insertInto('bankAccounts')
    .values({ holderId, id, status, currency, ...number, payeeCheck, payeeKnownAs, createdAt, endedAt, addedBy })
    .execute();
  await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
}

/** Newest first. */
export async function listBankAccounts(db: Database | Tx, holderId: bigint): Promise<BankAccount[]> {
  const rows = await db
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(ofRow);
}

export async function findBankAccount(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<BankAccount | undefined> {
  const row = await db
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && ofRow(row);
}

/** Locked against changes until the transaction ends; other readers may share the lock. */
export async function lockBankAccount(tx: Tx, holderId: bigint, id: string): Promise<BankAccount | undefined> {
  const row = await tx
    .selectFrom('bankAccounts')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row && ofRow(row);
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

/** @param address null takes it away. */
export async function setAddress(tx: Tx, holderId: bigint, id: string, address: PostalAddress | null): Promise<void> {
  await tx
    .updateTable('bankAccounts')
    .set(addressColumnsOf(address))
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
  await keepRow(tx, 'bank_accounts', { holder_id: holderId, id });
}
