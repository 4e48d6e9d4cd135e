/**
 * The provider's own fee for a dispute: the service pays it from its fees and does not charge it on to the payee
 * (docs/ledger.md, "What is posted"). A step of `chargeback.ts`, which locks the payment and stores the dispute.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { least } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import type { OutsideSource } from '../../core/ledger/accounts.ts';
import { nextLine } from '../../core/ledger/ledger.repository.ts';
import { post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { DisputeFee } from '../providers/provider.ts';
import type { PostedDispute } from './disputes.repository.ts';
import type { Payment } from './payment.ts';
import { disputeFeeDraft } from './postings.ts';

/** A locked payment whose dispute is posted, and whom its money came from. */
export type Disputed = { payment: Payment; outside: OutsideSource; at: Date };

/** Posts what the provider has charged and returned since. A fee in another currency than before is not recognized. */
export async function postDisputeFee(
  actor: Actor,
  tx: Tx,
  disputed: Disputed,
  dispute: PostedDispute,
  fee: DisputeFee,
): Promise<PostedDispute> {
  if (dispute.feeCurrency !== null && dispute.feeCurrency !== fee.currency) return dispute;
  const charged = fee.charged - dispute.fee;
  const returned = least(fee.returned, fee.charged) - dispute.feeReturned;
  if (charged > 0n) await moveFee(actor, tx, disputed, dispute, 'dispute_fee', charged, fee.currency);
  if (returned > 0n) await moveFee(actor, tx, disputed, dispute, 'dispute_fee_returned', returned, fee.currency);
  if (charged <= 0n && returned <= 0n) return dispute;
  return {
    ...dispute,
    fee: charged > 0n ? fee.charged : dispute.fee,
    feeReturned: returned > 0n ? dispute.feeReturned + returned : dispute.feeReturned,
    feeCurrency: fee.currency,
  };
}

async function moveFee(
  actor: Actor,
  tx: Tx,
  { payment: { mode }, outside, at }: Disputed,
  { id: disputeId }: PostedDispute,
  code: 'dispute_fee' | 'dispute_fee_returned',
  amount: bigint,
  currency: string,
): Promise<void> {
  const book = { holderId: serviceHolderId, mode };
  const subject = subjectOf.dispute(disputeId);
  const line = await nextLine(tx, subject, code, [book]);
  await post(tx, [disputeFeeDraft(mode, outside, { disputeId, amount, currency, code, line })], at);
  const type = code === 'dispute_fee' ? 'dispute_fee.charged' : 'dispute_fee.returned';
  const data = { dispute: disputeId, amount: jsonDecimal(amount, exponentOf(currency)), currency, mode };
  await appendEvents({ actor, tx, at }, book, [{ type, subject, data }]);
}
