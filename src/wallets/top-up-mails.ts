/** What the mails about a top-up by bank transfer say. Pure. */
import { type Mail, writeMail } from '../mail/mail.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { BankDetails } from './bank-details.ts';
import type { TopUp } from './top-ups.repository.ts';
import { formatReference } from './transfer-reference.ts';

const money = (minor: bigint, currency: string): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
const amountOf = ({ amount, currency }: TopUp): string => money(amount, currency);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const referenceOf = ({ reference }: TopUp): [string, string][] =>
  reference === null ? [] : [['Reference', formatReference(reference)]];

/** The account to transfer to, line by line. */
function detailsOf({ accountHolder, iban, bic, bankName, other }: BankDetails): [string, string][] {
  const lines: [string, string | null][] = [
    ['Account holder', accountHolder],
    ['IBAN', iban],
    ['BIC', bic],
    ['Bank', bankName],
    ['Other details', other?.replaceAll('\n', ', ') ?? null],
  ];
  return lines.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
}

export function requestedMail(recipient: string, topUp: TopUp, details: BankDetails | undefined): Mail {
  const { expiresAt } = topUp;
  return writeMail({
    recipient,
    subject: `Transfer ${amountOf(topUp)} to complete your top-up`,
    before: [
      details === undefined
        ? `We have recorded your top-up of ${amountOf(topUp)}. There are no bank details for ${topUp.currency} yet. Ask the operator of this service where to send the money.`
        : `Send ${amountOf(topUp)} from your bank to the account below, with exactly this reference.`,
    ],
    facts: [['Amount', amountOf(topUp)], ...referenceOf(topUp), ...(details === undefined ? [] : detailsOf(details))],
    after: [
      'The reference is how we know that the money is yours.',
      ...(expiresAt === null ? [] : [`If nothing has arrived by ${dayOf(expiresAt)}, the top-up expires.`]),
    ],
  });
}

export const expectedMail = (recipient: string, topUp: TopUp, name: string): Mail =>
  writeMail({
    recipient,
    subject: `${name} will transfer ${amountOf(topUp)}`,
    before: [
      `${name} requested a top-up by bank transfer. Confirm it in the dashboard when the money is in your account, or import the bank statement.`,
    ],
    facts: [['Amount', amountOf(topUp)], ...referenceOf(topUp)],
  });

export const receivedMail = (recipient: string, topUp: TopUp): Mail =>
  writeMail({
    recipient,
    subject: `We received ${amountOf(topUp)}`,
    before: [
      topUp.requestedAmount === null
        ? `Your transfer of ${amountOf(topUp)} has arrived and is ready to use.`
        : `You requested a top-up of ${money(topUp.requestedAmount, topUp.currency)}, and ${amountOf(topUp)} arrived. The amount that arrived was credited and is ready to use.`,
    ],
    facts: referenceOf(topUp),
  });

export const refusedMail = (recipient: string, topUp: TopUp): Mail =>
  writeMail({
    recipient,
    subject: `Your top-up of ${amountOf(topUp)} was refused`,
    before: [
      `The top-up of ${amountOf(topUp)} was refused. Any money that you have sent for it will be returned to your bank account.`,
      ...(topUp.reason === null ? [] : [`Reason: ${topUp.reason}`]),
    ],
    facts: referenceOf(topUp),
  });

export const expiredMail = (recipient: string, topUp: TopUp): Mail =>
  writeMail({
    recipient,
    subject: `Your top-up of ${amountOf(topUp)} has expired`,
    before: [
      `No transfer of ${amountOf(topUp)} has arrived, so the top-up has expired. If you have sent the money, it will be credited or returned when it arrives.`,
      'To add money, start a new top-up and use its new reference.',
    ],
    facts: referenceOf(topUp),
  });

export const returnedMail = (recipient: string, topUp: TopUp, amount: bigint, currency: string, reason: string): Mail =>
  writeMail({
    recipient,
    subject: `Your transfer of ${money(amount, currency)} is being returned`,
    before: [
      `Your transfer of ${money(amount, currency)} was not credited. It is being returned to the account it came from.`,
      `Reason: ${reason}`,
    ],
    facts: referenceOf(topUp),
  });

export function takenBackMail(recipient: string, topUp: TopUp): Mail {
  const { amount, covered, reason } = topUp.reversal as NonNullable<TopUp['reversal']>;
  const { currency } = topUp;
  const what =
    amount === topUp.amount
      ? `your top-up of ${amountOf(topUp)}`
      : `${money(amount, currency)} of your top-up of ${amountOf(topUp)}`;
  return writeMail({
    recipient,
    subject: `Your top-up of ${amountOf(topUp)} was taken back`,
    before: [
      `We took back ${what}.`,
      `Reason: ${reason}`,
      ...(covered < amount
        ? [
            `Your balance covered ${money(covered, currency)}. You owe the other ${money(amount - covered, currency)}, which will be deducted from the next money that you receive.`,
          ]
        : []),
    ],
    facts: referenceOf(topUp),
  });
}
