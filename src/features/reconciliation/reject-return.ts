/**
 * The bank does not send money back: the return has ended, and its line is open again, with the bank's reason (docs/ledger.md,
 * "Money sent back").
 */
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { reverseBookings } from './book-line.ts';
import { findBookingsOf } from './bookings.repository.ts';
import { isClosed } from './closed-months.ts';
import { type LineReturn, setReturnRejected } from './line-returns.repository.ts';
import { deleteMatches, findLine, findMatches, type StoredLine } from './reconciliation.repository.ts';

/**
 * The caller has checked the permission, and locked the source and the return. @param ordered one that is. @param reason the
 * bank's, in words. @returns whether the month of its line is closed: then its money stays set aside.
 */
export async function rejectReturn(
  actor: Actor,
  tx: Tx,
  ordered: LineReturn,
  reason: string,
  at: Date,
): Promise<{ isClosed: boolean }> {
  const { mode, lineId, amount, currency } = ordered;
  const line = (await findLine(tx, lineId)) as StoredLine;
  const closed = await isClosed(tx, line, line.bookedOn);

  await setReturnRejected(tx, ordered, reason, at);
  if (!closed) await reopen(tx, line, at);
  await appendAudit(actor, tx, {
    action: 'payout_files.report',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(lineId) },
    before: { status: 'ordered' },
    after: { status: 'rejected', amount, currency, reason },
  });
  return { isClosed: closed };
}

/** What was set aside of the line is not any more; no rule takes it up again, since a person decides. */
async function reopen(tx: Tx, line: StoredLine, at: Date): Promise<void> {
  const matches = (await findMatches(tx, [line.id])).get(line.id) ?? [];
  const aside = (await findBookingsOf(tx, matches)).filter(({ kind }) => kind === 'set_aside');
  const transfers = aside.map(({ transferId }) => ({ holderId: serviceHolderId, id: transferId }));
  await deleteMatches(tx, line.id, transfers, true);
  await reverseBookings(tx, transfers, at);
}
