/** SQL: which payment file the bank may pay something by. Reads only. */
import { text } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

/**
 * Of a payout, a return or a refund, whose row the caller has locked.
 * @returns the file's id, or undefined for one in none: replaced ones and those that were given up don't count.
 */
export async function findLivingFile(tx: Tx, paymentId: string): Promise<string | undefined> {
  const row = await query({ fileId: text })`
    select file_id as "fileId" from payout_file_lines
    where payout_id = ${paymentId} and superseded_by is null`.executeTakeFirst(tx);
  return row?.fileId;
}
