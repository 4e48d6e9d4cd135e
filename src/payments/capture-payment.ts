/**
 * Money for a payment: from a customer's wallet or from the world outside (ledger.md, "What is posted"). One
 * transaction posts every transfer and moves the payment to `succeeded`, which happens once whatever is raced.
 */
import type { Clock } from '../clock/clock.ts';
import { newPublicId } from '../database/public-id.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { appendEvents } from '../events/append-events.ts';
import { type AccountRef, purpose } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { isPaid, type Payment, paymentSubject } from './payment.ts';
import {
  findFeeBasisPoints,
  insertAttempt,
  lockPayment,
  setEnded,
  setLastError,
  setSucceeded,
} from './payments.repository.ts';
import { presentAmount } from './present-payment.ts';

/** Where the money comes from. `wallet` draws on the customer's own wallet in the payment's mode and currency. */
export type Funds =
  | { method: 'wallet'; customerHolderId: bigint }
  | { method: 'card' | 'onlinewallet'; cardLastFour: string | null; customerHolderId: null };

export type Payer = { name: string; email: string | null };

const basisPointsPerWhole = 10_000n;

/** The service's fee in minor units: a whole part of the amount, the fraction left to the merchant. */
export const feeOf = (amount: bigint, basisPoints: number): bigint =>
  (amount * BigInt(basisPoints)) / basisPointsPerWhole;

/**
 * Pays an open payment.
 * @throws AppError `not_found`; `invalid_state` when it is paid, cancelled or expired; `insufficient_funds` when the
 *   wallet is short. Nothing has moved then.
 */
export async function capturePayment(
  tx: Tx,
  clock: Clock,
  key: { holderId: bigint; id: string },
  funds: Funds,
  payer: Payer,
): Promise<void> {
  const payment = await lockOpenPayment(tx, clock, key);
  const at = clock.now(payment.holderId, payment.mode);
  const fee = feeOf(payment.amount, await findFeeBasisPoints(tx, payment.holderId));

  await post(tx, captureDrafts(payment, funds, fee), at);
  await insertAttempt(tx, payment.holderId, payment.id, {
    method: funds.method,
    status: 'succeeded',
    error: null,
    cardLastFour: funds.method === 'wallet' ? null : funds.cardLastFour,
    payerHolderId: funds.customerHolderId,
    at,
  });
  const trxId = newPublicId('trx', payment.holderId);
  const facts = { trxId, payerName: payer.name, payerEmail: payer.email, at };
  if (!(await setSucceeded(tx, payment.holderId, payment.id, facts))) throw new AppError('invalid_state');
  await tell(tx, payment, 'payment.succeeded', at, { trx_id: trxId });
}

/** Keeps a declined attempt; the payment stays open and the customer may try again. */
export async function declinePayment(
  tx: Tx,
  clock: Clock,
  key: { holderId: bigint; id: string },
  attempt: { method: 'card' | 'onlinewallet' | 'wallet'; reason: string; cardLastFour: string | null },
): Promise<void> {
  const payment = await lockOpenPayment(tx, clock, key);
  const at = clock.now(payment.holderId, payment.mode);

  await insertAttempt(tx, payment.holderId, payment.id, {
    method: attempt.method,
    status: 'declined',
    error: attempt.reason,
    cardLastFour: attempt.cardLastFour,
    payerHolderId: null,
    at,
  });
  await setLastError(tx, payment.holderId, payment.id, attempt.reason, at);
  await tell(tx, payment, 'payment.declined', at, { reason: attempt.reason });
}

/** `created → cancelled`, by the customer or the merchant. @throws AppError `not_found`, `invalid_state`. */
export async function cancelPayment(tx: Tx, clock: Clock, key: { holderId: bigint; id: string }): Promise<void> {
  const payment = await lockOpenPayment(tx, clock, key);
  const at = clock.now(payment.holderId, payment.mode);

  await setEnded(tx, payment.holderId, payment.id, 'cancelled', at);
  await tell(tx, payment, 'payment.cancelled', at, {});
}

async function lockOpenPayment(tx: Tx, clock: Clock, key: { holderId: bigint; id: string }): Promise<Payment> {
  const payment = await lockPayment(tx, key.holderId, key.id);
  if (payment === undefined) throw new AppError('not_found');
  if (payment.status !== 'created') {
    throw new AppError('invalid_state', {
      message: `The payment is ${isPaid(payment.status) ? 'paid' : payment.status}.`,
    });
  }
  if (isExpired(payment, clock)) throw new AppError('invalid_state', { message: 'The payment is expired.' });
  return payment;
}

/** Whether an open payment's time is over, on its book's own clock. */
export const isExpired = (payment: Payment, clock: Clock): boolean =>
  payment.status === 'created' && payment.expiresAt <= clock.now(payment.holderId, payment.mode);

function captureDrafts(payment: Payment, funds: Funds, fee: bigint): TransferDraft[] {
  const { mode, currency, amount } = payment;
  const subject = paymentSubject(payment.id);
  const account = (holderId: bigint, accountPurpose: string): AccountRef => ({
    holderId,
    mode,
    currency,
    purpose: accountPurpose,
  });
  const wallet = account(payment.holderId, purpose.wallet);
  const drafts: TransferDraft[] = [];
  if (funds.method === 'wallet') {
    const customer = funds.customerHolderId;
    drafts.push(
      {
        from: account(customer, purpose.wallet),
        to: account(customer, purpose.transit),
        amount,
        code: 'payment',
        subject,
        line: 0,
      },
      { from: account(payment.holderId, purpose.transit), to: wallet, amount, code: 'payment', subject, line: 0 },
    );
  } else {
    const outside = account(payment.holderId, purpose.outside(funds.method));
    drafts.push({ from: outside, to: wallet, amount, code: 'payment', subject, line: 0 });
  }
  if (fee > 0n) {
    drafts.push({
      from: wallet,
      to: account(payment.holderId, purpose.fees),
      amount: fee,
      code: 'payment_fee',
      subject,
      line: 0,
    });
  }
  return drafts;
}

function tell(tx: Tx, payment: Payment, type: string, at: Date, extra: Record<string, unknown>): Promise<void> {
  const { id, currency, custom } = payment;
  const data = { token: id, amount: presentAmount(payment.amount, currency), currency, custom: custom ?? '', ...extra };
  return appendEvents(tx, payment, [{ type, subject: paymentSubject(id), data }], at);
}
