/**
 * GET and POST /account/locked-out, and the page after it: mails a link that lifts the limit on passwords for the
 * browser that opens it. Answers the same for any address.
 */
import type { FastifyInstance } from 'fastify';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { sendMailRefusal } from './mail-refusal.ts';

const title = 'Locked out by too many attempts';

export function lockedOutRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/locked-out',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'locked-out', title }),
  });

  app.route({
    method: 'POST',
    url: '/locked-out',
    schema: { hide: true },
    handler: async (request, reply) => {
      const email = fieldOf(request, 'email');
      const result = await account.people.requestLift(visitOf(request), email);
      if (result.ok) return reply.redirect(paths.lockedOutSent, 303);
      return sendMailRefusal(reply, { view: 'locked-out', title, email }, result);
    },
  });

  app.route({
    method: 'GET',
    url: '/locked-out/sent',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'locked-out-sent', title: 'Look into your mailbox' }),
  });
}
