/** The balance of each account at the last mark, which incremental verifications go on from. */
import { type RawBuilder, sql } from 'kysely';
import { command } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { newTransfers } from './changed.ts';
import { movesOf } from './check.ts';

/**
 * Moves the checkpoint balances forward to the new mark by adding the transfers since the last one. Only after
 * `gatherChanges`.
 */
export async function moveCheckpoints(tx: Tx, mark: bigint): Promise<void> {
  await command`
    insert into account_checkpoints as c (holder_id, account_id, transfer_id, balance)
    ${sumsUpTo(newTransfers, mark)}
    on conflict (holder_id, account_id) do update
    set transfer_id = excluded.transfer_id, balance = c.balance + excluded.balance`.execute(tx);
}

/** Recomputes the checkpoints from all transfers up to the mark. */
export async function rewriteCheckpoints(tx: Tx, mark: bigint): Promise<void> {
  await command`delete from account_checkpoints`.execute(tx);
  await command`
    insert into account_checkpoints (holder_id, account_id, transfer_id, balance)
    ${sumsUpTo(sql.table('transfers'), mark)}`.execute(tx);
}

const sumsUpTo = (transfers: RawBuilder<unknown>, mark: bigint) => sql`
  select holder_id, account_id, max(id), sum(delta)::bigint
  from (${movesOf(transfers)}) moves
  where id <= ${mark}
  group by holder_id, account_id`;
