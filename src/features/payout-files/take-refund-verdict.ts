/**
 * What the bank said of a refund of a payment by bank transfer. It is sent once a statement shows it; a rejection fails it, and the
 * shop has its money again (docs/contract/people.md, "Payment files").
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Verdict } from '../bank-files/pain002.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import type { Refund } from '../refunds/refunds.repository.ts';
import { failRejectedRefund, lockBankRefund } from '../refunds/settle-bank-refund.ts';
import { judgeRefundVerdict } from './judge-report.ts';
import { findFileLine, type PayoutFileLine, setLineOutcome } from './payout-files.repository.ts';

export type RejectedRefund = { refundId: string; reason: string };

type Said = {
  changed: boolean;
  /** What a person has to look at. */
  question?: string | undefined;
  rejected?: RejectedRefund;
};

/** The caller has checked the permission. */
export async function takeRefundVerdict(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  key: { fileId: string; paymentId: string; mode: Mode },
  verdict: Verdict,
): Promise<Said> {
  const { fileId, paymentId: id, mode } = key;
  const refund = (await lockBankRefund(tx, holderOfPublicId('ref', id) as bigint, id)) as Refund;
  const line = (await findFileLine(tx, fileId, id)) as PayoutFileLine;
  const step = judgeRefundVerdict(line, refund.status, verdict);
  if (step.kind === 'none') return { changed: false };
  const question = step.kind === 'ask' ? step.message : undefined;
  const wasDecided = line.outcome === 'accepted' || line.outcome === 'rejected';
  if (question !== undefined && wasDecided) return { changed: false, question };
  const outcome = question === undefined ? verdict.outcome : 'pending';
  await setLineOutcome(tx, key, { ...verdict, outcome }, clock.now(serviceHolderId, mode));
  if (step.kind !== 'fail') return { changed: true, question };
  const reason = reasonInWords(verdict.reason);
  await failRejectedRefund(actor, tx, clock, refund, reason);
  return { changed: true, rejected: { refundId: id, reason } };
}
