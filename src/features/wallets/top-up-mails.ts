/** What the mails about a top-up by bank transfer say. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { BankDetails } from './bank-details.ts';
import type { TopUp } from './top-ups.repository.ts';
import { formatReference } from './transfer-reference.ts';

const amountOf = ({ amount, currency }: TopUp): string => shownMoney(amount, currency);
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
    subject: `Send ${amountOf(topUp)} to complete your top-up`,
    before: [
      details === undefined
        ? `We have recorded your top-up of ${amountOf(topUp)}. There are no bank details for ${topUp.currency} yet. Ask the operator of this service where to send the money.`
        : `Send ${amountOf(topUp)} from your bank to the account below, with exactly this reference.`,
    ],
    facts: [['Amount', amountOf(topUp)], ...referenceOf(topUp), ...(details === undefined ? [] : detailsOf(details))],
    after: [
      'The reference tells us that the money is yours.',
      ...(expiresAt === null ? [] : [`If nothing has arrived by ${dayOf(expiresAt)}, the top-up expires.`]),
    ],
  });
}

export const expectedMail = (recipient: string, topUp: TopUp, name: string): Mail =>
  writeMail({
    recipient,
    subject: `${name} announced a ${amountOf(topUp)} transfer`,
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
        ? `Your ${amountOf(topUp)} transfer has arrived and is ready to use.`
        : `You requested a top-up of ${shownMoney(topUp.requestedAmount, topUp.currency)}, and ${amountOf(topUp)} arrived. The amount that arrived was credited and is ready to use.`,
    ],
    facts: referenceOf(topUp),
  });

export const refusedMail = (recipient: string, topUp: TopUp): Mail =>
  writeMail({
    recipient,
    subject: `Your ${amountOf(topUp)} top-up was declined`,
    before: [
      `Your ${amountOf(topUp)} top-up was declined. Any money you have already sent will be returned to your bank account.`,
      ...(topUp.reason === null ? [] : [`Reason: ${topUp.reason}`]),
    ],
    facts: referenceOf(topUp),
  });

export const expiredMail = (recipient: string, topUp: TopUp): Mail =>
  writeMail({
    recipient,
    subject: `Your ${amountOf(topUp)} top-up has expired`,
    before: [
      `Your ${amountOf(topUp)} transfer hasn't arrived, so the top-up has expired. If you have sent the money, it will be credited or returned when it arrives.`,
      'To add money, start a new top-up and use its new reference.',
    ],
    facts: referenceOf(topUp),
  });

export const returnedMail = (recipient: string, topUp: TopUp, amount: bigint, currency: string, reason: string): Mail =>
  writeMail({
    recipient,
    subject: `Your ${shownMoney(amount, currency)} transfer is being returned`,
    before: [
      `Your ${shownMoney(amount, currency)} transfer wasn't credited. It is being returned to the account it came from.`,
      `Reason: ${reason}`,
    ],
    facts: referenceOf(topUp),
  });

export function takenBackMail(recipient: string, topUp: TopUp): Mail {
  const { amount, covered, reason } = topUp.reversal as NonNullable<TopUp['reversal']>;
  const { currency } = topUp;
  const what =
    amount === topUp.amount
      ? `your ${amountOf(topUp)} top-up`
      : `${shownMoney(amount, currency)} of your ${amountOf(topUp)} top-up`;
  return writeMail({
    recipient,
    subject: `Your ${amountOf(topUp)} top-up was reversed`,
    before: [
      `We reversed ${what}.`,
      `Reason: ${reason}`,
      ...(covered < amount
        ? [
            `Your balance covered ${shownMoney(covered, currency)}. You owe the other ${shownMoney(amount - covered, currency)}, which will be deducted from the next money you receive.`,
          ]
        : []),
    ],
    facts: referenceOf(topUp),
  });
}

export function takeBackRequestedMail(recipient: string, topUp: TopUp, holder: string): Mail {
  const { amount, reason } = topUp.reversalRequest as NonNullable<TopUp['reversalRequest']>;
  const shown = shownMoney(amount, topUp.currency);
  return writeMail({
    recipient,
    subject: `Approve taking back ${shown}?`,
    before: [
      `Someone requested to take ${shown} of a top-up back from ${holder}. A second person has to approve it in the dashboard, under Top-ups.`,
    ],
    facts: [
      ['Account', holder],
      ['Top-up', topUp.id],
      ['Reason', reason],
    ],
  });
}

export function cashReceivedMail(recipient: string, topUp: TopUp, company: string): Mail {
  const above = topUp.amount - (topUp.handedOver ?? 0n);
  const handedOver = shownMoney(topUp.handedOver ?? 0n, topUp.currency);
  return writeMail({
    recipient,
    subject: `We received ${amountOf(topUp)}`,
    before: [
      `Your ${amountOf(topUp)} transfer of ${company}’s cash has arrived. You hold ${handedOver} less.`,
      ...(above === 0n
        ? []
        : [`You held less than you sent. The other ${shownMoney(above, topUp.currency)} were added to your earnings.`]),
    ],
  });
}

export function cashTakenBackMail(recipient: string, topUp: TopUp, company: string): Mail {
  const { amount, reason, cash } = topUp.reversal as NonNullable<TopUp['reversal']>;
  const { held = 0n, earned = 0n } = cash ?? {};
  const parts: [string, bigint][] = [
    ['You hold again', held],
    ['Taken from your earnings', earned],
    ['You owe', amount - held - earned],
  ];
  return writeMail({
    recipient,
    subject: `Your ${amountOf(topUp)} transfer was reversed`,
    before: [
      `${shownMoney(amount, topUp.currency)} of your transfer of ${company}’s cash were taken back.`,
      `Reason: ${reason}`,
    ],
    facts: parts.filter(([, part]) => part > 0n).map(([label, part]) => [label, shownMoney(part, topUp.currency)]),
  });
}
