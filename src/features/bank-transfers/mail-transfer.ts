/** Queues mails to a payer who chose bank transfer, in the transaction that makes them true. */
import type { Tx } from '../../base/database/transaction.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { isLanguage } from '../checkout/language.ts';
import { isOwnAddress } from '../checkout/notices/send-receipt.ts';
import { findShownHolder, type ShownHolder } from '../holders/branding/branding.repository.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentTransfer } from './payment-transfer.ts';
import type { TransferAccount } from './transfer-account.ts';
import { instructionsMail, partMail, type TransferFacts } from './transfer-mails.ts';

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
}

async function factsOf(tx: Tx, payment: Payment, transfer: PaymentTransfer): Promise<TransferFacts | undefined> {
  const { payerEmail: recipient, payerLanguage } = transfer;
  if (recipient === null) return undefined;
  // As with receipts: a test shop could send mail to anyone.
  if (payment.mode === 'test' && !(await isOwnAddress(tx, payment, recipient))) return undefined;
  const shop = (await findShownHolder(tx, payment.holderId)) as ShownHolder;
  return { recipient, payment, transfer, shop, language: isLanguage(payerLanguage) ? payerLanguage : 'en' };
}
