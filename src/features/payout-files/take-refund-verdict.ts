/**
 * What the bank said of a refund of a payment by bank transfer. It is sent once a statement shows it; a rejection fails it, and the
 * shop has its money again (docs/contract/people.md, "Payment files").
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { failRejectedRefund, lockBankRefund } from '../refunds/settle-bank-refund.ts';
import { judgeRefundVerdict } from './judge-report.ts';
import { findFileLine, type PayoutFileLine } from './payout-files.repository.ts';
import { noteVerdict, type Taking } from './taken-report.ts';

/** The caller has checked the permission. */
export async function takeRefundVerdict(actor: Actor, tx: Tx, clock: Clock, taking: Taking): Promise<void> {
  const { taken, paymentId: id, verdict } = taking;
  const { id: fileId, mode } = taken.file;
  const locked = await lockBankRefund(tx, { holderId: holderOfPublicId('ref', id) as bigint, id });
  const line = (await findFileLine(tx, fileId, id)) as PayoutFileLine;
  const step = judgeRefundVerdict(line, locked.refund.status, verdict);
  const isNoted = await noteVerdict(tx, taking, line, step, clock.now(serviceHolderId, mode));
  if (!isNoted || step.kind !== 'fail') return;

  const reason = reasonInWords(verdict.reason);
  await failRejectedRefund(actor, tx, clock, locked, reason);
  taken.rejectedRefunds.push({ refundId: id, reason });
}
