/**
 * Queues a mail in the caller's transaction: it goes out when the transaction has committed, and only then. Must never
 * speak to a mail server; the job does.
 */
import type { Tx } from '../database/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import type { Mail } from './mail.ts';
import { insertMail } from './mails.repository.ts';

/** The job that sends one mail. Its payload names the mail, and holds nothing of it. */
export const sendMailJob = 'send_mail';

export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  await wakeSender(tx, await insertMail(tx, mail));
}

export async function wakeSender(tx: Tx, mailId: bigint): Promise<void> {
  await addJob(tx, { name: sendMailJob, payload: { mailId: String(mailId) }, key: `${sendMailJob}:${mailId}` });
}
