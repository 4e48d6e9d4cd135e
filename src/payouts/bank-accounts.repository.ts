/** All SQL of bank accounts on file, and of who is told when they change. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { BankAccount } from './bank-account.ts';

const columns = sql.raw(`
  holder_id as "holderId", id, status, currency, account_name as "accountName", iban, account_number as "accountNumber",
  bank_code as "bankCode", country, created_at as "createdAt", ended_at as "endedAt"`);

export async function insertBankAccount(tx: Tx, account: BankAccount): Promise<void> {
  await sql`
    insert into bank_accounts (holder_id, id, status, currency, account_name, iban, account_number, bank_code, country,
      created_at, ended_at)
    values (${account.holderId}, ${account.id}, ${account.status}, ${account.currency}, ${account.accountName},
      ${account.iban}, ${account.accountNumber}, ${account.bankCode}, ${account.country}, ${account.createdAt},
      ${account.endedAt})`.execute(tx);
}

/** Newest first. */
export async function listBankAccounts(db: Database | Tx, holderId: bigint): Promise<BankAccount[]> {
  const { rows } = await sql<BankAccount>`
    select ${columns} from bank_accounts where holder_id = ${holderId} order by created_at desc, id`.execute(db);
  return rows;
}

export async function findBankAccount(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    select ${columns} from bank_accounts where holder_id = ${holderId} and id = ${id}`.execute(db);
  return rows[0];
}

/** It stays as it is until the transaction ends. */
export async function lockBankAccount(tx: Tx, holderId: bigint, id: string): Promise<BankAccount | undefined> {
  const { rows } = await sql<BankAccount>`
    select ${columns} from bank_accounts where holder_id = ${holderId} and id = ${id} for share`.execute(tx);
  return rows[0];
}

/** `active → ended`. @returns false when it was not active. */
export async function setBankAccountEnded(tx: Tx, holderId: bigint, id: string, at: Date): Promise<boolean> {
  const result = await sql`
    update bank_accounts set status = 'ended', ended_at = ${at}
    where holder_id = ${holderId} and id = ${id} and status = 'active'`.execute(tx);
  return result.numAffectedRows === 1n;
}
