/** The mails to a shop's people about a bank transfer that is not what their payment waits for. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { Payment } from '../payments/payment.ts';
import { formatReference } from '../wallets/transfer-reference.ts';
import { arrivedOf, type PaymentTransfer } from './payment-transfer.ts';
import type { LineMoney } from './transfer-mails.ts';

type ShopFacts = { recipient: string; payment: Payment; transfer: PaymentTransfer };

/** Why it waits for the operator. */
export const whyWaiting = {
  ended: 'The payment was over: it had expired or was canceled.',
  received: 'The payment had been paid by bank transfer before.',
  paid_otherwise: 'The payment had been paid another way.',
  too_much: 'It is more than the payment asked for. The payment is paid, and this is what came above it.',
  other_currency: 'It is in another currency than the payment.',
} as const;

export type WhyWaiting = keyof typeof whyWaiting;

/** Less arrived than was to. */
export function partArrivedMail(facts: ShopFacts): Mail {
  const { payment, transfer } = facts;
  const money = (minor: bigint) => shownMoney(minor, payment.currency);
  const arrived = arrivedOf(transfer);
  return write(
    facts,
    `${money(arrived)} of ${money(payment.amount)} arrived`,
    [
      'A customer pays by bank transfer, and only a part has arrived. It is kept until the rest comes: then the payment is paid, and the money is yours.',
    ],
    [['Still missing', money(payment.amount - arrived)]],
  );
}

export function waitsForOperatorMail(facts: ShopFacts, money: LineMoney, why: WhyWaiting): Mail {
  const shown = shownMoney(money.amount, money.currency);
  return write(
    facts,
    `A bank transfer of ${shown} can't be taken`,
    [
      `${whyWaiting[why]} The money waits for the operator of this service, who sends it back to the customer. You need not do anything.`,
    ],
    [],
  );
}

function write(
  { recipient, payment, transfer }: ShopFacts,
  subject: string,
  before: readonly string[],
  facts: readonly (readonly [string, string])[],
): Mail {
  return writeMail({
    recipient,
    subject: `${payment.mode === 'test' ? 'Test: ' : ''}${subject}`,
    before,
    facts: [['Payment', payment.id], ['Reference', formatReference(transfer.reference)], ...facts],
  });
}
