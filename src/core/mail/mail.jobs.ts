/** The jobs of mails: each is sent by its own, and purged when its time has come. */
import type { Database } from '../../base/database/pool.ts';
import { authorized } from '../jobs/authorized.ts';
import { type Jobs, schedules } from '../jobs/declare-jobs.ts';
import { purgeOldMails } from './mails.repository.ts';
import type { MailSender } from './send-mail.ts';

declare module '../jobs/declare-jobs.ts' {
  interface JobPayloads {
    send_mail: { mailId: string };
    purge_old_mails: undefined;
  }
}

export const mailJobs = ({
  db,
  mails,
}: {
  db: Database;
  mails: MailSender;
}): Jobs<'send_mail' | 'purge_old_mails'> => ({
  send_mail: { run: authorized('mails.deliver', ({ mailId }) => mails.send(BigInt(mailId))) },
  purge_old_mails: { schedule: schedules.everyHour, run: authorized('records.purge', () => purgeOldMails(db)) },
});
