/**
 * All SQL of mails. A mail may contain a link that gives access to an account: its text is read only to be sent or
 * shown at /dev/mail, and must never be logged.
 */
import type { Database } from '../../base/database/pool.ts';
import { command, condition } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Mail } from './mail.ts';

export type StoredMail = Mail & {
  recipient: string;
  /** Null, of mails of earlier versions: English. */
  language: string | null;
  /** Set for a mail that its recipient may switch off. */
  kind: string | null;
  personId: string | null;
  id: bigint;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: Date;
};

const columns = [
  ...(['id', 'recipient', 'subject', 'text', 'html', 'status', 'attempts', 'lastError', 'createdAt'] as const),
  ...(['kind', 'personId', 'language'] as const),
] as const;

/** Retention of mails, sent or not. */
const keptDays = 30;
/** Older mails are not sent any more, because their links have expired. */
const worthSendingHours = 24;

/** `kind`: of a mail that the person may switch off. */
export type MailNote = { kind?: string; personId?: string; keepsNoCopy?: true };

export async function insertMail(
  tx: Tx,
  mail: Mail & MailNote & { recipient: string; language: Language },
): Promise<bigint> {
  const row = await tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Counts one more attempt for a queued mail. Returns undefined when it was sent already or has failed for good. */
export async function beginAttempt(db: Database, id: bigint): Promise<StoredMail | undefined> {
  return db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning(columns)
    .executeTakeFirst();
}

export async function setSent(db: Database, id: bigint): Promise<void> {
  await command`
    update mails set status = 'sent', sent_at = now(), last_error = null
    where id = ${id} and status = 'queued'`.execute(db);
  await deleteWithoutCopy(db, id);
}

/** The last mail to someone who is deleted: once it is sent, or given up, nothing of it stays. */
async function deleteWithoutCopy(db: Database, id: bigint): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('status', '<>', 'queued')
    .where('keepsNoCopy', '=', true)
    .execute();
}

/** @param code an error code of at most 100 characters, never text from the server. */
export async function setAttemptFailed(db: Database, id: bigint, code: string, final: boolean): Promise<void> {
  await db
    .updateTable('mails')
    .set({ lastError: code, ...(final ? { status: 'failed' } : {}) })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
  if (final) await deleteWithoutCopy(db, id);
}

/** Queued mails that are recent enough to send, oldest first. */
export async function listWaiting(tx: Tx, limit: number): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'queued')
    .where(condition`created_at > now() - make_interval(hours => ${worthSendingHours})`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The latest mails, newest first. */
export async function listMails(db: Database, limit: number): Promise<StoredMail[]> {
  return db.selectFrom('mails').select(columns).orderBy('id', 'desc').limit(limit).execute();
}

export async function findMail(db: Database, id: bigint): Promise<StoredMail | undefined> {
  return db.selectFrom('mails').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Deletes mails past their retention. */
export async function purgeOldMails(db: Database): Promise<void> {
  await db.deleteFrom('mails').where(condition`created_at < now() - make_interval(days => ${keptDays})`).execute();
}
