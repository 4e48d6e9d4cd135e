/** What the mails about cash that payees hold say. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import type { PassedLimits } from './cash-warnings.repository.ts';
import type { Handover } from './handover.ts';

export function passedMail(words: Words, one: PassedLimits): Mail {
  const { t } = words;
  const { companyName: company } = one;
  return writeMail(words, {
    subject: t('cash.limit.subject', { company }),
    before: [passedText(words, one), t('cash.limit.next')],
  });
}

function passedText({ t, money }: Words, { companyName: company, held, limit, days, currency }: PassedLimits): string {
  const shown = { company, held: money(held, currency) };
  if (limit === null) return t('cash.limit.days', { ...shown, days: days ?? 0 });
  const above = { ...shown, limit: money(limit, currency) };
  return days === null ? t('cash.limit.amount', above) : t('cash.limit.both', { ...above, days });
}

/** To the company, in English. @param all of one company. */
export const passedByPayeesMail = (words: Words, all: readonly PassedLimits[]): Mail =>
  writeMail(words, {
    subject: all.length === 1 ? `${all[0]?.linkName} holds too much cash` : `${all.length} payees hold too much cash`,
    before: ['They hold more of your customers’ cash than you allow, or for longer.'],
    facts: all.map((one) => [one.linkName, `${words.money(one.held, one.currency)}, ${reasonOf(words, one)}`]),
  });

/** Why it is too much, as the end of a sentence in English. */
function reasonOf({ money }: Words, { limit, days, currency }: PassedLimits): string {
  const reasons = [
    ...(limit === null ? [] : [`above the limit of ${money(limit, currency)}`]),
    ...(days === null ? [] : [`held for more than ${days} ${days === 1 ? 'day' : 'days'}`]),
  ];
  return reasons.join(' and ');
}

/** To the side that confirms it: a company reads English. @param by the name of the side that recorded it. */
export function waitingMail(words: Words, handover: Handover, by: string): Mail {
  const { t } = words;
  const amount = words.money(handover.amount, handover.currency);
  return writeMail(words, {
    subject: t('cash.confirm.subject', { amount }),
    before: [
      handover.recordedBy === 'link'
        ? `${by} says they handed ${amount} in cash over to you. Confirm or decline it in the dashboard, under Cash.`
        : t('cash.confirm.text', { amount, company: by }),
    ],
    facts: noteOf(words, handover),
  });
}

/** To the side that recorded it: a company reads English. @param by the name of the side that declined it. */
export function declinedMail(words: Words, handover: Handover, by: string): Mail {
  const { t } = words;
  const amount = words.money(handover.amount, handover.currency);
  return writeMail(words, {
    subject: t('cash.declined.subject', { amount }),
    before: [
      handover.recordedBy === 'link'
        ? t('cash.declined.text', { amount, company: by })
        : `${by} declined the ${amount} in cash that you recorded as handed over to you. They still hold it.`,
    ],
    facts: noteOf(words, handover),
  });
}

const noteOf = ({ t }: Words, { note }: Handover): [string, string][] =>
  note === null ? [] : [[t('cash.note'), note]];
