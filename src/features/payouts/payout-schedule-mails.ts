/** Mails about automatic payouts: that their terms were changed, and that one was refused. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { type PayoutSchedule, payoutTime } from './payout-schedule.ts';

const titled = ({ t }: Words, { mode }: PayoutSchedule, subject: string): string =>
  mode === 'test' ? t('mail.test', { subject }) : subject;

/** `Weekly, on Friday`. Undefined when it is off. */
export function intervalInWords({ t }: Words, { every, day }: Pick<PayoutSchedule, 'every' | 'day'>) {
  if (every === 'never') return undefined;
  if (every === 'day') return t('schedule.daily');
  if (every === 'week') return t('schedule.weekly', { day: String(day ?? 1) });
  return day === 31 ? t('schedule.monthlyLast') : t('schedule.monthly', { day: String(day) });
}

export function scheduleChangedMail(words: Words, schedule: PayoutSchedule): Mail {
  const { t } = words;
  const { accountKind: account, currency, timeZone, minimum, keep } = schedule;
  const interval = intervalInWords(words, schedule);
  return writeMail(words, {
    subject: titled(words, schedule, t(interval === undefined ? 'schedule.off.subject' : 'schedule.changed.subject')),
    before: [t(interval === undefined ? 'schedule.off.text' : 'schedule.changed.text', { currency, account })],
    facts:
      interval === undefined
        ? []
        : [
            [t('schedule.payouts'), t('schedule.when', { interval, time: payoutTime, timeZone })],
            [t('schedule.minimum'), words.money(minimum, currency)],
            [t('schedule.kept'), words.money(keep, currency)],
          ],
    after: [t('mail.unexpected')],
  });
}

const refusals = {
  bankAccount: 'schedule.refused.bankAccount',
  amount: 'schedule.refused.amount',
  account: 'schedule.refused.account',
  funds: 'schedule.refused.funds',
} as const;

/** `text`: a sentence in English; `kind`: what other languages say instead, if it is one of these. */
export type Refusal = { text: string; kind: keyof typeof refusals | undefined };

export function payoutRefusedMail(words: Words, schedule: PayoutSchedule, { text, kind }: Refusal): Mail {
  const { t } = words;
  const { accountKind: account, currency } = schedule;
  const reason = words.language === 'en' || kind === undefined ? text : t(refusals[kind]);
  return writeMail(words, {
    subject: titled(words, schedule, t('schedule.refused.subject', { currency })),
    before: [t('schedule.refused.text', { currency, account }), t('mail.because', { reason })],
    after: [t('schedule.refused.after')],
  });
}
