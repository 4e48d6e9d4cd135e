/** Queues mails to a payer who chose bank transfer, and to the shop, in the transaction that makes them true. */
import type { Tx } from '../../base/database/transaction.ts';
import { languageFrom } from '../../base/languages/languages.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueMail, queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { isOwnAddress } from '../checkout/notices/send-receipt.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findShownHolder, type ShownHolder } from '../holders/branding/branding.repository.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentTransfer } from './payment-transfer.ts';
import { partArrivedMail, type WhyWaiting, waitsForOperatorMail } from './shop-mails.ts';
import type { TransferAccount } from './transfer-account.ts';
import {
  instructionsMail,
  type LineMoney,
  lateMail,
  partMail,
  sentBackMail,
  type TransferFacts,
} from './transfer-mails.ts';

/** What to transfer, until when. */
export async function mailChosen(
  tx: Tx,
  payment: Payment,
  transfer: PaymentTransfer,
  account: TransferAccount,
  until: Date,
): Promise<void> {
  await toPayer(tx, payment, transfer, (words, facts) => instructionsMail(words, facts, account, until));
}

/** Less arrived than was to. @param transfer with all that has arrived. */
export async function mailPart(tx: Tx, payment: Payment, transfer: PaymentTransfer): Promise<void> {
  await toPayer(tx, payment, transfer, partMail);
  await toShop(tx, payment, (words) => partArrivedMail(words, { payment, transfer }));
}

/** It can't be taken, and waits for the operator. The payer is told when they are late: what is above comes with a receipt. */
export async function mailWaiting(
  tx: Tx,
  payment: Payment,
  transfer: PaymentTransfer,
  money: LineMoney,
  why: WhyWaiting,
): Promise<void> {
  const isLate = why === 'ended' || why === 'received' || why === 'paid_otherwise';
  if (isLate) await toPayer(tx, payment, transfer, (words, facts) => lateMail(words, facts, money));
  await toShop(tx, payment, (words) => waitsForOperatorMail(words, { payment, transfer }, money, why));
}

/** @param reason as the operator gave it to the sender. */
export async function mailSentBack(
  tx: Tx,
  payment: Payment,
  transfer: PaymentTransfer,
  money: LineMoney,
  reason: string,
): Promise<void> {
  await toPayer(tx, payment, transfer, (words, facts) => sentBackMail(words, facts, money, reason));
}

async function toShop(tx: Tx, payment: Payment, write: (words: Words) => Mail): Promise<void> {
  for (const reader of await listReadersThatMay(tx, payment.holderId, 'payments.refund')) {
    await queueNotice(tx, 'payments', reader, write);
  }
}

async function toPayer(
  tx: Tx,
  payment: Payment,
  transfer: PaymentTransfer,
  write: (words: Words, facts: TransferFacts) => Mail,
): Promise<void> {
  const { payerEmail: email, payerLanguage } = transfer;
  if (email === null) return;
  // As with receipts: a test shop could send mail to anyone.
  if (payment.mode === 'test' && !(await isOwnAddress(tx, payment, email))) return;
  const shop = (await findShownHolder(tx, payment.holderId)) as ShownHolder;
  const reader = { email, language: languageFrom(payerLanguage) };
  await queueMail(tx, reader, (words) => write(words, { payment, transfer, shop }));
}
