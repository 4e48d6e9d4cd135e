/** What a bank's report has changed so far, and what of it each kind of payment shares: the bank's word is noted with its line. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Verdict } from '../bank-files/pain002.ts';
import type { Step } from './judge-report.ts';
import { type PayoutFile, type PayoutFileLine, setLineOutcome } from './payout-files.repository.ts';

export type TakenReport = {
  file: PayoutFile;
  /** Payments of which the report said something new. */
  changed: number;
  sent: number;
  failed: { payoutId: string; reason: string }[];
  rejectedReturns: { returnId: string; lineId: bigint; reason: string }[];
  rejectedRefunds: { refundId: string; reason: string }[];
  /** What a person has to look at. */
  questions: { paymentId: string; message: string }[];
};

/** One payment of the report. */
export type Taking = { taken: TakenReport; paymentId: string; verdict: Verdict };

/** @param line of the payment, which the caller has locked. @returns false when there is nothing to note or to do. */
export async function noteVerdict(
  tx: Tx,
  { taken, paymentId, verdict }: Taking,
  line: PayoutFileLine,
  step: Step,
  at: Date,
): Promise<boolean> {
  if (step.kind === 'none') return false;
  const isQuestion = step.kind === 'ask';
  if (isQuestion) taken.questions.push({ paymentId, message: step.message });
  if (isQuestion && (line.outcome === 'accepted' || line.outcome === 'rejected')) return false;
  const outcome = isQuestion ? 'pending' : verdict.outcome;
  await setLineOutcome(tx, { fileId: taken.file.id, paymentId }, { ...verdict, outcome }, at);
  taken.changed += 1;
  return true;
}
