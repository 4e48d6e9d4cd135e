/** POST /session/fresh: passes the second factor again, so that an act that needs a fresh one can be sent anew. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { CodeBody } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';
import { secondFactorError, wrongCode } from './refusals.ts';

export function freshRoute(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/session/fresh',
    schema: {
      ...consoleOperation('freshenSession', 'Confirm the second factor again in this session'),
      body: CodeBody,
      response: consoleAnswers(dataOf(Type.Null()), {
        writes: true,
        codes: ['wrong_code', 'second_factor_too_new', 'invalid_state', 'too_many_attempts'],
      }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const result = await people.passAgain(visitOf(request), request.body.code);
      if (result.ok) return partnerSuccess(null);
      if (result.reason === 'new') throw new AppError('second_factor_too_new');
      throw secondFactorError(result, wrongCode(), 'Two-step sign-in is off.');
    },
  });
}
