/**
 * Chargebacks: the customer's bank took the money of a payment back (ledger.md, "What is posted"). Posted once per
 * dispute, as far as the payee's balance goes; the rest is laid out by the service and owed to it, and
 * recovered first from what the payee is credited next.
 */
import { holderOfPublicId } from '../database/public-id.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Dispute, ProviderName } from '../funding/provider.ts';
import { addJob } from '../jobs/jobs.ts';
import { isPosted } from '../ledger/ledger.repository.ts';
import { balanceOf, holdAccounts, post } from '../ledger/post.ts';
import { findAttempt } from './attempts.repository.ts';
import { tellPayment } from './capture-payment.ts';
import { checkAttempt, type PayDeps } from './pay-with-provider.ts';
import { lockPayment } from './payments.repository.ts';
import { chargebackAccounts, chargebackDrafts, disputeSubject } from './postings.ts';
import { presentAmount } from './present-payment.ts';

/** The job that asks a provider about a dispute. */
export const chargebackJob = 'charge_back';

export const wakeChargeback = (tx: Tx, provider: ProviderName, disputeId: string): Promise<void> =>
  addJob(tx, { name: chargebackJob, payload: { provider, disputeId }, key: `${chargebackJob}:${disputeId}` });

/** `known`: posted before. `foreign`: it took no money of a payment here. */
export type ChargebackResult = 'posted' | 'known' | 'foreign';

/** Asks the provider what a dispute took, and posts it. Safe to call at any time, twice or at once. */
export async function chargeBack(
  deps: PayDeps,
  providerName: ProviderName,
  disputeId: string,
): Promise<ChargebackResult> {
  const dispute = await deps.providers.named(providerName)?.findDispute?.(disputeId);
  const holderId = dispute && holderOfPublicId('att', dispute.attemptId);
  if (dispute === undefined || holderId === undefined) return 'foreign';
  // Money that was taken back had come in before, whether or not anyone has noticed yet.
  const paid = await checkAttempt(deps, { holderId, attemptId: dispute.attemptId });
  if (paid === 'open') throw new AppError('unavailable');
  if (paid !== 'succeeded') return 'foreign';
  return inTransaction(deps.db, (tx) => postChargeback(tx, deps, holderId, dispute));
}

/** Posts a dispute of an attempt that paid; any other changes nothing. `dispute.amount` is in minor units. */
export async function postChargeback(
  tx: Tx,
  { clock }: Pick<PayDeps, 'clock'>,
  holderId: bigint,
  dispute: Dispute,
): Promise<ChargebackResult> {
  const attempt = await findAttempt(tx, holderId, dispute.attemptId);
  const payment = attempt && (await lockPayment(tx, holderId, attempt.paymentId));
  if (payment === undefined || attempt?.status !== 'succeeded' || attempt.method === 'wallet') return 'foreign';
  if (await isPosted(tx, payment, disputeSubject(dispute.id))) return 'known';
  const at = clock.now(holderId, payment.mode);
  const { id: disputeId, amount, currency } = dispute;
  const accounts = chargebackAccounts(payment, attempt.method, currency);
  const held = await holdAccounts(tx, accounts);
  const available = balanceOf(held, accounts[0]);

  await post(tx, chargebackDrafts(payment, attempt.method, { disputeId, amount, currency }, available), at, held);
  await tellPayment(tx, payment, 'payment.chargeback', at, {
    dispute: disputeId,
    chargeback_amount: presentAmount(amount, currency),
    chargeback_currency: currency,
    owed_amount: presentAmount(available < amount ? amount - available : 0n, currency),
  });
  return 'posted';
}
