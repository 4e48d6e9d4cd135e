/** SQL of sessions that an account's own provider opened. Each is bound to the provider's account. */
import { bool, int8, nullable, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const boundColumns = {
  sessionId: text,
  personId: text,
  name: text,
  email: text,
  language: nullable(text),
  accountCreatedAt: timestamptz,
  hasFactor: bool,
  factorAt: nullable(timestamptz),
  factorFirstAt: nullable(timestamptz),
  codeAt: nullable(timestamptz),
  passkeyAt: nullable(timestamptz),
  providerAt: nullable(timestamptz),
  providerId: text,
  issuer: text,
  isSecondFactor: bool,
  holderId: int8,
  holderName: text,
};

export type BoundSession = RowOf<typeof boundColumns>;

/** The session with this token, of a person who is still a member of its account. */
export async function findBoundSession(db: Database | Tx, token: string): Promise<BoundSession | undefined> {
  return query(boundColumns)`
    select s.id as "sessionId", p.id as "personId", p.name, p.email, p.language, p.created_at as "accountCreatedAt",
      p.second_factor as "hasFactor", p.second_factor_at as "factorAt", p.second_factor_first_at as "factorFirstAt",
      s.second_factor_at as "codeAt", s.passkey_at as "passkeyAt", s.provider_at as "providerAt",
      v.id as "providerId", v.issuer, v.is_second_factor as "isSecondFactor", v.holder_id as "holderId",
      h.name as "holderName"
    from sessions s
    join sign_in_providers v on v.id = s.provider_id
    join people p on p.id = s.person_id
    join members m on m.holder_id = v.holder_id and m.person_id = p.id
    join holders h on h.id = v.holder_id
    where s.token = ${token} and s.expires_at > now()`.executeTakeFirst(db);
}

type NewBoundSession = {
  id: string;
  token: string;
  personId: string;
  providerId: string;
  address: string;
  userAgent: string | null;
  seconds: number;
};

export async function insertBoundSession(tx: Tx, session: NewBoundSession): Promise<void> {
  const { id, token, personId, providerId, address, userAgent, seconds } = session;
  await command`
    insert into sessions (id, token, person_id, provider_id, ip_address, user_agent, expires_at)
    values (${id}, ${token}, ${personId}, ${providerId}, ${address}, ${userAgent},
      now() + make_interval(secs => ${seconds}))`.execute(tx);
}

export async function setCodePassed(tx: Tx, sessionId: string): Promise<void> {
  await command`update sessions set second_factor_at = now() where id = ${sessionId}`.execute(tx);
}

/** Notes that the provider has confirmed the person of a session anew. */
export async function setProviderPassed(tx: Tx, sessionId: string): Promise<void> {
  await command`update sessions set provider_at = now() where id = ${sessionId}`.execute(tx);
}

export async function deleteBoundSession(db: Database | Tx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).where(condition`provider_id is not null`).execute();
}

/** Which accounts opened these sessions: the account's name, and its provider. */
export async function listSessionAccounts(
  db: Database,
  personId: string,
): Promise<{ sessionId: string; holderName: string; issuer: string }[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('signInProviders', 'signInProviders.id', 'sessions.providerId')
    .innerJoin('holders', 'holders.id', 'signInProviders.holderId')
    .select(['sessions.id as sessionId', 'holders.name as holderName', 'signInProviders.issuer'])
    .where('sessions.personId', '=', personId)
    .execute();
}
