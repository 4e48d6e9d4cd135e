/** SQL of payment files whose payouts a bank may book as one. Reads only. */
import { int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { OpenTransfer } from './match-lines.ts';
import { isUnmatched } from './outside-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';

export async function listPayoutFileNames(
  db: Database | Tx,
  mode: Mode,
): Promise<{ fileId: string; messageId: string }[]> {
  return query({ fileId: text, messageId: text })`
    select id as "fileId", message_id as "messageId" from payout_files where mode = ${mode} order by position`.execute(
    db,
  );
}

/**
 * What is open of the payouts and refunds in these files, and of the returns in them that were sent, without those that the bank
 * refused or that a later file has. In the order of the files' lines.
 */
export async function listFiledTransfers(
  db: Database | Tx,
  outside: Outside,
  fileIds: readonly string[],
): Promise<(OpenTransfer & { fileId: string; batchId: string })[]> {
  if (fileIds.length === 0) return [];
  const lines = await query({ fileId: text, batchId: text, payoutId: text })`
    select file_id as "fileId", batch_id as "batchId", payout_id as "payoutId" from payout_file_lines
    where file_id = any(${fileIds}::text[]) and superseded_by is null and outcome is distinct from 'rejected'
    order by file_id, line`.execute(db);
  const payouts = lines.map(({ payoutId: id }) => ({
    id,
    holderId: holderOfPublicId('po', id) ?? holderOfPublicId('ref', id) ?? serviceHolderId,
  }));
  const rows = await query({ payoutId: text, holderId: int8, id: int8, currency: text, amount: int8 })`
    select p.id as "payoutId", t.holder_id as "holderId", t.id, t.currency, -t.amount as amount
    from ${unnested('p', payouts, { holderId: int8, id: text })}
    join transfers t on t.holder_id = p.holder_id and t.mode = ${outside.mode} and t.subject_kind in ('payout', 'line_return', 'refund')
      and t.subject_id = p.id and t.code in ('payout_sent', 'line_return', 'refund')
    where ${isUnmatched(outside)}`.execute(db);
  const open = new Map(rows.map(({ payoutId, ...transfer }) => [payoutId, transfer]));
  return lines.flatMap(({ fileId, batchId, payoutId }) => {
    const transfer = open.get(payoutId);
    return transfer === undefined ? [] : [{ ...transfer, references: [payoutId], fileId, batchId }];
  });
}
