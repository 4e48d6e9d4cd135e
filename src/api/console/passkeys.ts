/** GET and POST /passkeys, POST /passkeys/options, and DELETE /passkeys/{id}: a person's own passkeys. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { LooseProofBody, NameField } from '../../features/people/account-schemas.ts';
import { CreationOptions, NewCredential, PasskeyAnswer } from '../../features/people/passkey-schemas.ts';
import type { PasskeyRow } from '../../features/people/passkeys.repository.ts';
import { passkeysMax } from '../../features/people/passkeys.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';
import { personOf } from './authenticate.ts';
import { invalidFields, secondFactorError, wrongPassword, wrongProof } from './refusals.ts';

const full = `You have ${passkeysMax} passkeys, the most there can be. Remove one first.`;
const known = 'This passkey was already added.';

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

const refusedFor = (reason: 'full' | 'known'): AppError =>
  new AppError('invalid_state', { message: reason === 'full' ? full : known });

const proofCodes = ['wrong_password', 'wrong_password_or_code', 'too_many_attempts'] as const;

export function passkeyRoutes(app: FastifyInstance, deps: { people: People }): void {
  addingRoutes(app, deps);
  removeRoute(app, deps);
}

function addingRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'GET',
    url: '/passkeys',
    schema: {
      ...consoleOperation('listPasskeys', "The person's own passkeys, oldest first"),
      response: consoleAnswers(dataOf(Type.Array(PasskeyAnswer))),
    },
    handler: async (request) => partnerSuccess((await people.passkeysOf(visitOf(request))).map(present)),
  });

  typed(app).route({
    method: 'POST',
    url: '/passkeys/options',
    schema: {
      ...consoleOperation('beginPasskey', 'What the browser makes a passkey by, in this session, within ten minutes'),
      body: LooseProofBody,
      response: consoleAnswers(dataOf(CreationOptions), { writes: true, codes: ['invalid_state', ...proofCodes] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { secondFactor } = personOf(request);
      const { password, code = '' } = request.body;
      const result = await people.beginPasskey(visitOf(request), { password, code });
      if (result.ok) return partnerSuccess(result.options as Static<typeof CreationOptions>);
      if (result.reason === 'full') throw refusedFor('full');
      throw secondFactorError(result, secondFactor ? wrongProof() : wrongPassword('password'), full);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/passkeys',
    schema: {
      ...consoleOperation('addPasskey', 'Add the passkey that the browser has made'),
      body: Type.Object({ name: NameField, credential: NewCredential }),
      response: consoleAnswers(dataOf(PasskeyAnswer), {
        writes: true,
        codes: ['passkey_refused', 'passkey_expired', 'invalid_state'],
      }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { name, credential } = request.body;
      const result = await people.addPasskey(visitOf(request), name, { ...credential, clientExtensionResults: {} });
      if (result.ok) return partnerSuccess(present(result.passkey));
      switch (result.reason) {
        case 'signed_out':
          throw new AppError('signed_out');
        case 'name':
          throw invalidFields(['name']);
        case 'expired':
          throw new AppError('passkey_expired');
        case 'wrong':
          throw new AppError('passkey_refused');
        default:
          throw refusedFor(result.reason);
      }
    },
  });
}

function removeRoute(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'DELETE',
    url: '/passkeys/:id',
    schema: {
      ...consoleOperation('removePasskey', "Remove one of the person's own passkeys; ends the other sessions"),
      params: Type.Object({ id: Type.String() }),
      body: LooseProofBody,
      response: consoleAnswers(dataOf(Type.Null()), { writes: true, codes: [...proofCodes] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { secondFactor } = personOf(request);
      const { password, code = '' } = request.body;
      const result = await people.removePasskey(visitOf(request), request.params.id, { password, code });
      if (result.ok) return partnerSuccess(null);
      if (result.reason === 'unknown') throw new AppError('not_found');
      throw secondFactorError(result, secondFactor ? wrongProof() : wrongPassword('password'), '');
    },
  });
}
