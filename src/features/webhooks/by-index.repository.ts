/** How the queue's statements are planned. */
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

/**
 * Has the rest of the transaction find rows by index. A queue changes faster than the planner's statistics of it: by those it
 * would read the whole table for a few rows, or with a bitmap every row that has left an index since the last vacuum. A
 * plain index scan leaves a note where it found nothing.
 */
export async function findByIndex(tx: Tx): Promise<void> {
  await command`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
}
