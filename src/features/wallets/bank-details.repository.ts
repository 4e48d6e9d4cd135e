/** All SQL of the operator's bank details: one row for each currency. */
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { BankDetails } from './bank-details.ts';

const columns = [
  ...(['currency', 'accountHolder', 'iban', 'bic', 'bankName', 'other'] as const),
  ...(['accountNumber', 'bankCode', 'town', 'country', 'changedAt'] as const),
] as const;

export async function listBankDetails(db: Database | Tx): Promise<BankDetails[]> {
  return db.selectFrom('bankDetails').select(columns).orderBy('currency').execute();
}

export async function findBankDetails(db: Database | Tx, currency: string): Promise<BankDetails | undefined> {
  return db.selectFrom('bankDetails').select(columns).where('currency', '=', currency).executeTakeFirst();
}

export async function lockBankDetails(tx: Tx, currency: string): Promise<BankDetails | undefined> {
  return tx.selectFrom('bankDetails').select(columns).where('currency', '=', currency).forUpdate().executeTakeFirst();
}

export async function saveBankDetails(tx: Tx, details: BankDetails): Promise<void> {
  const { currency, ...changes } = details;
  await tx
    .insertInto('bankDetails')
    .values({ currency, ...changes })
    .onConflict((conflict) => conflict.column('currency').doUpdateSet(changes))
    .execute();
  await keepRow(tx, 'bank_details', { currency });
}

export async function deleteBankDetails(tx: Tx, currency: string): Promise<void> {
  await tx.deleteFrom('bankDetails').where('currency', '=', currency).execute();
  await keepRow(tx, 'bank_details', { currency });
}
