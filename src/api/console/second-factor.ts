/**
 * POST and DELETE /second-factor, POST /second-factor/confirmation and /second-factor/recovery-codes: turns a person's
 * second factor on and off. The secret and the recovery codes are each shown in one answer and never again.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { CodeBody, PasswordField, ProofBody, RecoveryCodes } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader } from './answers.ts';
import { secondFactorError, wrongCode, wrongPassword, wrongProof } from './refusals.ts';

const alreadyOn = 'Two-step sign-in is on already.';
const notOn = 'Two-step sign-in is off.';
const notBegun = 'Two-step sign-in is on already, or was not begun.';

const Begun = Type.Object(
  {
    uri: Type.String({
      description: 'Opens an authenticator, or is shown to it as a QR code',
      examples: ['otpauth://totp/Sluice:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Sluice'],
    }),
    secret: Type.String({ description: 'The secret as text', examples: ['JBSWY3DPEHPK3PXP'] }),
  },
  { title: 'SecondFactorBegun', description: 'Shown only in this response' },
);

export function secondFactorRoutes(app: FastifyInstance, deps: { people: People }): void {
  setUpRoutes(app, deps);
  removeRoute(app, deps);
  recoveryCodeRoute(app, deps);
}

function setUpRoutes(app: FastifyInstance, deps: { people: People }): void {
  const { people } = deps;

  typed(app).route({
    method: 'POST',
    url: '/second-factor',
    schema: {
      ...consoleOperation('beginSecondFactor', 'Create the secret of a second factor, which a first code turns on'),
      body: Type.Object({ password: PasswordField }),
      response: consoleAnswers(dataOf(Begun), {
        writes: true,
        codes: ['wrong_password', 'invalid_state', 'too_many_attempts'],
      }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const result = await people.beginSecondFactor(visitOf(request), request.body.password);
      if (!result.ok) throw secondFactorError(result, wrongPassword('password'), alreadyOn);
      return partnerSuccess({ uri: result.uri, secret: result.secret });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/second-factor/confirmation',
    schema: {
      ...consoleOperation(
        'confirmSecondFactor',
        'Turn the second factor on with a first code; ends the other sessions',
      ),
      body: CodeBody,
      response: consoleAnswers(dataOf(RecoveryCodes), {
        writes: true,
        codes: ['wrong_code', 'invalid_state', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const result = await people.confirmSecondFactor(visitOf(request), request.body.code);
      if (!result.ok) throw secondFactorError(result, wrongCode(), notBegun);
      reply.header('set-cookie', result.cookies);
      return partnerSuccess({ recovery_codes: result.recoveryCodes });
    },
  });
}

function removeRoute(app: FastifyInstance, deps: { people: People }): void {
  const { people } = deps;

  typed(app).route({
    method: 'DELETE',
    url: '/second-factor',
    schema: {
      ...consoleOperation('endSecondFactor', 'Turn the second factor off'),
      body: ProofBody,
      response: consoleAnswers(dataOf(Type.Null()), {
        writes: true,
        codes: ['wrong_password_or_code', 'invalid_state', 'too_many_attempts'],
        headers: sessionCookieHeader,
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const result = await people.endSecondFactor(visitOf(request), request.body);
      if (!result.ok) throw secondFactorError(result, wrongProof(), notOn);
      reply.header('set-cookie', result.cookies);
      return partnerSuccess(null);
    },
  });
}

function recoveryCodeRoute(app: FastifyInstance, deps: { people: People }): void {
  const { people } = deps;

  typed(app).route({
    method: 'POST',
    url: '/second-factor/recovery-codes',
    schema: {
      ...consoleOperation('renewRecoveryCodes', 'Create new recovery codes, which replace the earlier ones'),
      body: ProofBody,
      response: consoleAnswers(dataOf(RecoveryCodes), {
        writes: true,
        codes: ['wrong_password_or_code', 'invalid_state', 'too_many_attempts'],
      }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const result = await people.renewRecoveryCodes(visitOf(request), request.body);
      if (!result.ok) throw secondFactorError(result, wrongProof(), notOn);
      return partnerSuccess({ recovery_codes: result.recoveryCodes });
    },
  });
}
