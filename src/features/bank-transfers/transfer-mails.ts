/** The mails to a payer who chose bank transfer, in the language of the checkout. Pure. */

import { showLatin, showMoney, showTime } from '../../base/languages/display.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { whatFor } from '../checkout/present-checkout.ts';
import { presentShop } from '../checkout/present-shop.ts';
import { stringsOf } from '../checkout/strings/index.ts';
import type { ShownHolder } from '../holders/branding/branding.repository.ts';
import type { Payment } from '../payments/payment.ts';
import { formatReference } from '../wallets/transfer-reference.ts';
import { arrivedOf, type PaymentTransfer } from './payment-transfer.ts';
import { accountRows } from './present-transfer.ts';
import type { TransferAccount } from './transfer-account.ts';

export type TransferFacts = {
  payment: Payment;
  transfer: PaymentTransfer;
  shop: ShownHolder;
};

type Row = readonly [label: string, value: string];

export function instructionsMail(words: Words, facts: TransferFacts, account: TransferAccount, until: Date): Mail {
  const { payment, transfer, shop } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const amount = showMoney(payment.amount, payment.currency, language).text;
  const rows: Row[] = [
    ...accountRows(account, t).map(({ label, text }): Row => [label, showLatin(text, language)]),
    [t.amount, amount],
    [t.reference, showLatin(formatReference(transfer.reference), language)],
    [t.transferUntil, showTime(until, language)],
  ];
  const { transferSubject, transferText } = t.mail;
  return write(
    words,
    facts,
    transferSubject(shop.name),
    [transferText(amount, shop.name), t.transferReferenceText],
    rows,
  );
}

/** What has arrived, and what is missing. */
export function partMail(words: Words, facts: TransferFacts): Mail {
  const { payment, transfer, shop } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const money = (minor: bigint) => showMoney(minor, payment.currency, language).text;
  const arrived = arrivedOf(transfer);
  const rows: Row[] = [
    [t.transferArrived, money(arrived)],
    [t.transferMissing, money(payment.amount - arrived)],
    [t.reference, showLatin(formatReference(transfer.reference), language)],
  ];
  const text = t.transferPartText(money(arrived), money(payment.amount - arrived));
  return write(words, facts, t.mail.transferPartSubject(shop.name), [text], rows);
}

/** Of one line of the bank, in minor units. */
export type LineMoney = { amount: bigint; currency: string };

/** It came when the payment was over. */
export function lateMail(words: Words, facts: TransferFacts, { amount, currency }: LineMoney): Mail {
  const { transfer, shop } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const shown = showMoney(amount, currency, language).text;
  const rows: Row[] = [[t.reference, showLatin(formatReference(transfer.reference), language)]];
  return write(words, facts, t.mail.transferLateSubject(shop.name), [t.mail.transferLateText(shown, shop.name)], rows);
}

/** @param reason as the operator gave it to the sender. */
export function sentBackMail(
  words: Words,
  facts: TransferFacts,
  { amount, currency }: LineMoney,
  reason: string,
): Mail {
  const { transfer, shop } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const shown = showMoney(amount, currency, language).text;
  const rows: Row[] = [
    [t.reference, showLatin(formatReference(transfer.reference), language)],
    [t.mail.transferBackReason, reason],
  ];
  return write(words, facts, t.mail.transferBackSubject(shop.name), [t.mail.transferBackText(shown, shop.name)], rows);
}

function write(words: Words, { payment, shop }: TransferFacts, subject: string, before: string[], facts: Row[]): Mail {
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const { mail, forWhat } = t;
  const contacts = presentShop(shop).contacts.map(({ text }) => showLatin(text, language));
  const questions =
    contacts.length === 0 ? mail.questionsWithout(shop.name) : mail.questions(shop.name, contacts.join(' · '));
  const what = whatFor(payment, t, language);
  return writeMail(words, {
    subject,
    before: payment.mode === 'test' ? [...before, mail.test] : before,
    facts: what === null ? facts : [[forWhat, what], ...facts],
    after: [questions],
  });
}
