/**
 * POST /authentication/token: exchanges a key pair for a 600-second token (docs/contract/merchant.md, "Access token").
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { type AttemptWindow, perNetwork, takeAttempt } from '../../core/access/attempt-limits.ts';
import { clientNetwork } from '../../core/access/client-network.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import type { PaymentBase } from '../../features/payments/payment.ts';
import { AccessTokenAnswer, KeyPairBody } from '../../features/payments/payment-schemas.ts';
import { type AccessTokens, accessTokenSeconds } from './access-token.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { requireActive } from './authenticate.ts';
import { merchantSuccess } from './envelope.ts';

/** Failures in a minute: of one `client_id` from one address, and from one address whatever it names. */
const failuresPerMinuteMax = { pair: 30, address: 300 } as const;

export type TokenDeps = {
  tokens: AccessTokens;
  authenticator: Authenticator;
  failureWindows: { pair: AttemptWindow; address: AttemptWindow };
};

export function tokenRoute(app: FastifyInstance, base: PaymentBase, deps: TokenDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/authentication/token',
    ...validatedByRoute,
    schema: {
      ...merchantOperation('createAccessToken', 'Exchange API keys for an access token', 'none'),
      body: describedBody(Type.Object(KeyPairBody)),
      response: merchantAnswers(AccessTokenAnswer, { by: 'keys' }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = await checkKeys(deps, base, keyPairIn(request.body), request.ip);
      const token = await deps.tokens.seal(caller.clientId);
      return reply.send(merchantSuccess('SUCCESS', { access_token: token, expire_time: accessTokenSeconds }));
    },
  });
}

export const required = (field: string): AppError =>
  new AppError('validation_failed', { message: `The ${field} field is required.` });

type SentPair = { clientId: string; secretId: string };

/**
 * The key pair in a body. Spaces and line breaks around the keys are removed: they are pasted into settings by hand,
 * and no key contains any. @throws AppError `validation_failed` naming the first one that is missing.
 */
export function keyPairIn(body: Record<string, unknown>): SentPair {
  return { clientId: keyIn(body, 'client_id'), secretId: keyIn(body, 'secret_id') };
}

function keyIn(body: Record<string, unknown>, field: 'client_id' | 'secret_id'): string {
  const value = body[field];
  const key = typeof value === 'string' ? value.trim() : '';
  if (key === '') throw required(field);
  return key;
}

/**
 * Authenticates the merchant of a key pair.
 * @throws AppError for a wrong pair, or `rate_limited` after too many failures from one address. A right pair is never
 *   refused because of someone else's failures.
 */
export async function checkKeys(deps: TokenDeps, base: PaymentBase, { clientId, secretId }: SentPair, address: string) {
  const check = await deps.authenticator.checkPair(clientId, secretId, 'merchant');
  if (!check.ok) {
    const { pair, address: addresses } = deps.failureWindows;
    const network = clientNetwork(address);
    const taken = await takeAttempt([
      ...perNetwork(addresses, address, failuresPerMinuteMax.address),
      { window: pair, key: `${clientId.slice(0, 100)}/${network}`, quota: failuresPerMinuteMax.pair },
    ]);
    if (!taken.ok) throw new AppError('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds });
    throw new AppError(check.reason === 'wrong_secret' ? 'invalid_secret_id' : 'invalid_client_id');
  }
  if (base === 'sandbox' && check.caller.mode !== 'test') throw new AppError('wrong_environment');
  requireActive(check.caller);
  return check.caller;
}
