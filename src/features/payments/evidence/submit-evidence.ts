/**
 * Submits evidence, once and for good (docs/contract/people.md, "Disputes and evidence"): what a person submitted is frozen first, then sent to the
 * provider outside any transaction, then noted. Whatever dies in between, the sweep sends it again, and the provider knows it by
 * its submission. Where the provider takes none by API, it waits for the operator to hand it over.
 */
import type { Clock } from '../../../base/clock/clock.ts';
import { newPublicId } from '../../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../../base/database/transaction.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import type { Mode } from '../../../base/money/mode.ts';
import type { Actor, PersonActor } from '../../../core/access/actor.ts';
import { appendAudit } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { queueNotice } from '../../../core/mail/queue-mail.ts';
import { listOperators, listReadersThatMay } from '../../holders/addresses.ts';
import { findHolderName } from '../../holders/holders.repository.ts';
import type { EvidenceResult } from '../../providers/provider.ts';
import { publishPayment } from '../capture-payment.ts';
import { enqueueChargeback } from '../chargeback.ts';
import { disputeMail, handOverMail } from '../dispute-mails.ts';
import { findDispute } from '../disputes.repository.ts';
import type { PayDeps } from '../pay-with-provider.ts';
import { lockOrderOf, lockPayment } from '../payments.repository.ts';
import {
  type Evidence,
  findEvidence,
  listFiles,
  listSending,
  lockAlone,
  readFiles,
  updateEvidence,
} from './evidence.repository.ts';
import { megabytes } from './evidence.ts';
import { findDisputeOf, type HolderDispute } from './holder-disputes.repository.ts';
import {
  type EvidenceDeps,
  filesBytesMax,
  type InBook,
  isTakenByProvider,
  lockDraft,
  noDispute,
} from './prepare-evidence.ts';
import { restoreReminder } from './remind.ts';
import { endReminder } from './reminders.repository.ts';

const sweepMax = 100;

/**
 * Freezes the evidence and has it sent.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` once no evidence is taken, as after the first time, or
 *   without any.
 */
export async function requestSubmission(
  actor: PersonActor,
  tx: Tx,
  deps: Omit<EvidenceDeps, 'db'>,
  of: InBook,
): Promise<void> {
  const { book, disputeId } = of;
  authorize(actor, 'disputes.submit', book);
  const { dispute, evidence, key, at } = await lockDraft(tx, deps, of);
  const files = await listFiles(tx, key);
  if (files.length === 0 && Object.keys(evidence.texts).length === 0) {
    throw new AppError('invalid_state', { message: 'There is no evidence yet. Add a text or a file first.' });
  }
  const most = filesBytesMax(deps.providers, dispute.provider);
  // They were uploaded while more was taken.
  if (files.reduce((sum, { size }) => sum + size, 0) > most) {
    const message = `The files may have ${megabytes(most)} in all. Remove one first.`;
    throw new AppError('invalid_state', { message });
  }

  const state = isTakenByProvider(deps.providers, dispute.provider) ? 'sending' : 'waiting';
  const submitted = { submissionId: newPublicId('dev', book.holderId), submittedAt: at, submittedBy: actor.personId };
  await updateEvidence(tx, key, { state, ...submitted, refusal: null }, at);
  await endReminder(tx, key);
  await appendAudit(actor, tx, {
    action: 'disputes.submit',
    ...book,
    object: { kind: 'dispute', id: disputeId },
    after: { texts: Object.keys(evidence.texts), files: files.map(({ purpose }) => purpose) },
  });
  if (state === 'sending') {
    const payload = { holderId: String(book.holderId), mode: book.mode, disputeId };
    await enqueue(tx, { name: 'submit_evidence', payload, key: `submit_evidence:${book.holderId}:${disputeId}` });
  } else if (book.mode === 'live') await tellOperator(tx, dispute);
}

async function tellOperator(tx: Tx, { holderId, id, provider }: HolderDispute): Promise<void> {
  const dispute = await findDispute(tx, holderId, id);
  if (dispute === undefined) throw noDispute();
  const name = await findHolderName(tx, holderId);
  for (const reader of await listOperators(tx, 'administrator', 'finance', 'support')) {
    await queueNotice(tx, 'operator', reader, (words) => handOverMail(words, dispute, name, provider));
  }
}

/**
 * Sends evidence that was submitted, and notes what became of it. Safe to repeat and to run concurrently.
 * @throws AppError `unavailable` when the provider does not answer: it is sent again later.
 */
export async function sendEvidence(actor: Actor, deps: PayDeps, { book, disputeId }: InBook): Promise<void> {
  authorize(actor, 'payments.follow_up', book);
  const key = { holderId: book.holderId, disputeId };
  const evidence = await findEvidence(deps.db, key);
  const dispute = await findDisputeOf(deps.db, book, disputeId);
  if (evidence?.state !== 'sending' || evidence.submissionId === null || dispute === undefined) return;
  const { submissionId, texts } = evidence;
  const provider = deps.providers.named(dispute.provider);
  // One that is not in use now may be again.
  if (provider === undefined) throw new AppError('unavailable');
  const files = await readFiles(deps.db, key);
  const result = await provider.submitEvidence?.({ disputeId, submissionId, texts, files });
  await inTransaction(deps.db, (tx) => noteResult(actor, tx, deps, { book, dispute, evidence }, result), book);
}

type Sent = { book: Book; dispute: HolderDispute; evidence: Evidence };

/** @param result undefined of a provider that takes no evidence any more. */
async function noteResult(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  { book, dispute, evidence: { submissionId } }: Sent,
  result: EvidenceResult | undefined,
): Promise<void> {
  const { holderId } = book;
  const key = { holderId, disputeId: dispute.id };
  await lockOrderOf(tx, holderId, dispute.paymentId);
  const payment = await lockPayment(tx, holderId, dispute.paymentId);
  const now = await lockAlone(tx, key);
  if (payment === undefined || now?.state !== 'sending' || now.submissionId !== submissionId) return;

  const at = clock.now(holderId, book.mode);
  if (result === undefined) {
    await updateEvidence(tx, key, { state: 'waiting' }, at);
    return tellOperator(tx, dispute);
  }
  if (result.kind === 'submitted') {
    await updateEvidence(tx, key, { state: 'submitted', deliveredAt: at }, at);
    await publishPayment({ actor, tx, at }, payment, 'dispute_evidence.submitted', { dispute: dispute.id });
  } else {
    const draft = { state: 'draft', submissionId: null, submittedAt: null, submittedBy: null } as const;
    await updateEvidence(tx, key, { ...draft, refusal: result.reason.slice(0, refusalLengthMax) }, at);
    await tellRefusal(tx, key, at);
  }
  // What the provider makes of it, also where its notice is lost.
  await enqueueChargeback(tx, dispute.provider, dispute.id, undefined);
}

const refusalLengthMax = 255;

async function tellRefusal(tx: Tx, { holderId, disputeId }: { holderId: bigint; disputeId: string }, at: Date) {
  const dispute = await findDispute(tx, holderId, disputeId);
  if (dispute === undefined) throw noDispute();
  await restoreReminder(tx, dispute, at);
  for (const reader of await listReadersThatMay(tx, holderId, 'disputes.submit')) {
    await queueNotice(tx, 'disputes', reader, (words) => disputeMail(words, 'refused', dispute));
  }
}

/**
 * Sends again what its provider has not answered.
 * @param only limits it to one book; undefined: all books. @returns how much there was.
 */
export async function sweepEvidence(
  actor: Actor,
  deps: PayDeps,
  onError: (error: unknown) => void,
  only?: { holderId: bigint; mode: Mode },
): Promise<number> {
  const waiting = await listSending(deps.db, sweepMax, only);
  for (const { disputeId, ...book } of waiting) {
    await sendEvidence(actor, deps, { book, disputeId }).catch(onError);
  }
  return waiting.length;
}
