/** GET and POST /account/forgotten, and the page after it: the same for any address. */
import type { FastifyInstance } from 'fastify';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { sendMailRefusal } from './mail-refusal.ts';

const title = 'Choose a new password';

export function forgottenRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/forgotten',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'forgotten', title }),
  });

  app.route({
    method: 'POST',
    url: '/forgotten',
    schema: { hide: true },
    handler: async (request, reply) => {
      const email = fieldOf(request, 'email');
      const result = await account.people.requestReset(visitOf(request), email);
      if (result.ok) return reply.redirect(paths.forgottenSent, 303);
      return sendMailRefusal(reply, { view: 'forgotten', title, email }, result);
    },
  });

  app.route({
    method: 'GET',
    url: '/forgotten/sent',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'forgotten-sent', title: 'Look into your mailbox' }),
  });
}
