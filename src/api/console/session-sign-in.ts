/** POST /session and POST /session/second-factor: signing in with a password and, where there is one, a code. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { CodeBody, EmailField, PasswordField, SignInStep } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { sessionCookieHeader, visitorAnswers, visitorOperation } from './answers.ts';
import { signInRefused, throttled, wrongCode } from './refusals.ts';

const signedIn = partnerSuccess({ state: 'signed_in' as const });

export function signInRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session',
    schema: {
      ...visitorOperation('createSession', 'Sign in with a password'),
      body: Type.Object({ email: EmailField, password: PasswordField }),
      response: visitorAnswers(dataOf(SignInStep), {
        codes: ['sign_in_refused', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const result = await people.signIn(visitOf(request), { email: email.trim(), password });
      if (!result.ok && result.reason === 'throttled') throw throttled(result);
      if (!result.ok && result.reason === 'wrong') throw signInRefused();
      reply.header('set-cookie', result.cookies);
      return result.ok ? signedIn : partnerSuccess({ state: 'second_factor' as const });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/session/second-factor',
    schema: {
      ...visitorOperation('passSecondFactor', 'Send the code that a sign-in still needs'),
      body: CodeBody,
      response: visitorAnswers(dataOf(SignInStep), {
        codes: ['wrong_code', 'sign_in_expired', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    handler: async (request, reply) => {
      const step = await people.passSecondFactor(visitOf(request), request.body.code);
      if (!step.ok && step.reason === 'throttled') throw throttled(step);
      if (!step.ok) throw step.reason === 'wrong' ? wrongCode() : new AppError('sign_in_expired');
      reply.header('set-cookie', step.cookies);
      return signedIn;
    },
  });
}
