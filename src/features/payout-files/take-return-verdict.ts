/**
 * What the bank said of money that goes back to the sender of a line. It is sent once a statement shows it; a rejection ends the
 * return, and the line is open again (docs/ledger.md, "Money sent back").
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { type LineReturn, lockReturn } from '../reconciliation/line-returns.repository.ts';
import { lockOutside } from '../reconciliation/reconciliation.repository.ts';
import { rejectReturn } from '../reconciliation/reject-return.ts';
import { judgeReturnVerdict } from './judge-report.ts';
import { findFileLine, type PayoutFileLine } from './payout-files.repository.ts';
import { noteVerdict, type Taking } from './taken-report.ts';

const ofClosed = 'The bank rejects it, and the month of its line is closed: its money stays set aside.';

/** The caller has checked the permission. */
export async function takeReturnVerdict(actor: Actor, tx: Tx, clock: Clock, taking: Taking): Promise<void> {
  const { taken, paymentId: id, verdict } = taking;
  const { id: fileId, mode } = taken.file;
  const at = clock.now(serviceHolderId, mode);
  await lockOutside(tx, { source: 'bank', mode });
  const known = (await lockReturn(tx, mode, id)) as LineReturn;
  const line = (await findFileLine(tx, fileId, id)) as PayoutFileLine;
  const step = judgeReturnVerdict(line, known.status, verdict);
  const isNoted = await noteVerdict(tx, taking, line, step, at);
  if (!isNoted || step.kind !== 'fail') return;

  const reason = reasonInWords(verdict.reason);
  const { isClosed } = await rejectReturn(actor, tx, known, reason, at);
  if (isClosed) taken.questions.push({ paymentId: id, message: ofClosed });
  taken.rejectedReturns.push({ returnId: id, lineId: known.lineId, reason });
}
