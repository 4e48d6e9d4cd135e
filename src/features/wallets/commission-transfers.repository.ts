/** All SQL of commission moved to clearing: the rows to which its transfers belong. */
import type { Tx } from '../../base/database/transaction.ts';
import type { CommissionTransfer } from './present-wallets.ts';

export async function insertCommissionTransfer(
  tx: Tx,
  holderId: bigint,
  { id, mode, currency, amount, createdAt }: CommissionTransfer,
): Promise<void> {
  await tx.insertInto('commissionTransfers').values({ holderId, id, mode, currency, amount, createdAt }).execute();
}
