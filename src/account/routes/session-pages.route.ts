/** GET /account/profile/sessions, POST …/end and …/end-others: lists and ends a person's sessions. */
import type { FastifyInstance } from 'fastify';
import { type Account, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { presentSession } from '../present-account.ts';

export function sessionsRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/profile/sessions',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const sessions = (await people.sessionsOf(visitOf(request))).map(presentSession);
      return sendPage(reply, { view: 'sessions', title: 'Sessions', person, here: 'profile', data: { sessions } });
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/sessions/end',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply) => {
      await people.endSession(visitOf(request), fieldOf(request, 'session'));
      return reply.redirect(paths.sessions, 303);
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/sessions/end-others',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply) => {
      await people.endOtherSessions(visitOf(request));
      return reply.redirect(paths.sessions, 303);
    }),
  });
}
