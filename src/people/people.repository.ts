/**
 * SQL on people, on sign-ups that wait, and on who may act for whom. Sessions, challenges and second factors are
 * written by the sign-in library alone; what is deleted here is what has to end at once.
 */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { passwordProvider } from './people-tables.ts';

/**
 * The active customer a person may spend for: an owner's or a finance member's, the oldest when there are several.
 * Undefined: the person is nobody's customer.
 */
export async function customerOf(db: Database | Tx, personId: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select h.id from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} and m.role in ('owner', 'finance') and h.kind = 'customer' and h.status = 'active'
    order by h.id limit 1`.execute(db);
  return rows[0]?.id;
}

export type PersonRow = { id: string; name: string; email: string; emailVerified: boolean; passwordHash: string };

/** A person and their password, whole or not at all. A taken address breaks `people_email_key`. */
export async function insertPerson(tx: Tx, person: PersonRow): Promise<void> {
  await sql`
    insert into people (id, name, email, email_verified)
    values (${person.id}, ${person.name}, ${person.email}, ${person.emailVerified})`.execute(tx);
  await sql`
    insert into credentials (id, account_id, provider_id, person_id, password)
    values (${person.id}, ${person.id}, ${passwordProvider}, ${person.id}, ${person.passwordHash})`.execute(tx);
}

export async function isConfirmed(db: Database | Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from people where email = ${email} and email_verified`.execute(db);
  return rows.length > 0;
}

export async function findEmail(db: Database | Tx, personId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from people where id = ${personId}`.execute(db);
  return rows[0]?.email;
}

/** Whoever can read the mailbox has shown that the address is theirs. */
export async function setEmailVerified(tx: Tx, personId: string): Promise<boolean> {
  const result = await sql`
    update people set email_verified = true, updated_at = now()
    where id = ${personId} and not email_verified`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Ends what was begun and not finished: challenges of the second factor, other links for a new password. */
export async function endBegun(db: Database | Tx, personId: string): Promise<void> {
  await sql`delete from verifications where value = ${personId}`.execute(db);
}

/** Ends links and challenges whose time is over. */
export async function forgetOld(db: Database): Promise<void> {
  await sql`delete from verifications where expires_at < now()`.execute(db);
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from sign_ups where expires_at < now()`.execute(db);
}

export type SignUp = { id: string; email: string; name: string; passwordHash: string };

const signUpColumns = sql.raw('id, email, name, password_hash as "passwordHash"');

/** @param seconds how long it waits for its address to be confirmed. */
export async function insertSignUp(tx: Tx, signUp: SignUp, seconds: number): Promise<void> {
  await sql`
    insert into sign_ups (id, email, name, password_hash, expires_at)
    values (${signUp.id}, ${signUp.email}, ${signUp.name}, ${signUp.passwordHash},
      now() + make_interval(secs => ${seconds}))`.execute(tx);
}

/** A sign-up that nobody was written to yet. */
export async function lockUnmailedSignUp(tx: Tx, id: string): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUp>`
    select ${signUpColumns} from sign_ups where id = ${id} and token_hash is null for update`.execute(tx);
  return rows[0];
}

export async function lockLatestSignUp(tx: Tx, email: string): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUp>`
    select ${signUpColumns} from sign_ups where email = ${email} and expires_at > now()
    order by created_at desc, id limit 1 for update`.execute(tx);
  return rows[0];
}

/** A new link ends the one before. @param seconds how long it is good for. */
export async function setSignUpToken(tx: Tx, id: string, tokenHash: Buffer, seconds: number): Promise<void> {
  await sql`
    update sign_ups set token_hash = ${tokenHash}, expires_at = now() + make_interval(secs => ${seconds})
    where id = ${id}`.execute(tx);
}

export async function findSignUp(db: Database | Tx, tokenHash: Buffer): Promise<SignUp | undefined> {
  const { rows } = await sql<SignUp>`
    select ${signUpColumns} from sign_ups where token_hash = ${tokenHash} and expires_at > now()`.execute(db);
  return rows[0];
}

/** Takes a sign-up, and with it every other one of its address. @returns false when it was taken before. */
export async function takeSignUp(tx: Tx, { id, email }: SignUp): Promise<boolean> {
  const result = await sql`delete from sign_ups where id = ${id}`.execute(tx);
  if (result.numAffectedRows !== 1n) return false;
  await sql`delete from sign_ups where email = ${email}`.execute(tx);
  return true;
}

export async function dropSignUp(tx: Tx, id: string): Promise<void> {
  await sql`delete from sign_ups where id = ${id}`.execute(tx);
}

export type SealedFactor = { id: string; secret: string; recoveryCodes: string };

/** Second factors that are not sealed under the present secret. */
export async function listSealedOtherwise(db: Database, prefix: string, limit: number): Promise<SealedFactor[]> {
  const { rows } = await sql<SealedFactor>`
    select id, secret, recovery_codes as "recoveryCodes" from second_factors
    where not starts_with(secret, ${prefix}) or not starts_with(recovery_codes, ${prefix})
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Unless it changed meanwhile. */
export async function setSealed(db: Database, before: SealedFactor, after: SealedFactor): Promise<void> {
  await sql`
    update second_factors set secret = ${after.secret}, recovery_codes = ${after.recoveryCodes}
    where id = ${before.id} and secret = ${before.secret} and recovery_codes = ${before.recoveryCodes}`.execute(db);
}
