/** The mail to the operator's administrators, in English, when a scheduled backup failed. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

type Failure = { place: string; error: string; madeAt: Date | undefined };

export function backupFailedMail(words: Words, publicUrl: string, { place, error, madeAt }: Failure): Mail {
  return writeMail(words, {
    subject: 'The backup failed',
    before: ['The scheduled backup of the database failed. It is tried again every hour.'],
    facts: [
      ['Place', place],
      ['Reason', error],
      ['Last backup', madeAt === undefined ? 'none yet' : madeAt.toISOString()],
    ],
    link: { label: 'Open the dashboard', address: `${publicUrl}/` },
    after: ['Once the cause is fixed, make one at once with: npx sluice backup'],
  });
}
