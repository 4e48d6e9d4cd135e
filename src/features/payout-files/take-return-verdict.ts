/**
 * What the bank said of money that goes back to the sender of a line. It is sent once a statement shows it; a rejection ends the
 * return, and the line is open again (docs/ledger.md, "Money sent back").
 */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Verdict } from '../bank-files/pain002.ts';
import { reasonInWords } from '../bank-files/reason-codes.ts';
import { type LineReturn, lockReturn } from '../reconciliation/line-returns.repository.ts';
import { lockOutside } from '../reconciliation/reconciliation.repository.ts';
import { rejectReturn } from '../reconciliation/reject-return.ts';
import { judgeReturnVerdict } from './judge-report.ts';
import { findFileLine, type PayoutFileLine, setLineOutcome } from './payout-files.repository.ts';

export type RejectedReturn = { returnId: string; lineId: bigint; reason: string };

type Said = {
  changed: boolean;
  /** What a person has to look at. */
  question: string | undefined;
  rejected: RejectedReturn | undefined;
};

const nothing: Said = { changed: false, question: undefined, rejected: undefined };
const ofClosed = 'The bank rejects it, and the month of its line is closed: its money stays set aside.';

/** The caller has checked the permission. */
export async function takeReturnVerdict(
  actor: Actor,
  tx: Tx,
  key: { fileId: string; paymentId: string; mode: Mode },
  verdict: Verdict,
  at: Date,
): Promise<Said> {
  const { fileId, paymentId: id, mode } = key;
  await lockOutside(tx, { source: 'bank', mode });
  const known = (await lockReturn(tx, mode, id)) as LineReturn;
  const line = (await findFileLine(tx, fileId, id)) as PayoutFileLine;
  const step = judgeReturnVerdict(line, known.status, verdict);
  if (step.kind === 'none') return nothing;
  const question = step.kind === 'ask' ? step.message : undefined;
  if (question !== undefined && (line.outcome === 'accepted' || line.outcome === 'rejected')) {
    return { ...nothing, question };
  }
  await setLineOutcome(tx, key, { ...verdict, outcome: question === undefined ? verdict.outcome : 'pending' }, at);
  if (step.kind !== 'fail') return { ...nothing, changed: true, question };
  const reason = reasonInWords(verdict.reason);
  const { isClosed } = await rejectReturn(actor, tx, known, reason, at);
  const rejected = { returnId: id, lineId: known.lineId, reason };
  return { changed: true, question: isClosed ? ofClosed : undefined, rejected };
}
