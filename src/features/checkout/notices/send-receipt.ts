/**
 * Queues the payer's mails in the transaction that makes them true: a receipt once per payment, and word of each refund
 * that succeeded. The use cases that call it are authorized.
 */

import type { Tx } from '../../../base/database/transaction.ts';
import { languageFrom } from '../../../base/languages/languages.ts';
import { normalEmail } from '../../../base/schemas/email.ts';
import type { Mail } from '../../../core/mail/mail.ts';
import { queueMail } from '../../../core/mail/queue-mail.ts';
import type { Words } from '../../../core/mail/words.ts';
import { findShownHolder, type ShownHolder } from '../../holders/branding/branding.repository.ts';
import { listMembers } from '../../holders/members.repository.ts';
import { type Attempt, findSucceeded } from '../../payments/attempts.repository.ts';
import type { Payment } from '../../payments/payment.ts';
import { type ReceiptFacts, receiptMail, refundMail } from './receipt-mail.ts';

/** @param payment as it is after it was paid. */
export const sendReceipt = (tx: Tx, payment: Payment): Promise<void> => sendToPayer(tx, payment, receiptMail);

export const sendRefundNotice = (
  tx: Tx,
  payment: Payment,
  refund: { amount: bigint; currency: string },
): Promise<void> => sendToPayer(tx, payment, (words, facts) => refundMail(words, facts, refund));

async function sendToPayer(
  tx: Tx,
  payment: Payment,
  write: (words: Words, facts: ReceiptFacts) => Mail,
): Promise<void> {
  const { payerEmail: email } = payment;
  if (email === null) return;
  const attempt = await findSucceeded(tx, payment);
  if (attempt === undefined || !(await mayReceive(tx, payment, attempt, email))) return;
  const reader = { email, language: languageFrom(attempt.payerLanguage) };
  const shop = (await findShownHolder(tx, payment.holderId)) as ShownHolder;
  await queueMail(tx, reader, (words) => write(words, { payment, attempt, shop }));
}

/**
 * Test payments cost nothing, so a test shop could send mail to anyone: an address that was typed gets one only if it
 * belongs to the shop's own people.
 */
async function mayReceive(tx: Tx, payment: Payment, { method }: Attempt, recipient: string): Promise<boolean> {
  if (payment.mode === 'live' || method === 'wallet') return true;
  return isOwnAddress(tx, payment, recipient);
}

/** Whether an address is one of the shop's own people. */
export async function isOwnAddress(tx: Tx, { holderId }: Payment, recipient: string): Promise<boolean> {
  const members = await listMembers(tx, holderId);
  return members.some(({ email, emailVerified }) => emailVerified && email === normalEmail(recipient));
}
