/** GET /sessions, DELETE /sessions/{id} and DELETE /sessions: a person's own sessions. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { People } from '../../features/people/people.ts';
import { SessionFactsAnswer } from '../../features/people/session-schemas.ts';
import type { SessionFacts } from '../../features/people/sessions.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';

const present = ({ id, current, address, userAgent, createdAt, account }: SessionFacts) => ({
  id,
  current,
  address,
  user_agent: userAgent,
  created_at: createdAt.toISOString(),
  single_sign_on: account === null ? null : { account: account.name, issuer: account.issuer },
});

export function sessionListRoutes(app: FastifyInstance, { people }: { people: People }): void {
  typed(app).route({
    method: 'GET',
    url: '/sessions',
    schema: {
      ...consoleOperation('listSessions', "The person's own sessions, newest first"),
      response: consoleAnswers(dataOf(Type.Array(SessionFactsAnswer))),
    },
    handler: async (request) => partnerSuccess((await people.sessionsOf(visitOf(request))).map(present)),
  });

  typed(app).route({
    method: 'DELETE',
    url: '/sessions/:id',
    schema: {
      ...consoleOperation('endSession', "End one of the person's own sessions"),
      params: Type.Object({ id: Type.String() }),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    handler: async (request) => {
      if (!(await people.endSession(visitOf(request), request.params.id))) throw new AppError('not_found');
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/sessions',
    schema: {
      ...consoleOperation('endOtherSessions', "End all of the person's own sessions except this one"),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    handler: async (request) => {
      await people.endOtherSessions(visitOf(request));
      return partnerSuccess(null);
    },
  });
}
