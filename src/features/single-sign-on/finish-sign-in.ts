/**
 * What comes back from an account's provider: checks it, finds the member, and begins a session that is bound to the account, or
 * confirms the one that asked. Opens no account for anyone. Must never show or log what the provider says.
 */
import type { IDToken } from 'openid-client';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import { actingForSelf, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import { setProviderPassed } from '../people/account-sessions.repository.ts';
import type { Visit } from '../people/people.ts';
import { recordSecondFactorPassed } from '../people/people-audit.ts';
import { openClient } from './begin-sign-in.ts';
import { library } from './discover.ts';
import { ProviderUnreachable } from './guarded-fetch.ts';
import { type Failure, redirectUriOf, secretsOf } from './provider.ts';
import {
  findMemberByEmail,
  findProvider,
  findSubject,
  insertSubject,
  isMember,
  lockProvider,
  type SignInProvider,
  type TakenSignIn,
  takeSignIn,
} from './sign-in-providers.repository.ts';
import type { SingleSignOnDeps } from './single-sign-on-deps.ts';

/** `token`: of the browser's cookie. `query`: as it came. */
type Callback = { holderId: bigint; token: string | undefined; query: URLSearchParams };

/** `confirmed`: the session that asked. `next`: where to go on. `confirms`: whether a session had asked. */
export type Finished =
  | { ok: true; confirms: false; cookies: string[]; next: string | null; awaitsCode: boolean }
  | { ok: true; confirms: true }
  | { ok: false; confirms: boolean; reason: Failure };

/** A subject that OpenID Connect allows. */
const subjectLengthMax = 255;

export async function finishSignIn(deps: SingleSignOnDeps, visit: Visit, callback: Callback): Promise<Finished> {
  authorize(visit, 'single_sign_on.sign_in', { holderId: callback.holderId, mode: null });
  const failed = (reason: Failure, confirms = false): Finished => ({ ok: false, confirms, reason });
  if (!(await deps.people.providerUsed(visit)).ok) return failed('throttled');
  const { holderId, token, query } = callback;
  // Whoever sends a browser here with an answer that it did not ask for uses nothing up.
  if (token === undefined || query.get('state') !== secretsOf(token).state) return failed('expired');
  const signIn = await takeSignIn(deps.db, hashOfToken(token));
  if (signIn === undefined) return failed('expired');
  const confirms = signIn.sessionId !== null;
  const provider = await findProvider(deps.db, signIn.providerId);
  if (!signIn.isOpen || provider?.holderId !== holderId) return failed('expired', confirms);
  const answered = await readAnswer(deps, provider, signIn, { token, query });
  if (typeof answered === 'string') return failed(answered, confirms);
  return signIn.sessionId === null
    ? signInAs(deps, visit, { provider, signIn, answered })
    : confirm(deps, visit, { provider, sessionId: signIn.sessionId, subject: answered.subject });
}

/** `email`: normal, and only if the provider vouches for it. */
type Answered = { subject: string; email: string | undefined };

async function readAnswer(
  deps: SingleSignOnDeps,
  provider: SignInProvider,
  signIn: TakenSignIn,
  { token, query }: { token: string; query: URLSearchParams },
): Promise<Answered | Failure> {
  if (query.has('error')) return query.get('error') === 'access_denied' ? 'denied' : 'failed';
  const client = await openClient(deps, provider);
  if (client === undefined) return 'unavailable';
  const oidc = await library();
  const { state, nonce, codeVerifier } = secretsOf(token);
  const confirms = signIn.sessionId !== null;
  try {
    const tokens = await oidc.authorizationCodeGrant(
      client,
      new URL(`${redirectUriOf(deps.publicUrl, provider.holderId)}?${query}`),
      {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        // Asked anew since the confirmation began.
        ...(confirms ? { maxAge: signIn.seconds } : {}),
      },
    );
    const claims = tokens.claims() as IDToken;
    if (claims.sub.length > subjectLengthMax) return 'failed';
    if (confirms || 'email' in claims) return answeredOf(claims);
    // Some providers put the address only there.
    const { userinfo_endpoint: hasInfo } = client.serverMetadata();
    if (hasInfo === undefined) return answeredOf(claims);
    return answeredOf(await oidc.fetchUserInfo(client, tokens.access_token, claims.sub));
  } catch (error) {
    return failureOf(error, confirms);
  }
}

const answeredOf = ({
  sub,
  email,
  email_verified,
}: {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
}): Answered => ({
  subject: sub,
  email: typeof email === 'string' && email_verified === true ? normalEmail(email) : undefined,
});

/** All that is wrong with an answer is one failure. */
function failureOf(error: unknown, confirms: boolean): Failure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachable) return 'unavailable';
  }
  return confirms ? 'not_confirmed' : 'failed';
}

type Found = { provider: SignInProvider; signIn: TakenSignIn; answered: Answered };

async function signInAs(
  { db, people }: SingleSignOnDeps,
  visit: Visit,
  { provider, signIn, answered }: Found,
): Promise<Finished> {
  const { holderId } = provider;
  const begun = await inTransaction(db, async (tx) => {
    // Locked, so that it is not removed before the session is there.
    const present = await lockProvider(tx, holderId);
    if (present?.id !== provider.id || present.issuer !== provider.issuer || present.clientId !== provider.clientId)
      return 'expired';
    const personId = await findMember(tx, provider, answered);
    if (personId === 'email' || personId === 'no_member' || personId === 'other_identity') return personId;

    const cookies = await people.beginAccountSession(tx, visit, { personId, providerId: provider.id });
    await recordSignIn(tx, visit, holderId, personId);
    return { cookies };
  });
  if (typeof begun === 'string') return { ok: false, confirms: false, reason: begun };
  const { cookies } = begun;
  const caller = await people.callerOf(cookies.map((one) => one.split(';', 1)[0]).join('; '));
  return { ok: true, confirms: false, cookies, next: signIn.next, awaitsCode: caller === undefined };
}

/** By the subject alone, or at the first sign-in by the address that the provider vouches for. */
async function findMember(
  tx: Tx,
  { id: providerId, holderId }: SignInProvider,
  { subject, email }: Answered,
): Promise<string | 'email' | 'no_member' | 'other_identity'> {
  const known = await findSubject(tx, providerId, subject);
  if (known !== undefined) return (await isMember(tx, { holderId, personId: known })) ? known : 'no_member';
  if (email === undefined) return 'email';
  const personId = await findMemberByEmail(tx, holderId, email);
  if (personId === undefined) return 'no_member';
  return (await insertSubject(tx, { providerId, subject, holderId, personId })) ? personId : 'other_identity';
}

async function recordSignIn(tx: Tx, visit: Visit, holderId: bigint, personId: string): Promise<void> {
  const session = { personId, sessionId: null, mode: 'live', freshAt: null } as const;
  await appendAudit(personActor(session, actingForSelf, visit), tx, {
    action: 'single_sign_on.sign_in',
    holderId,
    mode: null,
    object: { kind: 'person', id: personId },
    after: { browser: visit.userAgent ?? null },
  });
}

type Confirmation = { provider: SignInProvider; sessionId: string; subject: string };

/** Only the session that asked, and only by the one whose session it is. */
async function confirm(
  { db, people }: SingleSignOnDeps,
  visit: Visit,
  { provider, sessionId, subject }: Confirmation,
): Promise<Finished> {
  const person = await people.callerOf(visit.cookie);
  if (person?.sessionId !== sessionId) return { ok: false, confirms: true, reason: 'expired' };
  return inTransaction(db, async (tx): Promise<Finished> => {
    if ((await findSubject(tx, provider.id, subject)) !== person.personId)
      return { ok: false, confirms: true, reason: 'other_identity' };

    await setProviderPassed(tx, sessionId);
    await recordSecondFactorPassed(tx, person, visit);
    return { ok: true, confirms: true };
  });
}
