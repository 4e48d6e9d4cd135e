/**
 * SQL on people, on sign-ups that wait, and on who may act for whom. Sessions, challenges and second factors are
 * written by the sign-in library alone; what is deleted here is what has to end at once.
 */
import type { Database } from '../database/pool.ts';
import { command, condition } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { passwordProvider } from './people-tables.ts';

/**
 * The active customer a person may spend for: an owner's or a finance member's, the oldest when there are several.
 * Undefined: the person is nobody's customer.
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

export type PersonRow = { id: string; name: string; email: string; emailVerified: boolean; passwordHash: string };

/** A person and their password, whole or not at all. A taken address breaks `people_email_key`. */
export async function insertPerson(tx: Tx, { id, name, email, emailVerified, passwordHash }: PersonRow): Promise<void> {
  await tx.insertInto('people').values({ id, name, email, emailVerified }).execute();
  await tx
    .insertInto('credentials')
    .values({ id, accountId: id, providerId: passwordProvider, personId: id, password: passwordHash })
    .execute();
}

export async function isConfirmed(db: Database | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEmail(db: Database | Tx, personId: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst();
  return row?.email;
}

/** Whoever can read the mailbox has shown that the address is theirs. */
export async function setEmailVerified(tx: Tx, personId: string): Promise<boolean> {
  const changed = await command`
    update people set email_verified = true, updated_at = now()
    where id = ${personId} and not email_verified`.execute(tx);
  return changed === 1;
}

/** Ends what was begun and not finished: challenges of the second factor, other links for a new password. */
export async function endBegun(db: Database | Tx, personId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', personId).execute();
}

/** Ends links and challenges whose time is over. */
export async function purgeOld(db: Database): Promise<void> {
  await db.deleteFrom('verifications').where(condition`expires_at < now()`).execute();
  await db.deleteFrom('sessions').where(condition`expires_at < now()`).execute();
  await db.deleteFrom('signUps').where(condition`expires_at < now()`).execute();
}

export type SignUp = { id: string; email: string; name: string; passwordHash: string };

const signUpColumns = ['id', 'email', 'name', 'passwordHash'] as const;

/** @param seconds how long it waits for its address to be confirmed. */
export async function insertSignUp(tx: Tx, signUp: SignUp, seconds: number): Promise<void> {
  await command`
    insert into sign_ups (id, email, name, password_hash, expires_at)
    values (${signUp.id}, ${signUp.email}, ${signUp.name}, ${signUp.passwordHash},
      now() + make_interval(secs => ${seconds}))`.execute(tx);
}

/** A sign-up that nobody was written to yet. */
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

/** A new link ends the one before. @param seconds how long it is good for. */
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

/** Takes a sign-up, and with it every other one of its address. @returns false when it was taken before. */
export async function takeSignUp(tx: Tx, { id, email }: SignUp): Promise<boolean> {
  const result = await tx.deleteFrom('signUps').where('id', '=', id).executeTakeFirst();
  if (result.numDeletedRows !== 1n) return false;
  await tx.deleteFrom('signUps').where('email', '=', email).execute();
  return true;
}

export async function dropSignUp(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('signUps').where('id', '=', id).execute();
}

export type SealedFactor = { id: string; secret: string; recoveryCodes: string };

/** Second factors that are not sealed under the present secret. */
export async function listSealedOtherwise(db: Database, prefix: string, limit: number): Promise<SealedFactor[]> {
  return db
    .selectFrom('secondFactors')
    .select(['id', 'secret', 'recoveryCodes'])
    .where(condition`not (starts_with(secret, ${prefix}) and starts_with(recovery_codes, ${prefix}))`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Unless it changed meanwhile. */
export async function setSealed(db: Database, before: SealedFactor, after: SealedFactor): Promise<void> {
  await db
    .updateTable('secondFactors')
    .set({ secret: after.secret, recoveryCodes: after.recoveryCodes })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where('recoveryCodes', '=', before.recoveryCodes)
    .execute();
}
