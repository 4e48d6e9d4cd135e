/**
 * Queues a mail in the caller's transaction, so that it is sent only if the transaction commits. Must never talk to a
 * mail server; the job does that.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { isEmail } from './address.ts';
import type { MailKind } from './kinds.ts';
import type { Mail } from './mail.ts';
import { findSubscriber } from './mail-switches.repository.ts';
import { insertMail } from './mails.repository.ts';

/** A recipient that is no address gets nothing: the mail could only fail, again and again. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  if (!isEmail(mail.recipient)) return;
  await enqueueMail(tx, await insertMail(tx, mail));
}

/** A mail that its recipient may have switched off. */
export async function queueNotice(tx: Tx, kind: MailKind, mail: Mail): Promise<void> {
  if (!isEmail(mail.recipient)) return;
  const subscriber = await findSubscriber(tx, mail.recipient, kind);
  if (subscriber?.isOff) return;
  const personId = subscriber?.personId ?? null;
  await enqueueMail(tx, await insertMail(tx, mail, personId === null ? undefined : { kind, personId }));
}

/** The last mail to someone: no copy of it is kept. */
export async function queueLastMail(tx: Tx, mail: Mail): Promise<void> {
  if (!isEmail(mail.recipient)) return;
  await enqueueMail(tx, await insertMail(tx, mail, { keepsNoCopy: true }));
}

export async function enqueueMail(tx: Tx, mailId: bigint): Promise<void> {
  await enqueue(tx, { name: 'send_mail', payload: { mailId: String(mailId) }, key: `send_mail:${mailId}` });
}
