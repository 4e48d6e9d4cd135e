/**
 * Sends a browser to an account's provider: by the address of the person, from the account's own address, or to confirm in a
 * session what needs a fresh code. What this reveals of an address is in
 * docs/security-model.md, "What an attacker might try".
 */
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import type { Throttled, Visit } from '../people/people.ts';
import { anyAccount, themselves } from '../people/people-audit.ts';
import { discover, library } from './discover.ts';
import { nextOf, redirectUriOf, secretsOf } from './provider.ts';
import {
  findProvider,
  findProviderOf,
  insertSignIn,
  listProvidersOfEmail,
  type SignInProvider,
} from './sign-in-providers.repository.ts';
import type { SingleSignOnDeps } from './single-sign-on-deps.ts';

export const signInSeconds = 600;

/** `none`: there is no account, no provider, or more than one, which are one answer. `unavailable`: it can't be reached. */
export type Begun =
  | { ok: true; address: string; token: string }
  | { ok: false; reason: 'none' | 'unavailable' }
  | Throttled;

/** Where a sign-in begins: the person's address, or the id in the account's own address. */
type Start = { email: string } | { providerId: string };

export async function beginSignIn(
  deps: SingleSignOnDeps,
  visit: Visit,
  start: Start,
  next: string | undefined,
): Promise<Begun> {
  authorize(visit, 'account.sign_in', anyAccount);
  const decision = await deps.people.providerAsked(visit);
  if (!decision.ok) return { ok: false, reason: 'throttled', retryAfterSeconds: decision.retryAfterSeconds };
  const provider = await findFor(deps, start);
  if (provider === undefined) return { ok: false, reason: 'none' };
  const hint = 'email' in start ? { login_hint: normalEmail(start.email) } : {};
  return begin(deps, provider, { sessionId: null, next: nextOf(deps.publicUrl, next), parameters: hint });
}

/** @throws AppError `signed_out`, `invalid_state` where the provider does not confirm anyone. */
export async function beginConfirmation(deps: SingleSignOnDeps, visit: Visit): Promise<Begun> {
  const person = await deps.people.callerOf(visit.cookie);
  if (person === undefined) throw new AppError('signed_out');
  const { personId, sessionId, account } = person;
  authorize(themselves(person, visit), 'account.pass_second_factor', { personId });
  if (!account?.isSecondFactor)
    throw new AppError('invalid_state', { message: 'No provider confirms the acts of this session.' });
  const decision = await deps.people.providerAsked(visit);
  if (!decision.ok) return { ok: false, reason: 'throttled', retryAfterSeconds: decision.retryAfterSeconds };
  const provider = await findProviderOf(deps.db, account.holderId);
  if (provider === undefined) return { ok: false, reason: 'none' };
  const anew = { prompt: 'login', max_age: '0' };
  return begin(deps, provider, { sessionId, next: null, parameters: anew });
}

async function findFor({ db }: SingleSignOnDeps, start: Start): Promise<SignInProvider | undefined> {
  if ('providerId' in start) return findProvider(db, start.providerId);
  const found = await listProvidersOfEmail(db, normalEmail(start.email));
  return found.length === 1 ? found[0] : undefined;
}

type Way = { sessionId: string | null; next: string | null; parameters: Record<string, string> };

async function begin(deps: SingleSignOnDeps, provider: SignInProvider, way: Way): Promise<Begun> {
  const client = await openClient(deps, provider);
  if (client === undefined) return { ok: false, reason: 'unavailable' };
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const token = newToken();
  const { state, nonce, codeVerifier } = secretsOf(token);
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUriOf(deps.publicUrl, provider.holderId),
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...way.parameters,
  });
  const { sessionId, next } = way;
  const signIn = { hash: hashOfToken(token), providerId: provider.id, sessionId, next, seconds: signInSeconds };
  const isInserted = await inTransaction(deps.db, (tx) => insertSignIn(tx, signIn));
  return isInserted ? { ok: true, address: url.href, token } : { ok: false, reason: 'none' };
}

/** @returns undefined when it can't be reached, does not say what it has to, or its secret can't be read any more. */
export async function openClient({ providerSecrets, providerFetch }: SingleSignOnDeps, provider: SignInProvider) {
  const secret = providerSecrets.open(provider);
  if (secret === undefined) return undefined;
  try {
    return await discover(providerFetch, { ...provider, secret });
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return undefined;
    throw error;
  }
}
