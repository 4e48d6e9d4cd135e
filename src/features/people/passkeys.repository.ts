/** SQL of passkeys, and of the challenges that they answer. */
import { randomUUID } from 'node:crypto';
import { bool, bytea, int8, type RowOf, text, textArray } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** Oldest first. */
export async function listPasskeys(db: Database | Tx, personId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** How browsers name the person's passkeys, so that none is added twice. */
export async function listCredentials(
  db: Database | Tx,
  personId: string,
): Promise<{ credentialId: string; transports: string[] }[]> {
  return db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('personId', '=', personId)
    .orderBy('id')
    .execute();
}

export async function hasPasskey(db: Database | Tx, personId: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('personId', '=', personId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Locks the person, so that passkeys added at once are counted one after the other. */
export async function countPasskeysLocked(tx: Tx, personId: string): Promise<number> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
  return (await listCredentials(tx, personId)).length;
}

export type NewPasskey = {
  id: string;
  personId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  /** Null: at once. */
  freshFrom: Date | null;
};

/** @returns false when the credential is known already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { id, personId, credentialId, publicKey, counter, transports, name, freshFrom } = passkey;
  const inserted = await command`
    insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, fresh_from)
    values (${id}, ${personId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${name},
      coalesce(${freshFrom}, now()))
    on conflict (credential_id) do nothing`.execute(tx);
  return inserted === 1;
}

/** Deletes one of the person's own passkeys; what was fresh by a passkey is not any more. @returns its name. */
export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('personId', '=', personId)
    .returning('name')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.updateTable('sessions').set({ passkeyAt: null }).where('personId', '=', personId).execute();
  return row.name;
}

const usedColumns = {
  id: text,
  personId: text,
  publicKey: bytea,
  counter: int8,
  transports: textArray,
  isFresh: bool,
};

export type UsedPasskey = RowOf<typeof usedColumns>;

/** Locks a passkey of a person whose address is confirmed, so that uses of it take turns. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<UsedPasskey | undefined> {
  return query(usedColumns)`
    select k.id, k.person_id as "personId", k.public_key as "publicKey", k.counter, k.transports,
      k.fresh_from <= now() as "isFresh"
    from passkeys k
    join people p on p.id = k.person_id
    where k.credential_id = ${credentialId} and p.email_verified
    for update of k`.executeTakeFirst(tx);
}

export async function setPasskeyUsed(tx: Tx, id: string, counter: number): Promise<void> {
  await command`update passkeys set counter = ${counter}, last_used_at = now() where id = ${id}`.execute(tx);
}

/** Notes that a passkey was used in a session. */
export async function setPasskeyPassed(tx: Tx, session: { token: string } | { id: string }): Promise<void> {
  const [token, id] = 'token' in session ? [session.token, null] : [null, session.id];
  await command`
    update sessions set passkey_at = now() where token = ${token}::text or id = ${id}::text`.execute(tx);
}

/** @param challenge.personId '' for a sign-in. @param challenge.seconds how long it may be answered. */
export async function insertChallenge(
  db: Database,
  { identifier, personId, seconds }: { identifier: string; personId: string; seconds: number },
): Promise<void> {
  await command`
    insert into verifications (id, identifier, value, expires_at)
    values (${randomUUID()}, ${identifier}, ${personId}, now() + make_interval(secs => ${seconds}))`.execute(db);
}

/** Uses the challenge up. @returns false when it is unknown, used or too old. */
export async function takeChallenge(db: Database, identifier: string): Promise<boolean> {
  const row = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifier)
    .where(condition`expires_at > now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
