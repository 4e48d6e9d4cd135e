/**
 * SQL on people, pending sign-ups, and who may act for whom. The sign-in library alone writes sessions, challenges and
 * second factors; this file deletes those that must end immediately, and notes when a second factor is passed.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../base/database/pool.ts';
import { command, condition } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Language } from '../../base/languages/languages.ts';
import { passwordProvider } from './people-tables.ts';

/**
 * The active customer whose money a person may spend, as its owner or finance member; the oldest of several. Undefined
 * when there is none.
 */
export async function customerOf(db: Database | Tx, personId: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('members')
    .innerJoin('holders', 'holders.id', 'members.holderId')
    .select('holders.id')
    .where('members.personId', '=', personId)
    .where('members.role', 'in', ['owner', 'finance'])
    .where('holders.kind', '=', 'customer')
    .where('holders.status', '=', 'active')
    .orderBy('holders.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

type PersonRow = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  passwordHash: string;
  /** In which they read; null or absent if not known. */
  language?: string | null;
};

/** Inserts a person and their password. An address already in use violates `people_email_key`. */
export async function insertPerson(tx: Tx, { passwordHash, ...person }: PersonRow): Promise<void> {
  const { id } = person;
  await tx.insertInto('people').values(person).execute();
  await tx
    .insertInto('credentials')
    .values({ id, accountId: id, providerId: passwordProvider, personId: id, password: passwordHash })
    .execute();
}

export async function findPerson(
  db: Database | Tx,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | undefined> {
  return db.selectFrom('people').select(['id', 'emailVerified']).where('email', '=', email).executeTakeFirst();
}

export async function isConfirmed(db: Database | Tx, email: string): Promise<boolean> {
  return (await findConfirmedPerson(db, email)) !== undefined;
}

export async function findConfirmedPerson(db: Database | Tx, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .executeTakeFirst();
  return row?.id;
}

export async function findEmail(db: Database | Tx, personId: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst();
  return row?.email;
}

export async function setLanguage(db: Database | Tx, personId: string, language: Language): Promise<void> {
  await db.updateTable('people').set({ language }).where('id', '=', personId).execute();
}

/** Keeps the language of someone's browser unless theirs is known. */
export async function setFirstLanguage(tx: Tx, personId: string, language: Language): Promise<void> {
  await tx.updateTable('people').set({ language }).where('id', '=', personId).where('language', 'is', null).execute();
}

/** Marks the address as verified: the person has used a link mailed to it. */
export async function setEmailVerified(tx: Tx, personId: string): Promise<boolean> {
  const changed = await command`
    update people set email_verified = true, updated_at = now()
    where id = ${personId} and not email_verified`.execute(tx);
  return changed === 1;
}

/** Deletes what the person has begun and not finished: second factor challenges and other password reset links. */
export async function endBegun(db: Database | Tx, personId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', personId).execute();
}

/** Ends the person's other reset links. Locks the person, so that of two links made at once one is left. */
export async function keepOnlyReset(tx: Tx, personId: string, id: string): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
  await tx.updateTable('verifications').set({ kind: 'reset' }).where('id', '=', id).execute();
  await tx
    .deleteFrom('verifications')
    .where('value', '=', personId)
    .where('kind', '=', 'reset')
    .where('id', '!=', id)
    .execute();
}

const liftIdentifier = (tokenHash: Buffer): string => `lift:${tokenHash.toString('base64url')}`;

/** Inserts a link that lifts the limit. @param link.seconds how long it works. */
export async function insertLift(
  tx: Tx,
  { personId, tokenHash, seconds }: { personId: string; tokenHash: Buffer; seconds: number },
): Promise<void> {
  await command`
    insert into verifications (id, identifier, value, kind, expires_at)
    values (${randomUUID()}, ${liftIdentifier(tokenHash)}, ${personId}, 'lift',
      now() + make_interval(secs => ${seconds}))`.execute(tx);
}

export async function isLiftOpen(db: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', liftIdentifier(tokenHash))
    .where('kind', '=', 'lift')
    .where(condition`expires_at > now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link up. @returns the person; undefined when it is unknown, used or too old. */
export async function takeLift(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', liftIdentifier(tokenHash))
    .where('kind', '=', 'lift')
    .where(condition`expires_at > now()`)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
}

/** Notes since when the second factor is on, or that it is off. When the first one was turned on stays. */
export async function setSecondFactorSince(tx: Tx, personId: string, on: boolean): Promise<void> {
  await command`
    update people
    set second_factor_at = ${on ? sql`now()` : null},
      second_factor_first_at = coalesce(second_factor_first_at, second_factor_at, ${on ? sql`now()` : null})
    where id = ${personId}`.execute(tx);
}

/** Notes that the second factor was passed in a session. */
export async function setSecondFactorPassed(tx: Tx, sessionToken: string): Promise<void> {
  await command`update sessions set second_factor_at = now() where token = ${sessionToken}`.execute(tx);
}

/** As `setSecondFactorPassed`, by the session's id. */
export async function setSecondFactorPassedIn(db: Database, sessionId: string): Promise<void> {
  await command`update sessions set second_factor_at = now() where id = ${sessionId}`.execute(db);
}

/** Deletes expired links and challenges. */
export async function purgeOld(db: Database): Promise<void> {
  await db.deleteFrom('verifications').where(condition`expires_at < now()`).execute();
  await db.deleteFrom('sessions').where(condition`expires_at < now()`).execute();
  await db.deleteFrom('signUps').where(condition`expires_at < now()`).execute();
}

export type SignUp = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  opensWallet: boolean;
  language: string | null;
};

const signUpColumns = ['id', 'email', 'name', 'passwordHash', 'opensWallet', 'language'] as const;

/** @param seconds how long the sign-up waits for its address to be confirmed. */
export async function insertSignUp(tx: Tx, signUp: SignUp, seconds: number): Promise<void> {
  await command`
    insert into sign_ups (id, email, name, password_hash, opens_wallet, language, expires_at)
    values (${signUp.id}, ${signUp.email}, ${signUp.name}, ${signUp.passwordHash}, ${signUp.opensWallet}, ${signUp.language},
      now() + make_interval(secs => ${seconds}))`.execute(tx);
}

/** Locks a sign-up for which no mail has been sent yet. */
export async function lockUnmailedSignUp(tx: Tx, id: string): Promise<SignUp | undefined> {
  return tx
    .selectFrom('signUps')
    .select(signUpColumns)
    .where('id', '=', id)
    .where('tokenHash', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockLatestSignUp(tx: Tx, email: string): Promise<SignUp | undefined> {
  return tx
    .selectFrom('signUps')
    .select(signUpColumns)
    .where('email', '=', email)
    .where(condition`expires_at > now()`)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets a new link, which replaces the one before. @param seconds how long it works. */
export async function setSignUpToken(tx: Tx, id: string, tokenHash: Buffer, seconds: number): Promise<void> {
  await command`
    update sign_ups set token_hash = ${tokenHash}, expires_at = now() + make_interval(secs => ${seconds})
    where id = ${id}`.execute(tx);
}

export async function findSignUp(db: Database | Tx, tokenHash: Buffer): Promise<SignUp | undefined> {
  return db
    .selectFrom('signUps')
    .select(signUpColumns)
    .where('tokenHash', '=', tokenHash)
    .where(condition`expires_at > now()`)
    .executeTakeFirst();
}

/** Deletes a sign-up with every other of its address. @returns false when it was already taken. */
export async function takeSignUp(tx: Tx, { id, email }: SignUp): Promise<boolean> {
  const result = await tx.deleteFrom('signUps').where('id', '=', id).executeTakeFirst();
  if (result.numDeletedRows !== 1n) return false;
  await tx.deleteFrom('signUps').where('email', '=', email).execute();
  return true;
}

export async function dropSignUp(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('signUps').where('id', '=', id).execute();
}

export type ErasedPerson = { id: string; name: string; email: string };

/** Locks a person against everything that would refer to them, until the transaction ends. */
export async function lockPersonToErase(tx: Tx, personId: string): Promise<ErasedPerson | undefined> {
  return tx
    .selectFrom('people')
    .select(['id', 'name', 'email'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Deletes a person with what they sign in with: password, second factor, sessions, links, mail switches. They are no
 * member of anything any more.
 */
export async function deletePerson(tx: Tx, { id, email }: ErasedPerson): Promise<void> {
  await endBegun(tx, id);
  await tx.deleteFrom('signUps').where('email', '=', email).execute();
  await tx.deleteFrom('people').where('id', '=', id).execute();
}

type SealedFactor = { id: string; secret: string; recoveryCodes: string };

/** Second factors that are not encrypted under the current secret. */
export async function listSealedOtherwise(db: Database, prefix: string, limit: number): Promise<SealedFactor[]> {
  return db
    .selectFrom('secondFactors')
    .select(['id', 'secret', 'recoveryCodes'])
    .where(condition`not (starts_with(secret, ${prefix}) and starts_with(recovery_codes, ${prefix}))`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes only if the row has not changed since it was read. */
export async function setSealed(db: Database, before: SealedFactor, after: SealedFactor): Promise<void> {
  await db
    .updateTable('secondFactors')
    .set({ secret: after.secret, recoveryCodes: after.recoveryCodes })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where('recoveryCodes', '=', before.recoveryCodes)
    .execute();
}

export async function findPersonName(db: Database, personId: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('name').where('id', '=', personId).executeTakeFirst();
  return row?.name;
}
