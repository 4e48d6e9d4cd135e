/** What the mails about cash that payees hold say. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { PassedLimits } from './cash-warnings.repository.ts';
import type { Handover } from './handover.ts';

const daysInWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Why it is too much, as the end of a sentence. */
function reasonOf({ limit, days, currency }: PassedLimits): string {
  const reasons = [
    ...(limit === null ? [] : [`above the limit of ${shownMoney(limit, currency)}`]),
    ...(days === null ? [] : [`held for more than ${daysInWords(days)}`]),
  ];
  return reasons.join(' and ');
}

export const passedMail = (recipient: string, one: PassedLimits): Mail =>
  writeMail({
    recipient,
    subject: `Hand over cash to ${one.companyName}`,
    before: [
      `You hold ${shownMoney(one.held, one.currency)} of ${one.companyName}’s cash: ${reasonOf(one)}.`,
      'Hand it over and record it in the dashboard, under Earnings. Until then you may get no more orders paid in cash.',
    ],
  });

/** @param all of one company. */
export const passedByPayeesMail = (recipient: string, all: readonly PassedLimits[]): Mail =>
  writeMail({
    recipient,
    subject: all.length === 1 ? `${all[0]?.linkName} holds too much cash` : `${all.length} payees hold too much cash`,
    before: ['They hold more of your customers’ cash than you allow, or for longer.'],
    facts: all.map((one) => [one.linkName, `${shownMoney(one.held, one.currency)}, ${reasonOf(one)}`]),
  });

const amountOf = ({ amount, currency }: Handover): string => shownMoney(amount, currency);
const noteOf = ({ note }: Handover): [string, string][] => (note === null ? [] : [['Note', note]]);

/** To the side that confirms it. @param by the name of the side that recorded it. */
export const waitingMail = (recipient: string, handover: Handover, by: string): Mail =>
  writeMail({
    recipient,
    subject: `Confirm ${amountOf(handover)} in cash?`,
    before: [
      handover.recordedBy === 'link'
        ? `${by} says they handed ${amountOf(handover)} in cash over to you. Confirm or decline it in the dashboard, under Cash.`
        : `${by} says you handed ${amountOf(handover)} in cash over to them. Confirm or decline it in the dashboard, under Earnings.`,
    ],
    facts: noteOf(handover),
  });

/** To the side that recorded it. @param by the name of the side that declined it. */
export const declinedMail = (recipient: string, handover: Handover, by: string): Mail =>
  writeMail({
    recipient,
    subject: `${amountOf(handover)} in cash was not confirmed`,
    before: [
      handover.recordedBy === 'link'
        ? `${by} declined the ${amountOf(handover)} in cash that you recorded as handed over. You still hold it.`
        : `${by} declined the ${amountOf(handover)} in cash that you recorded as handed over to you. They still hold it.`,
    ],
    facts: noteOf(handover),
  });
