/** Queues mails to a payer who chose bank transfer, and to the shop, in the transaction that makes them true. */
import type { Tx } from '../../base/database/transaction.ts';
import { isLanguage } from '../../base/languages/languages.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueMail, queueNotice } from '../../core/mail/queue-mail.ts';
import { isOwnAddress } from '../checkout/notices/send-receipt.ts';
import { listAddressesThatMay } from '../holders/addresses.ts';
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
  const facts = await factsOf(tx, payment, transfer);
  if (facts !== undefined) await queueMail(tx, instructionsMail(facts, account, until));
}

/** Less arrived than was to. @param transfer with all that has arrived. */
export async function mailPart(tx: Tx, payment: Payment, transfer: PaymentTransfer): Promise<void> {
  const facts = await factsOf(tx, payment, transfer);
  if (facts !== undefined) await queueMail(tx, partMail(facts));
  await toShop(tx, payment, (recipient) => partArrivedMail({ recipient, payment, transfer }));
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
  const facts = isLate ? await factsOf(tx, payment, transfer) : undefined;
  if (facts !== undefined) await queueMail(tx, lateMail(facts, money));
  await toShop(tx, payment, (recipient) => waitsForOperatorMail({ recipient, payment, transfer }, money, why));
}

/** @param reason as the operator gave it to the sender. */
export async function mailSentBack(
  tx: Tx,
  payment: Payment,
  transfer: PaymentTransfer,
  money: LineMoney,
  reason: string,
): Promise<void> {
  const facts = await factsOf(tx, payment, transfer);
  if (facts !== undefined) await queueMail(tx, sentBackMail(facts, money, reason));
}

async function toShop(tx: Tx, payment: Payment, write: (recipient: string) => Mail): Promise<void> {
  for (const address of await listAddressesThatMay(tx, payment.holderId, 'payments.refund')) {
    await queueNotice(tx, 'payments', write(address));
  }
}

async function factsOf(tx: Tx, payment: Payment, transfer: PaymentTransfer): Promise<TransferFacts | undefined> {
  const { payerEmail: recipient, payerLanguage } = transfer;
  if (recipient === null) return undefined;
  // As with receipts: a test shop could send mail to anyone.
  if (payment.mode === 'test' && !(await isOwnAddress(tx, payment, recipient))) return undefined;
  const shop = (await findShownHolder(tx, payment.holderId)) as ShownHolder;
  return { recipient, payment, transfer, shop, language: isLanguage(payerLanguage) ? payerLanguage : 'en' };
}
