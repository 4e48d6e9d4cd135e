/** All SQL of accounts' sign-in providers, of who their subjects are, and of sign-ins under way at them. */
import { bool, int4, int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const providerColumns = {
  id: text,
  holderId: int8,
  issuer: text,
  clientId: text,
  sealed: text,
  keyId: text,
  isSecondFactor: bool,
};

export type SignInProvider = RowOf<typeof providerColumns>;

const columns = ['id', 'holderId', 'issuer', 'clientId', 'sealedSecret as sealed', 'keyId', 'isSecondFactor'] as const;

export async function findProviderOf(db: Database | Tx, holderId: bigint): Promise<SignInProvider | undefined> {
  return db.selectFrom('signInProviders').select(columns).where('holderId', '=', holderId).executeTakeFirst();
}

export async function findProvider(db: Database | Tx, id: string): Promise<SignInProvider | undefined> {
  return db.selectFrom('signInProviders').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks an account's provider, so that its changes and the sign-ins through it take turns. */
export async function lockProvider(tx: Tx, holderId: bigint): Promise<SignInProvider | undefined> {
  return tx
    .selectFrom('signInProviders')
    .select(columns)
    .where('holderId', '=', holderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Of the accounts that the person with this address is a member of. */
export async function listProvidersOfEmail(db: Database, email: string): Promise<SignInProvider[]> {
  return query(providerColumns)`
    select v.id, v.holder_id as "holderId", v.issuer, v.client_id as "clientId", v.sealed_secret as sealed,
      v.key_id as "keyId", v.is_second_factor as "isSecondFactor"
    from people p
    join members m on m.person_id = p.id
    join sign_in_providers v on v.holder_id = m.holder_id
    where p.email = ${email} and p.email_verified
    order by v.id limit 2`.execute(db);
}

export async function upsertProvider(tx: Tx, provider: SignInProvider): Promise<void> {
  const { id, holderId, issuer, clientId, sealed, keyId, isSecondFactor } = provider;
  await command`
    insert into sign_in_providers (id, holder_id, issuer, client_id, sealed_secret, key_id, is_second_factor)
    values (${id}, ${holderId}, ${issuer}, ${clientId}, ${sealed}, ${keyId}, ${isSecondFactor})
    on conflict (holder_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_secret = excluded.sealed_secret, key_id = excluded.key_id,
      is_second_factor = excluded.is_second_factor`.execute(tx);
}

/** With it go the sessions that it opened, its sign-ins under way, and who its subjects are. */
export async function deleteProvider(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('signInProviders').where('id', '=', id).execute();
}

/** Deletes what a provider's former issuer or client said. */
export async function forgetSubjects(tx: Tx, providerId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('providerId', '=', providerId).execute();
  await tx.deleteFrom('providerSignIns').where('providerId', '=', providerId).execute();
  await tx.deleteFrom('signInIdentities').where('providerId', '=', providerId).execute();
}

/** Who has sessions that a provider opened. */
export async function listPeopleIn(tx: Tx, providerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select('personId')
    .distinct()
    .where('providerId', '=', providerId)
    .orderBy('personId')
    .execute();
  return rows.map(({ personId }) => personId);
}

type NewSignIn = {
  hash: Buffer;
  providerId: string;
  sessionId: string | null;
  next: string | null;
  seconds: number;
};

/** @param signIn.seconds how long it may be answered. @returns false when the provider or the session is gone. */
export async function insertSignIn(tx: Tx, signIn: NewSignIn): Promise<boolean> {
  const { hash, providerId, sessionId, next, seconds } = signIn;
  const provider = tx.selectFrom('signInProviders').select('id').where('id', '=', providerId).forKeyShare();
  if ((await provider.executeTakeFirst()) === undefined) return false;
  const session = tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId ?? '')
    .forKeyShare();
  if (sessionId !== null && (await session.executeTakeFirst()) === undefined) return false;
  await command`delete from provider_sign_ins where expires_at < now()`.execute(tx);
  await command`
    insert into provider_sign_ins (token_hash, provider_id, session_id, next, expires_at)
    values (${hash}, ${providerId}, ${sessionId}, ${next}, now() + make_interval(secs => ${seconds}))`.execute(tx);
  return true;
}

const takenColumns = {
  providerId: text,
  sessionId: nullable(text),
  next: nullable(text),
  /** Since it began. */
  seconds: int4,
  isOpen: bool,
};

export type TakenSignIn = RowOf<typeof takenColumns>;

/** Uses a sign-in up. */
export async function takeSignIn(db: Database, hash: Buffer): Promise<TakenSignIn | undefined> {
  return query(takenColumns)`
    delete from provider_sign_ins where token_hash = ${hash}
    returning provider_id as "providerId", session_id as "sessionId", next, greatest(0, ceil(extract(epoch from now() - started_at)))::integer as seconds,
      expires_at > now() as "isOpen"`.executeTakeFirst(db);
}

/** The person of a subject, who may be a member no more. */
export async function findSubject(tx: Tx, providerId: string, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('signInIdentities')
    .select('personId')
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.personId;
}

type MemberKey = { holderId: bigint; personId: string };

export async function isMember(tx: Tx, { holderId, personId }: MemberKey): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('personId')
    .where('holderId', '=', holderId)
    .where('personId', '=', personId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The member with this address, who has confirmed it. */
export async function findMemberByEmail(tx: Tx, holderId: bigint, email: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select('people.id')
    .where('members.holderId', '=', holderId)
    .where('people.email', '=', email)
    .where('people.emailVerified', '=', true)
    .executeTakeFirst();
  return row?.id;
}

/** @returns false for a member with another subject, unless it is from before they became one. */
export async function insertSubject(
  tx: Tx,
  { providerId, subject, holderId, personId }: MemberKey & { providerId: string; subject: string },
): Promise<boolean> {
  const linked = await command`
    insert into sign_in_identities (provider_id, subject, person_id)
    values (${providerId}, ${subject}, ${personId})
    on conflict on constraint sign_in_identities_person do update set subject = excluded.subject, linked_at = now()
    where sign_in_identities.linked_at < (
      select m.created_at from members m where m.holder_id = ${holderId} and m.person_id = ${personId})`.execute(tx);
  return linked === 1;
}

type StoredSecret = Pick<SignInProvider, 'id' | 'sealed' | 'keyId'>;

/** Secrets sealed under another key than this one. */
export async function listSecretsSealedOtherwise(db: Database, keyId: string, limit: number): Promise<StoredSecret[]> {
  return db
    .selectFrom('signInProviders')
    .select(['id', 'sealedSecret as sealed', 'keyId'])
    .where('keyId', '!=', keyId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes only if the secret has not changed since it was read. */
export async function setSealedSecret(
  db: Database,
  before: StoredSecret,
  { sealed, keyId }: Pick<StoredSecret, 'sealed' | 'keyId'>,
): Promise<void> {
  await db
    .updateTable('signInProviders')
    .set({ sealedSecret: sealed, keyId })
    .where('id', '=', before.id)
    .where(condition`sealed_secret = ${before.sealed}`)
    .execute();
}
