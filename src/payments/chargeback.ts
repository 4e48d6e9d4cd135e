/**
 * Chargebacks: the customer's bank took back the money of a payment (docs/ledger.md, "What is posted"). Posted once per
 * dispute, as far as the payee's balance goes; the rest is advanced by the service and recovered first from the payee's
 * next credits. A dispute that is won is posted back, also once.
 */
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { holderOfPublicId } from '../database/public-id.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Dispute, ProviderMethod, ProviderName } from '../funding/provider.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { enqueueSettlement } from '../jobs/enqueue-settlement.ts';
import { isPosted } from '../ledger/ledger.repository.ts';
import { balanceOf, openAndLockAccounts, post } from '../ledger/post.ts';
import { recoverDebts } from '../ledger/recover-debts.ts';
import { subjectOf } from '../ledger/subject.ts';
import { findAttempt } from './attempts.repository.ts';
import { bothModes, publishPayment } from './capture-payment.ts';
import { checkAttempt, type PayDeps } from './pay-with-provider.ts';
import type { Payment } from './payment.ts';
import { lockPayment } from './payments.repository.ts';
import { chargebackAccounts, chargebackDrafts, chargebackReversedDrafts } from './postings.ts';
import { presentAmount } from './present-payment.ts';

export const enqueueChargeback = (tx: Tx, provider: ProviderName, disputeId: string): Promise<void> =>
  enqueue(tx, { name: 'charge_back', payload: { provider, disputeId }, key: `charge_back:${disputeId}` });

/**
 * `reversed`: won and posted back. `known`: already posted. `foreign`: the dispute concerns no captured payment here.
 */
export type ChargebackResult = 'posted' | 'reversed' | 'known' | 'foreign';

/** Queries the provider about a dispute and posts it. Safe to repeat and to run concurrently. */
export async function chargeBack(
  actor: Actor,
  deps: PayDeps,
  providerName: ProviderName,
  disputeId: string,
): Promise<ChargebackResult> {
  const dispute = await deps.providers.named(providerName)?.findDispute?.(disputeId);
  const holderId = dispute && holderOfPublicId('att', dispute.attemptId);
  if (dispute === undefined || holderId === undefined) return 'foreign';
  authorize(actor, 'payments.follow_up', bothModes({ holderId }));
  // A disputed payment was captured, even if the result has not reached us yet: apply it first.
  const paid = await checkAttempt(actor, deps, { holderId, attemptId: dispute.attemptId });
  if (paid === 'open') throw new AppError('unavailable');
  if (paid !== 'succeeded') return 'foreign';
  return inTransaction(deps.db, (tx) => postChargeback(tx, deps, holderId, dispute));
}

/**
 * A step of `chargeBack`. Posts a dispute of an attempt that paid; does nothing for any other. `dispute.amount` is in
 * minor units.
 */
export async function postChargeback(
  tx: Tx,
  { clock }: Pick<PayDeps, 'clock'>,
  holderId: bigint,
  dispute: Dispute,
): Promise<ChargebackResult> {
  const attempt = await findAttempt(tx, holderId, dispute.attemptId);
  const payment = attempt && (await lockPayment(tx, holderId, attempt.paymentId));
  if (payment === undefined || attempt?.status !== 'succeeded' || attempt.method === 'wallet') return 'foreign';
  const known = await isPosted(tx, payment, subjectOf.dispute(dispute.id));
  if (dispute.won === true) {
    // Won before it was posted: no money was taken.
    return known ? postReversed(tx, clock.now(holderId, payment.mode), payment, attempt.method, dispute) : 'foreign';
  }
  if (known) return 'known';
  const at = clock.now(holderId, payment.mode);
  const { id: disputeId, amount, currency } = dispute;
  const accounts = chargebackAccounts(payment, attempt.method, currency);
  const locked = await openAndLockAccounts(tx, accounts);
  const available = balanceOf(locked, accounts[0]);

  await post(tx, chargebackDrafts(payment, attempt.method, { disputeId, amount, currency }, available), at, locked);
  await publishPayment(tx, payment, 'chargeback.created', at, {
    dispute: disputeId,
    chargeback_amount: presentAmount(amount, currency),
    chargeback_currency: currency,
    owed_amount: presentAmount(available < amount ? amount - available : 0n, currency),
  });
  return 'posted';
}

/**
 * @param payment locked, with its chargeback posted. The service's advance is recovered from the returned money first.
 */
async function postReversed(
  tx: Tx,
  at: Date,
  payment: Payment,
  method: ProviderMethod,
  { id: disputeId, amount, currency }: Dispute,
): Promise<ChargebackResult> {
  const subject = subjectOf.wonDispute(disputeId);
  if (await isPosted(tx, payment, subject)) return 'known';
  const drafts = chargebackReversedDrafts(payment, method, { disputeId, amount, currency });
  await post(tx, drafts, at);
  await recoverDebts(tx, [drafts[0].to], subject, at);
  if (payment.orderId !== null) await enqueueSettlement(tx, payment);
  await publishPayment(tx, payment, 'chargeback.reversed', at, {
    dispute: disputeId,
    chargeback_amount: presentAmount(amount, currency),
    chargeback_currency: currency,
  });
  return 'reversed';
}
