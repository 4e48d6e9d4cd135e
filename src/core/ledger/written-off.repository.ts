/** SQL of what was written off of a debt and was not reversed since. */
import { int8 } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { AccountRow } from './ledger.repository.ts';

/** Minor units. Decide from it only while the debt's account is locked. */
export async function sumWrittenOff(tx: Tx, { holderId, id }: Pick<AccountRow, 'holderId' | 'id'>): Promise<bigint> {
  const { amount } = await query({ amount: int8 })`
    select (
      coalesce((select sum(amount) from transfers
        where holder_id = ${holderId} and from_account_id = ${id} and code = 'debt_written_off'), 0)
      - coalesce((select sum(amount) from transfers
        where holder_id = ${holderId} and to_account_id = ${id} and code = 'write_off_reversed'), 0))::bigint as amount`.executeTakeFirstOrThrow(
    tx,
  );
  return amount;
}
