/** The mails to a shop's people about a bank transfer that is not what their payment waits for. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { MailString } from '../../core/mail/strings/en.ts';
import type { Words } from '../../core/mail/words.ts';
import type { Payment } from '../payments/payment.ts';
import { formatReference } from '../wallets/transfer-reference.ts';
import { arrivedOf, type PaymentTransfer } from './payment-transfer.ts';
import type { LineMoney } from './transfer-mails.ts';

type ShopFacts = { payment: Payment; transfer: PaymentTransfer };

/** Why it waits for the operator. */
export const whyWaiting = {
  ended: 'transfer.refused.ended',
  received: 'transfer.refused.received',
  paid_otherwise: 'transfer.refused.paidOtherwise',
  too_much: 'transfer.refused.tooMuch',
  other_currency: 'transfer.refused.otherCurrency',
} as const satisfies Record<string, MailString>;

export type WhyWaiting = keyof typeof whyWaiting;

/** Less arrived than was to. */
export function partArrivedMail(words: Words, facts: ShopFacts): Mail {
  const { t } = words;
  const { payment, transfer } = facts;
  const money = (minor: bigint) => words.money(minor, payment.currency);
  const arrived = arrivedOf(transfer);
  const shown = { arrived: money(arrived), amount: money(payment.amount) };
  const missing = [t('transfer.part.missing'), money(payment.amount - arrived)] as const;
  return write(words, facts, t('transfer.part.subject', shown), t('transfer.part.text'), [missing]);
}

export function waitsForOperatorMail(words: Words, facts: ShopFacts, money: LineMoney, why: WhyWaiting): Mail {
  const { t } = words;
  const amount = words.money(money.amount, money.currency);
  const text = `${t(whyWaiting[why])} ${t('transfer.refused.waits')}`;
  return write(words, facts, t('transfer.refused.subject', { amount }), text, []);
}

function write(
  words: Words,
  { payment, transfer }: ShopFacts,
  subject: string,
  text: string,
  facts: readonly (readonly [string, string])[],
): Mail {
  const { t } = words;
  return writeMail(words, {
    subject: payment.mode === 'test' ? t('mail.test', { subject }) : subject,
    before: [text],
    facts: [[t('mail.payment'), payment.id], [t('mail.reference'), formatReference(transfer.reference)], ...facts],
  });
}
