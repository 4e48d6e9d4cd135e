/** POST /sign-ups, /sign-ups/confirmations and /sign-ups/reminders: an account begins with a confirmed address. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  EmailBody,
  EmailField,
  NameField,
  PasswordField,
  SignInStep,
  TokenField,
} from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { sessionCookieHeader, visitorAnswers, visitorOperation } from './answers.ts';
import { invalidFields, requireMailed, throttled, wrongPassword } from './refusals.ts';

const notChosen = 'This is not the password you chose when you signed up.';

export function signUpRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/sign-ups',
    schema: {
      ...visitorOperation('createSignUp', 'Sign up; responds the same way for an address in use'),
      body: Type.Object({
        name: NameField,
        email: EmailField,
        password: PasswordField,
        wallet: Type.Optional(
          Type.Boolean({ default: true, description: 'Whether confirming the address opens a customer’s wallet' }),
        ),
      }),
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['too_many_attempts'] }),
    },
    handler: async (request) => {
      const result = await people.register(visitOf(request), request.body);
      if (!result.ok) throw result.reason === 'throttled' ? throttled(result) : invalidFields(result.fields);
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/sign-ups/confirmations',
    schema: {
      ...visitorOperation('confirmSignUp', 'Confirm the address of a sign-up with the chosen password, and sign in'),
      body: Type.Object({ token: TokenField, password: PasswordField }),
      response: visitorAnswers(dataOf(SignInStep), {
        codes: ['wrong_password', 'link_expired', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      const result = await people.confirm(visitOf(request), token, password);
      if (!result.ok && result.reason === 'throttled') throw throttled(result);
      if (!result.ok && result.reason === 'wrong') throw wrongPassword('password', notChosen);
      if (!result.ok && result.reason !== 'second_factor') throw new AppError('link_expired');
      reply.header('set-cookie', result.cookies);
      return partnerSuccess({ state: result.ok ? ('signed_in' as const) : ('second_factor' as const) });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/sign-ups/reminders',
    schema: {
      ...visitorOperation('remindSignUp', 'Email the link of a sign-up again; responds the same way for any address'),
      body: EmailBody,
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['too_many_attempts'] }),
    },
    handler: async (request) => {
      requireMailed(await people.resendConfirmation(visitOf(request), request.body.email));
      return partnerSuccess(null);
    },
  });
}
