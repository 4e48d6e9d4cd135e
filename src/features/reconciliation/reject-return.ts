/**
 * The bank does not send money back: the return has ended, and its line is open again, with the bank's reason (docs/ledger.md,
 * "Money sent back").
 */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { reverseBookings } from './book-line.ts';
import { findBookingsOf } from './bookings.repository.ts';
import { isClosed } from './closed-months.ts';
import { lockReturn, setReturnRejected } from './line-returns.repository.ts';
import { deleteMatches, findLine, findMatches, lockOutside, type StoredLine } from './reconciliation.repository.ts';

type Rejected = {
  /** Undefined: the return was not ordered any more, and nothing was done. */
  lineId: bigint | undefined;
  /** The month of the line is closed: its money stays set aside. */
  isClosed: boolean;
};

/** The caller has checked the permission. @param reason the bank's, in words. */
export async function rejectReturn(
  actor: Actor,
  tx: Tx,
  { mode, id }: { mode: Mode; id: string },
  reason: string,
  at: Date,
): Promise<Rejected> {
  await lockOutside(tx, { source: 'bank', mode });
  const ordered = await lockReturn(tx, mode, id);
  if (ordered?.status !== 'ordered') return { lineId: undefined, isClosed: false };
  const line = (await findLine(tx, ordered.lineId)) as StoredLine;
  const closed = await isClosed(tx, line, line.bookedOn);

  await setReturnRejected(tx, ordered, reason, at);
  if (!closed) await reopen(tx, line, at);
  await appendAudit(actor, tx, {
    action: 'payout_files.report',
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(line.id) },
    before: { status: 'ordered' },
    after: { status: 'rejected', amount: ordered.amount, currency: ordered.currency, reason },
  });
  return { lineId: line.id, isClosed: closed };
}

/** What was set aside of the line is not any more; no rule takes it up again, since a person decides. */
async function reopen(tx: Tx, line: StoredLine, at: Date): Promise<void> {
  const matches = (await findMatches(tx, [line.id])).get(line.id) ?? [];
  const aside = (await findBookingsOf(tx, matches)).filter(({ kind }) => kind === 'set_aside');
  const transfers = aside.map(({ transferId }) => ({ holderId: serviceHolderId, id: transferId }));
  await deleteMatches(tx, line.id, transfers, true);
  await reverseBookings(tx, transfers, at);
}
