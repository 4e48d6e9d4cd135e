/** All SQL of mails. A mail's text may hold a link that opens an account: it is read to be sent, and never logged. */
import type { Database } from '../database/pool.ts';
import { command, condition } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mail } from './mail.ts';

export type StoredMail = Mail & {
  id: bigint;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: Date;
};

const columns = ['id', 'recipient', 'subject', 'text', 'html', 'status', 'attempts', 'lastError', 'createdAt'] as const;

/** How long a mail is kept, sent or not. */
const keptDays = 30;
/** A mail that could not be sent for so long is of no use: its links have ended. */
const worthSendingHours = 24;

export async function insertMail(tx: Tx, { recipient, subject, text, html }: Mail): Promise<bigint> {
  const row = await tx
    .insertInto('mails')
    .values({ recipient, subject, text, html })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Counts one more attempt of a mail that waits. Undefined: it was sent, or given up. */
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
}

/** @param code no words of a server's; at most 100 characters. */
export async function setAttemptFailed(db: Database, id: bigint, code: string, final: boolean): Promise<void> {
  await db
    .updateTable('mails')
    .set({ lastError: code, ...(final ? { status: 'failed' } : {}) })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/** Mails that wait and are still worth sending, oldest first. */
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

/** Drops what is past its time. */
export async function purgeOldMails(db: Database): Promise<void> {
  await db.deleteFrom('mails').where(condition`created_at < now() - make_interval(days => ${keptDays})`).execute();
}
