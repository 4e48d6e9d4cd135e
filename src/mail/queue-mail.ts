/**
 * Queues a mail in the caller's transaction, so that it is sent only if the transaction commits. Must never talk to a
 * mail server; the job does that.
 */
import type { Tx } from '../database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { isEmail } from './address.ts';
import type { Mail } from './mail.ts';
import { insertMail } from './mails.repository.ts';

/** A recipient that is no address gets nothing: the mail could only fail, again and again. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  if (!isEmail(mail.recipient)) return;
  await enqueueMail(tx, await insertMail(tx, mail));
}

export async function enqueueMail(tx: Tx, mailId: bigint): Promise<void> {
  await enqueue(tx, { name: 'send_mail', payload: { mailId: String(mailId) }, key: `send_mail:${mailId}` });
}
