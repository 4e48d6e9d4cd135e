/**
 * Takes the money of a payment by bank transfer back with the line of the bank that took it (docs/ledger.md, "Payments by bank
 * transfer"): posted and recorded as a chargeback, and matched with the line. Only ever with such a line, and of the payment that the
 * line names or reverses. What the transfer brought above the payment goes back with the line first: nobody was credited for it.
 */
import type { Clock } from '../../base/clock/clock.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { least } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { findTransfers } from '../../core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { aloneSince } from '../debts/debt-settlement.ts';
import { takeBackTakesSecondPerson } from '../debts/second-person.ts';
import { type Attempt, findSucceeded } from '../payments/attempts.repository.ts';
import { postChargeback } from '../payments/chargeback.ts';
import { nextRecallId, sumRecalled } from '../payments/disputes.repository.ts';
import { recallOf } from '../payments/recall.ts';
import { followChargeback } from '../refunds/follow-chargeback.ts';
import { findTakenBack } from './candidates.ts';
import { findReturnsOf, findReturnTransfer } from './line-returns.repository.ts';
import { lockedLine, refuseUnmatchable } from './match-by-hand.ts';
import { insertMatches, type StoredLine } from './reconciliation.repository.ts';
import { returnLine } from './return-line.ts';
import type { Takeable } from './taken-back.repository.ts';

const notOfIt = 'The line neither names this payment nor reverses what paid it, or takes more than came in.';
/** The sender reads it. */
const restReason = 'Your bank took the transfer back';
const aboveLimit =
  'One person alone takes back no more than the limit for write-offs, unless the bank marks the line as a reversal.';

/**
 * @throws AppError `not_found`; `forbidden`, also above the limit of one person for a line that is no marked reversal;
 *   `invalid_state` of a line that is matched or undecided, or that does not take this payment back, and where the rest of the transfer is to
 *   be sent back.
 */
export async function takeBackPayment(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  lineId: bigint,
  paymentId: string,
): Promise<void> {
  const line = await lockedLine(actor, 'top_ups.reverse', tx, lineId);
  refuseUnmatchable(line);
  const holderId = holderOfPublicId('pay', paymentId);
  const found = (await findTakenBack(tx, line, [line])).get(lineId);
  if (holderId === undefined || found?.kind !== 'payment' || found.id !== paymentId) {
    throw new AppError('invalid_state', { message: notOfIt });
  }
  await refuseOrdered(tx, found);
  // Of a rest that went back before, so much stays open on the line.
  const amount = least(-line.amount - found.restAmount, found.amount);
  await refuseAlone(actor, tx, clock, line, holderId, amount);
  const attempt = (await findSucceeded(tx, { holderId, id: paymentId })) as Attempt;

  const { mode, currency } = line;
  const recall = recallOf(await nextRecallId(tx, lineId), line, attempt.id, amount);
  await postChargeback(actor, tx, { clock, onChargeback: followChargeback }, holderId, recall);
  const posted = await findTransfers(tx, { holderId, mode }, subjectOf.dispute(recall.id));
  const taken = posted.filter(({ code }) => code === 'chargeback' || code === 'chargeback_advance');
  const matches = taken.map(({ id, amount }) => ({ lineId, transfer: { holderId, id }, amount: -amount }));
  await insertMatches(tx, line, matches, true, clock.now(serviceHolderId, mode));
  await appendAudit(actor, tx, {
    action: 'top_ups.reverse',
    holderId,
    mode,
    object: { kind: 'payment', id: paymentId },
    after: { amount: recall.amount, currency, line: String(lineId) },
  });
  await takeBackRest(actor, tx, clock, line, found);
}

async function refuseOrdered(tx: Tx, { restLineId }: Takeable): Promise<void> {
  const ordered = restLineId === null ? undefined : (await findReturnsOf(tx, [restLineId])).get(restLineId);
  if (ordered === undefined) return;
  const message = `What line ${restLineId} brought above the payment is to be sent back. Cancel that first.`;
  throw new AppError('invalid_state', { message });
}

/** It goes back to its sender, as any money that belongs to nobody here, and the bank has sent it with this line. */
async function takeBackRest(actor: Actor, tx: Tx, clock: Clock, line: StoredLine, { restLineId }: Takeable) {
  if (restLineId === null) return;
  const sent = await returnLine(actor, tx, clock, restLineId, { reason: restReason, to: null });
  const transfer = await findReturnTransfer(tx, sent);
  const matches = [{ lineId: line.id, transfer, amount: -sent.amount }];
  await insertMatches(tx, line, matches, true, clock.now(serviceHolderId, line.mode));
}

/** A text can be written by whoever pays, a reversal is marked by the bank. */
async function refuseAlone(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  { mode, currency, reverses, returnReason }: StoredLine,
  holderId: bigint,
  amount: bigint,
): Promise<void> {
  if (reverses || returnReason !== null) return;
  const since = aloneSince(clock.now(holderId, mode));
  const alone = amount + (await sumRecalled(tx, { holderId, mode, currency }, since));
  if (await takeBackTakesSecondPerson(actor, tx, currency, alone)) {
    throw new AppError('forbidden', { message: aboveLimit });
  }
}
