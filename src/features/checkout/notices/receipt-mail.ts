/** The mails to a payer: a receipt, and word of a refund, in the language of the checkout. Pure. */

import { showLatin, showMoney, showTime } from '../../../base/languages/display.ts';
import { type Mail, writeMail } from '../../../core/mail/mail.ts';
import type { Words } from '../../../core/mail/words.ts';
import type { ShownHolder } from '../../holders/branding/branding.repository.ts';
import { type Payment, paidAmount } from '../../payments/payment.ts';
import { type PaidBy, paidWith } from '../paid-with.ts';
import { whatFor } from '../present-checkout.ts';
import { presentShop } from '../present-shop.ts';
import { type Strings, stringsOf } from '../strings/index.ts';

export type ReceiptFacts = {
  payment: Payment;
  attempt: PaidBy;
  shop: ShownHolder;
};

export function receiptMail(words: Words, facts: ReceiptFacts): Mail {
  const { payment, shop, attempt } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const { mail } = t;
  const amount = showMoney(paidAmount(payment), payment.currency, language).text;
  const rows: Row[] = [
    [t.amount, amount],
    ...whatRow(words, facts),
    [t.date, payment.paidAt === null ? '' : showTime(payment.paidAt, language)],
    [t.paidWith, paidWith(attempt, t, language)],
    [t.reference, showLatin(payment.trxId ?? '', language)],
  ];
  return write(words, facts, mail.receiptSubject(shop.name), [mail.receiptText(amount, shop.name)], rows);
}

/** @param refund `amount` in minor units. */
export function refundMail(words: Words, facts: ReceiptFacts, refund: { amount: bigint; currency: string }): Mail {
  const { payment, shop, attempt } = facts;
  const { language } = words;
  const t = stringsOf(language, words.custom);
  const { mail } = t;
  const amount = showMoney(refund.amount, refund.currency, language).text;
  const rows: Row[] = [
    [t.amount, amount],
    ...whatRow(words, facts),
    [mail.refundOf, showMoney(paidAmount(payment), payment.currency, language).text],
    [t.reference, showLatin(payment.trxId ?? '', language)],
  ];
  const before = [mail.refundText(amount, shop.name), whenOf(attempt.method, mail)];
  return write(words, facts, mail.refundSubject(shop.name), before, rows);
}

type Row = readonly [label: string, value: string];

const whatRow = ({ language, custom }: Words, { payment }: ReceiptFacts): Row[] => {
  const t = stringsOf(language, custom);
  const what = whatFor(payment, t, language);
  return what === null ? [] : [[t.forWhat, what]];
};

function whenOf(method: PaidBy['method'], mail: Strings['mail']): string {
  if (method === 'card') return mail.refundWhenCard;
  return method === 'wallet' ? mail.refundWhenWallet : mail.refundWhenOther;
}

function write(words: Words, { payment, shop }: ReceiptFacts, subject: string, before: string[], facts: Row[]): Mail {
  const { language } = words;
  const { mail } = stringsOf(language, words.custom);
  const contacts = presentShop(shop).contacts.map(({ text }) => showLatin(text, language));
  const questions =
    contacts.length === 0 ? mail.questionsWithout(shop.name) : mail.questions(shop.name, contacts.join(' · '));
  return writeMail(words, {
    subject,
    before: payment.mode === 'test' ? [...before, mail.test] : before,
    facts,
    after: [questions],
  });
}
