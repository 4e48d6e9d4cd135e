/**
 * What a company's clearing pays before anything else may spend from it (docs/ledger.md, "Waiting refunds"). The rows
 * are the features' own; the sum is needed by every use case that spends from or credits clearing.
 */
import { int8 } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Book } from './accounts.ts';

/**
 * In minor units. Whatever else is to be paid first joins this sum. Decide from it only while clearing is locked: rows
 * start and stop waiting only under this lock.
 */
export async function sumReserved(
  db: Database | Tx,
  { holderId, mode, currency }: Book & { currency: string },
): Promise<bigint> {
  const { sum } = await query({ sum: int8 })`
    select coalesce(sum(amount), 0)::bigint as sum from order_refunds
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency}
      and status = 'awaiting_funds'`.executeTakeFirstOrThrow(db);
  return sum;
}
