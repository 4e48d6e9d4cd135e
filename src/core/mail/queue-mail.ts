/**
 * Queues a mail in the caller's transaction, so that it is sent only if the transaction commits. Each is written in its
 * reader's language. Must never talk to a mail server; the job does that.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { findCustomTexts } from '../wording/custom-texts.repository.ts';
import { isEmail } from './address.ts';
import type { MailKind } from './kinds.ts';
import type { Mail } from './mail.ts';
import { findSubscriber } from './mail-switches.repository.ts';
import { insertMail, type MailNote } from './mails.repository.ts';
import type { Reader } from './readers.repository.ts';
import { type Words, wordsIn } from './words.ts';

/** @returns undefined when there is nothing to say. */
type WriteMail = (words: Words) => Mail | undefined;

/** A recipient that is no address gets nothing: the mail could only fail, again and again. */
export async function queueMail(tx: Tx, reader: Reader, write: WriteMail): Promise<void> {
  if (isEmail(reader.email)) await queue(tx, reader, write, {});
}

/** A mail that its recipient may have switched off. */
export async function queueNotice(tx: Tx, kind: MailKind, reader: Reader, write: WriteMail): Promise<void> {
  if (!isEmail(reader.email)) return;
  const subscriber = await findSubscriber(tx, reader.email, kind);
  if (subscriber?.isOff) return;
  const personId = subscriber?.personId ?? null;
  await queue(tx, reader, write, personId === null ? {} : { kind, personId });
}

/** The last mail to someone: no copy of it is kept. */
export async function queueLastMail(tx: Tx, reader: Reader, write: WriteMail): Promise<void> {
  if (isEmail(reader.email)) await queue(tx, reader, write, { keepsNoCopy: true });
}

async function queue(tx: Tx, { email, language }: Reader, write: WriteMail, note: MailNote): Promise<void> {
  // Read here, because commands and jobs write mails too.
  const mail = write(wordsIn(language, await findCustomTexts(tx, language)));
  if (mail === undefined) return;
  await enqueueMail(tx, await insertMail(tx, { ...mail, ...note, recipient: email, language }));
}

export async function enqueueMail(tx: Tx, mailId: bigint): Promise<void> {
  await enqueue(tx, { name: 'send_mail', payload: { mailId: String(mailId) }, key: `send_mail:${mailId}` });
}
