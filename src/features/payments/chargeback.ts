/**
 * Chargebacks: the customer's bank took back the money of a payment (docs/ledger.md, "What is posted"). Each withdrawal is
 * posted once, as far as the payee's balance goes; the rest is advanced by the service and recovered first from the
 * payee's next credits. Money that comes back is posted back, also once each time. The provider's own fee for the dispute
 * is the service's.
 */

import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { UnitOfWork } from '../../core/access/unit-of-work.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { outsideSourceOf } from '../../core/ledger/accounts.ts';
import { findTransfers } from '../../core/ledger/ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { recoverDebts } from '../../core/ledger/recover-debts.ts';
import { reverseWriteOff } from '../../core/ledger/reverse-write-off.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import type { Dispute, DisputeStatus } from '../providers/provider.ts';
import { findAttempt } from './attempts.repository.ts';
import { bothModes, publishPayment } from './capture-payment.ts';
import { type Disputed, postDisputeFee } from './dispute-fee.ts';
import { disputeMail, newsOf } from './dispute-mails.ts';
import { findDispute, type PostedDispute, saveDispute } from './disputes.repository.ts';
import { followDeadline } from './evidence/remind.ts';
import { checkAttempt, type PayDeps } from './pay-with-provider.ts';
import { chargedBackBy, type Payment } from './payment.ts';
import { addChargedBack, lockOrderOf, lockPayment } from './payments.repository.ts';
import { chargebackAccounts, chargebackDrafts, chargebackReversedDrafts } from './postings.ts';
import { presentAmount } from './present-payment.ts';

/**
 * @param disputeId what the provider's notice named.
 * @param attemptId which attempt it is about, if the notice says so: then the job is found by its book.
 */
export function enqueueChargeback(tx: Tx, provider: string, disputeId: string, attemptId?: string): Promise<void> {
  const holderId = attemptId === undefined ? undefined : holderOfPublicId('att', attemptId);
  const payload = { provider, disputeId, ...(holderId === undefined ? {} : { holderId: String(holderId) }) };
  return enqueue(tx, { name: 'charge_back', payload, key: `charge_back:${provider}:${disputeId}` });
}

type ChargebackDeps = Pick<PayDeps, 'clock' | 'onChargeback'>;

/**
 * What was posted last: `posted` a withdrawal, `reversed` its return, `fee` the provider's fee alone. `known`: no money
 * moved.
 * `foreign`: the dispute concerns no captured payment here.
 */
export type ChargebackResult = 'posted' | 'reversed' | 'fee' | 'known' | 'foreign';

/**
 * Queries the provider about the disputes that a notice named and posts them. Safe to repeat and to run concurrently.
 * @returns of each what was posted.
 */
export async function chargeBack(
  actor: Actor,
  deps: PayDeps,
  providerName: string,
  reference: string,
): Promise<ChargebackResult[]> {
  const provider = deps.providers.named(providerName);
  // One that is not in use now may be again.
  if (provider === undefined) throw new AppError('unavailable');
  const results: ChargebackResult[] = [];
  for (const dispute of (await provider.findDisputes?.(reference)) ?? []) {
    results.push(await chargeBackOne(actor, deps, dispute));
  }
  return results;
}

async function chargeBackOne(actor: Actor, deps: PayDeps, dispute: Dispute): Promise<ChargebackResult> {
  const holderId = holderOfPublicId('att', dispute.attemptId);
  if (holderId === undefined) return 'foreign';
  authorize(actor, 'payments.follow_up', bothModes({ holderId }));
  // A disputed payment was captured, even if the result has not reached us yet: apply it first.
  const paid = await checkAttempt(actor, deps, { holderId, attemptId: dispute.attemptId });
  if (paid === 'open') throw new AppError('unavailable');
  if (paid !== 'succeeded') return 'foreign';
  return inTransaction(deps.db, (tx) => postChargeback(actor, tx, deps, holderId, dispute), { holderId });
}

/**
 * A step of `chargeBack`. Posts what the provider says of a dispute and is not posted yet: withdrawals and returns in
 * turn, then its fee. Does nothing for an attempt that did not pay. Amounts in minor units.
 */
export async function postChargeback(
  actor: Actor,
  tx: Tx,
  deps: ChargebackDeps,
  holderId: bigint,
  dispute: Dispute,
): Promise<ChargebackResult> {
  const attempt = await findAttempt(tx, holderId, dispute.attemptId);
  // The order first, as refunds lock it: its settlement waits, or has ended.
  if (attempt !== undefined) await lockOrderOf(tx, holderId, attempt.paymentId);
  const payment = attempt && (await lockPayment(tx, holderId, attempt.paymentId));
  if (payment === undefined || attempt?.status !== 'succeeded' || attempt.method === 'wallet') return 'foreign';
  const disputed: Disputed = { payment, outside: outsideSourceOf(attempt), at: deps.clock.now(holderId, payment.mode) };
  const known = await findDispute(tx, holderId, dispute.id);
  const before = known ?? unposted(payment, dispute);
  let posted = before;
  let result: ChargebackResult = 'known';

  for (let next = nextTurn(posted, dispute); next !== undefined; next = nextTurn(posted, dispute)) {
    posted =
      next === 'posted'
        ? await withdraw(actor, tx, deps, disputed, posted)
        : await giveBack(actor, tx, deps, disputed, posted);
    result = next;
  }
  if (dispute.fee !== undefined) posted = await postDisputeFee(actor, tx, disputed, posted, dispute.fee);
  posted = standingAt(posted, dispute);
  if (posted === before) return 'known';
  await saveDispute(tx, posted, disputed.at);
  await followDeadline(tx, known, posted, disputed.at);
  await mailNews(tx, known, posted);
  return result === 'known' && posted.fee + posted.feeReturned > before.fee + before.feeReturned ? 'fee' : result;
}

async function mailNews(tx: Tx, known: PostedDispute | undefined, dispute: PostedDispute): Promise<void> {
  const news = newsOf(known, dispute);
  if (news === undefined) return;
  for (const reader of await listReadersThatMay(tx, dispute.holderId, 'payments.refund')) {
    await queueNotice(tx, 'disputes', reader, (words) => disputeMail(words, news, dispute));
  }
}

/** With what the provider says beside the money; the same object when nothing is new. */
function standingAt(posted: PostedDispute, { standing }: Dispute): PostedDispute {
  const said = standing ?? {
    status: guessedStatus(posted),
    reason: posted.reason,
    evidenceDueAt: posted.evidenceDueAt,
  };
  const isSame =
    said.status === posted.status &&
    said.reason === posted.reason &&
    said.evidenceDueAt?.getTime() === posted.evidenceDueAt?.getTime();
  return isSame ? posted : { ...posted, ...said };
}

/** For a provider that reports no status: a dispute whose money is back was won. */
const guessedStatus = ({ withdrawals, returns }: PostedDispute): DisputeStatus =>
  withdrawals > returns ? 'under_review' : 'won';

const unposted = ({ holderId, mode, id: paymentId }: Payment, { id, amount, currency }: Dispute): PostedDispute => ({
  holderId,
  id,
  mode,
  paymentId,
  amount,
  currency,
  withdrawals: 0,
  returns: 0,
  fee: 0n,
  feeReturned: 0n,
  feeCurrency: null,
  status: 'under_review',
  reason: null,
  evidenceDueAt: null,
});

/** What comes next: money that was withdrawn is returned before it can be withdrawn again. */
function nextTurn(posted: PostedDispute, said: Dispute): 'posted' | 'reversed' | undefined {
  if (posted.withdrawals > posted.returns) return said.returns > posted.returns ? 'reversed' : undefined;
  return said.withdrawals > posted.withdrawals ? 'posted' : undefined;
}

async function withdraw(
  actor: Actor,
  tx: Tx,
  deps: ChargebackDeps,
  { payment, outside, at }: Disputed,
  dispute: PostedDispute,
): Promise<PostedDispute> {
  const { id: disputeId, amount, currency, withdrawals: turn } = dispute;
  const accounts = chargebackAccounts(payment, outside, currency);
  const locked = await openAndLockAccounts(tx, accounts);
  const available = balanceOf(locked, accounts[0]);
  await post(tx, chargebackDrafts(payment, outside, { disputeId, amount, currency, turn }, available), at, locked);
  const work = { actor, tx, at };
  await follow(work, deps, payment, chargedBackBy(payment, dispute));
  // A refund of it that waits for clearing may exceed what is left now.
  if (payment.orderId !== null) await enqueueSettlement(tx, payment);
  await publishPayment(work, payment, 'chargeback.created', {
    ...presentChargeback(dispute),
    owed_amount: presentAmount(available < amount ? amount - available : 0n, currency),
  });
  return { ...dispute, withdrawals: turn + 1 };
}

/** The service's advance is recovered from the returned money, after what waits for clearing. */
async function giveBack(
  actor: Actor,
  tx: Tx,
  deps: ChargebackDeps,
  { payment, outside, at }: Disputed,
  dispute: PostedDispute,
): Promise<PostedDispute> {
  const { id: disputeId, amount, currency, returns: turn } = dispute;
  const drafts = chargebackReversedDrafts(payment, outside, { disputeId, amount, currency, turn });
  await post(tx, drafts, at);
  const subject = subjectOf.wonDispute(disputeId);
  await reverseWriteOff(
    tx,
    drafts[0].to,
    { amount: await owedBy(tx, payment, disputeId, turn), subject, line: turn },
    at,
  );
  const work = { actor, tx, at };
  // Before debts are recovered: what the order's parties gave of it is theirs first.
  await follow(work, deps, payment, -chargedBackBy(payment, dispute));
  await recoverDebts(tx, [drafts[0].to], subject, at);
  if (payment.orderId !== null) await enqueueSettlement(tx, { ...payment, currency });
  await publishPayment(work, payment, 'chargeback.reversed', presentChargeback(dispute));
  return { ...dispute, returns: turn + 1 };
}

/** The debt that a withdrawal left, in minor units. */
async function owedBy(tx: Tx, payment: Payment, disputeId: string, turn: number): Promise<bigint> {
  const posted = await findTransfers(tx, payment, subjectOf.dispute(disputeId));
  return posted.find(({ code, line }) => code === 'chargeback_debt' && line === turn)?.amount ?? 0n;
}

/** @param amount what was charged back, in minor units; below 0 when it is returned. */
async function follow(
  work: UnitOfWork,
  { onChargeback }: ChargebackDeps,
  payment: Payment,
  amount: bigint,
): Promise<void> {
  const { tx, at } = work;
  await addChargedBack(tx, payment, amount, at);
  const changed = await lockPayment(tx, payment.holderId, payment.id);
  if (changed !== undefined && changed.orderId !== null) await onChargeback(work, changed);
}

const presentChargeback = ({ id, amount, currency }: PostedDispute) => ({
  dispute: id,
  chargeback_amount: presentAmount(amount, currency),
  chargeback_currency: currency,
});
