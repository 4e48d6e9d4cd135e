/**
 * Reads what an OpenID Connect provider says of itself (OpenID Connect Discovery 1.0), and opens the library with it. The
 * library is loaded when the first provider is asked.
 */
import type { Configuration } from 'openid-client';
import { AppError } from '../../base/errors/app-error.ts';
import { type DestinationPolicy, judgeUrl } from '../webhooks/destination.ts';
import { createGuardedFetch, type FetchDeps, modeOf, ProviderUnreachable } from './guarded-fetch.ts';
import { issuerLengthMax } from './provider.ts';

export const library = () => import('openid-client');

const wellKnown = '/.well-known/';
const timeoutSeconds = 10;

type Client = { holderId: bigint; issuer: string; clientId: string; secret: string };

/** @throws AppError `validation_failed` that says what is wrong with the issuer. */
export async function discover(deps: FetchDeps, client: Client): Promise<Configuration> {
  const server = readIssuer(client.issuer, deps.policy);
  const oidc = await library();
  const isPlain = server.protocol === 'http:';
  let found: Configuration;
  try {
    found = await oidc.discovery(server, client.clientId, client.secret, undefined, {
      [oidc.customFetch]: createGuardedFetch(deps, client.holderId),
      timeout: timeoutSeconds,
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    });
  } catch (error) {
    throw wrongIssuer(messageOf(error));
  }
  requireUsable(found, server, deps.policy);
  return withItsAuthentication(deps, client, found);
}

/** Basic, as the standard has it, unless the provider takes the secret in the body alone. */
async function withItsAuthentication(deps: FetchDeps, client: Client, found: Configuration): Promise<Configuration> {
  const oidc = await library();
  const server = found.serverMetadata();
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
  const authentication = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  const opened = new oidc.Configuration(server, client.clientId, client.secret, authentication(client.secret));
  opened[oidc.customFetch] = createGuardedFetch(deps, client.holderId);
  opened.timeout = timeoutSeconds;
  // Signatures are checked too, although ID tokens come from the provider itself.
  oidc.enableNonRepudiationChecks(opened);
  if (new URL(server.issuer).protocol === 'http:') oidc.allowInsecureRequests(opened);
  return opened;
}

function readIssuer(text: string, policy: DestinationPolicy): URL {
  if (text.length > issuerLengthMax) throw wrongIssuer(`must have at most ${issuerLengthMax} characters`);
  if (text.includes(wellKnown)) throw wrongIssuer(`must be the issuer alone, without what begins with ${wellKnown}`);
  const judged = judgeUrl(text, modeOf(policy), policy);
  // The provider is the same in both modes, and its address has a limit of its own.
  if (!judged.ok) throw wrongIssuer(judged.message.replace(/ in live mode| of at most \d+ characters/, ''));
  const { url } = judged;
  if (url.search !== '' || url.hash !== '') throw wrongIssuer('must not contain a query or a fragment');
  return url;
}

function requireUsable(found: Configuration, server: URL, policy: DestinationPolicy): void {
  const metadata = found.serverMetadata();
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, response_types_supported } = metadata;
  // The library lets some providers name another one.
  if (URL.parse(issuer)?.href !== server.href)
    throw wrongIssuer(`must be ${issuer.slice(0, 200)}, as the provider says`);
  for (const [name, endpoint] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    if (endpoint === undefined) throw wrongIssuer(`names no ${name} in its configuration`);
    // A browser is sent to one of them.
    if (!judgeUrl(endpoint, modeOf(policy), policy).ok) throw wrongIssuer(`names one that can't be used: ${name}`);
  }
  if (response_types_supported !== undefined && !response_types_supported.includes('code'))
    throw wrongIssuer('does not offer the authorization code flow');
}

const wrongIssuer = (message: string): AppError =>
  new AppError('validation_failed', { details: [{ field: 'issuer', message }] });

/** What went wrong, as said of the field. Nothing that the other side wrote is passed on, but the status. */
function messageOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachable) return cause.message;
    if (cause.cause instanceof Response)
      return `has no OpenID Connect configuration: it answered HTTP ${cause.cause.status}`;
    const { code } = cause as { code?: unknown };
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
      return 'is not what the provider calls itself: compare the two';
  }
  return 'has no valid OpenID Connect configuration';
}
