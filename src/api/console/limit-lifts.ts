/**
 * POST /limit-lifts and /limit-lifts/confirmations: a mailed link lifts the limit on passwords for the browser that
 * opens it. Signs no one in.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { EmailBody, TokenField } from '../../features/people/account-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { visitorAnswers, visitorOperation } from './answers.ts';
import { requireMailed } from './refusals.ts';

const markCookieHeader = {
  'Set-Cookie': { description: 'Marks this browser for an hour', required: true, schema: Type.String() },
} as const;

export function limitLiftRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'POST',
    url: '/limit-lifts',
    schema: {
      ...visitorOperation(
        'requestLimitLift',
        'Email a link that lifts the limit; responds the same way for any address',
      ),
      body: EmailBody,
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['too_many_attempts'] }),
    },
    handler: async (request) => {
      requireMailed(await people.requestLift(visitOf(request), request.body.email));
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/limit-lifts/confirmations',
    schema: {
      ...visitorOperation('confirmLimitLift', 'Lift the limit on passwords for this browser through the emailed link'),
      body: Type.Object({ token: TokenField }),
      response: visitorAnswers(dataOf(Type.Null()), { codes: ['link_expired'], headers: markCookieHeader }),
    },
    handler: async (request, reply) => {
      const result = await people.liftLimit(visitOf(request), request.body.token);
      if (!result.ok) throw new AppError('link_expired');
      reply.header('set-cookie', result.cookies);
      return partnerSuccess(null);
    },
  });
}
