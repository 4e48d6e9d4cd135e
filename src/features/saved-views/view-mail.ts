/** The mail that leads to a saved view of the days that have ended. Pure. */
import type { DayRange } from '../../base/clock/period.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

type Facts = { view: string; account: string; mode: Mode; days: DayRange; address: string };

export function viewMail(words: Words, { view, account, mode, days: { from, to }, address }: Facts): Mail {
  // Days of a calendar, which words are written of in UTC.
  const [first, last] = [from, to].map((day) => words.day(new Date(`${day}T00:00:00Z`)));
  const period = first === last ? `${first}` : `${first} – ${last}`;
  const subject = words.t('view.subject', { view, period });
  return writeMail(words, {
    subject: mode === 'test' ? words.t('mail.test', { subject }) : subject,
    before: [words.t('view.text', { view, name: account, period })],
    link: { label: words.t('view.link'), address },
  });
}
