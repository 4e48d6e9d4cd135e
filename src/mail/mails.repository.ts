/** All SQL of mails. A mail's text may hold a link that opens an account: it is read to be sent, and never logged. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mail } from './mail.ts';

export type StoredMail = Mail & {
  id: bigint;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: Date;
};

const columns = sql.raw(
  'id, recipient, subject, text, html, status, attempts, last_error as "lastError", created_at as "createdAt"',
);

/** How long a mail is kept, sent or not. */
const kept = sql.raw(`interval '30 days'`);
/** A mail that could not be sent for so long is of no use: its links have ended. */
const worthSending = sql.raw(`interval '24 hours'`);

export async function insertMail(tx: Tx, { recipient, subject, text, html }: Mail): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into mails (recipient, subject, text, html) values (${recipient}, ${subject}, ${text}, ${html})
    returning id`.execute(tx);
  return (rows[0] as { id: bigint }).id;
}

/** Counts one more attempt of a mail that waits. Undefined: it was sent, or given up. */
export async function beginAttempt(db: Database, id: bigint): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    update mails set attempts = attempts + 1 where id = ${id} and status = 'queued' returning ${columns}`.execute(db);
  return rows[0];
}

export async function setSent(db: Database, id: bigint): Promise<void> {
  await sql`
    update mails set status = 'sent', sent_at = now(), last_error = null
    where id = ${id} and status = 'queued'`.execute(db);
}

/** @param code no words of a server's; at most 100 characters. */
export async function setAttemptFailed(db: Database, id: bigint, code: string, final: boolean): Promise<void> {
  await sql`
    update mails set last_error = ${code}, status = case when ${final} then 'failed' else status end
    where id = ${id} and status = 'queued'`.execute(db);
}

/** Mails that wait and are still worth sending, oldest first. */
export async function listWaiting(tx: Tx, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from mails where status = 'queued' and created_at > now() - ${worthSending}
    order by id limit ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}

/** The latest mails, newest first. */
export async function listMails(db: Database, limit: number): Promise<StoredMail[]> {
  const { rows } = await sql<StoredMail>`select ${columns} from mails order by id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findMail(db: Database, id: bigint): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`select ${columns} from mails where id = ${id}`.execute(db);
  return rows[0];
}

/** Drops what is past its time. */
export async function forgetOldMails(db: Database): Promise<void> {
  await sql`delete from mails where created_at < now() - ${kept}`.execute(db);
}
