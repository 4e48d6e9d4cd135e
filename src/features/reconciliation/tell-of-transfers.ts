/**
 * Tells shop and payer of bank transfers for payments at the checkout that can't be taken and wait for the operator: too late, once
 * more, above the amount, in another currency. Once, with the import that brings them.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { mailSentBack, mailWaiting } from '../bank-transfers/mail-transfer.ts';
import { listPaymentTransfers } from '../bank-transfers/payment-transfers.repository.ts';
import { type WhyWaiting, whyWaiting } from '../bank-transfers/shop-mails.ts';
import { isExpired } from '../payments/capture-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayment } from '../payments/payments.repository.ts';
import { judgeLines } from './judge-lines.ts';
import { byReference, type Finding, judgeTransfer, referencesOf } from './judge-transfer.ts';
import type { Outside, StoredLine } from './reconciliation.repository.ts';
import { listIncomingOf } from './transfers.repository.ts';

const atOnceMax = 1_000;

const isToBeTold = (finding: Finding): finding is WhyWaiting => finding in whyWaiting;

/** After what could be taken was. @param naming lines, of this import and others, whose references are of payments. */
export async function tellOfWaiting(
  tx: Tx,
  clock: Clock,
  { mode }: Outside,
  importId: bigint,
  naming: readonly bigint[],
): Promise<void> {
  for (let from = 0; from < naming.length; from += atOnceMax) {
    const lines = await listIncomingOf(tx, mode, importId, naming.slice(from, from + atOnceMax));
    for (const { finding: found, payment: transfer, amount, currency } of await judgeLines(tx, mode, lines)) {
      if (transfer === undefined) continue;
      const payment = (await findPayment(tx, transfer.holderId, transfer.paymentId)) as Payment;
      // It is over by its book's clock, before that is noted.
      const finding = found === 'expected' && isExpired(payment, clock) ? 'ended' : found;
      if (isToBeTold(finding)) await mailWaiting(tx, payment, transfer, { amount, currency }, finding);
    }
  }
}

/** The money of a line that names one payment is sent back: its payer reads why. */
export async function tellOfReturn(
  tx: Tx,
  line: StoredLine,
  money: { amount: bigint; currency: string },
  reason: string,
): Promise<void> {
  const transfers = await listPaymentTransfers(tx, line.mode, referencesOf([line]));
  const { payment: transfer } = judgeTransfer(line, byReference([], [], transfers));
  if (transfer === undefined) return;
  const payment = (await findPayment(tx, transfer.holderId, transfer.paymentId)) as Payment;
  await mailSentBack(tx, payment, transfer, money, reason);
}
