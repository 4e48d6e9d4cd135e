/**
 * POST /session/passkey/options, /session/passkey and /session/passkey/fresh: signing in with a passkey, and confirming
 * with one what needs a fresh code.
 */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { SignInStep } from '../../features/people/account-schemas.ts';
import { RequestOptions, UsedCredential } from '../../features/people/passkey-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader, visitorAnswers, visitorOperation } from './answers.ts';
import { throttled } from './refusals.ts';

const refusals = ['passkey_refused', 'passkey_expired', 'too_many_attempts'] as const;
const CredentialBody = Type.Object({ credential: UsedCredential });

export function passkeySignInRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session/passkey/options',
    schema: {
      ...visitorOperation('beginPasskeySignIn', 'What the browser finds a passkey by, within ten minutes'),
      body: Type.Object({}, { description: 'Nothing is needed' }),
      response: visitorAnswers(dataOf(RequestOptions), { codes: ['too_many_attempts'] }),
    },
    handler: async (request) => {
      const asked = await people.askForPasskey(visitOf(request));
      if (!asked.ok) throw throttled(asked);
      return partnerSuccess(asked.options as Static<typeof RequestOptions>);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/session/passkey',
    schema: {
      ...visitorOperation('signInWithPasskey', 'Sign in with a passkey, which stands for password and code'),
      body: CredentialBody,
      response: visitorAnswers(dataOf(SignInStep), { codes: refusals, headers: sessionCookieHeader }),
    },
    handler: async (request, reply) => {
      const { credential } = request.body;
      const result = await people.signInWithPasskey(visitOf(request), { ...credential, clientExtensionResults: {} });
      if (!result.ok && result.reason === 'throttled') throw throttled(result);
      if (!result.ok) throw refusedFor(result.reason);
      reply.header('set-cookie', result.cookies);
      return partnerSuccess({ state: 'signed_in' as const });
    },
  });
}

export function freshPasskeyRoute(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session/passkey/fresh',
    schema: {
      ...consoleOperation('freshenSessionWithPasskey', "Confirm with one of the person's own passkeys in this session"),
      body: CredentialBody,
      response: consoleAnswers(dataOf(Type.Null()), { writes: true, codes: [...refusals, 'passkey_too_new'] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { credential } = request.body;
      const result = await people.passAgainWithPasskey(visitOf(request), { ...credential, clientExtensionResults: {} });
      if (result.ok) return partnerSuccess(null);
      if (result.reason === 'throttled') throw throttled(result);
      if (result.reason === 'signed_out') throw new AppError('signed_out');
      if (result.reason === 'new') throw new AppError('passkey_too_new');
      throw refusedFor(result.reason);
    },
  });
}

const refusedFor = (reason: 'expired' | 'wrong'): AppError =>
  new AppError(reason === 'expired' ? 'passkey_expired' : 'passkey_refused');
