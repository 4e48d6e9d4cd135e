/** GET and POST /account/resend: mails the link of a sign-up again; answers the same for any address. */
import type { FastifyInstance } from 'fastify';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { sendMailRefusal } from './mail-refusal.ts';

const title = 'Mail the link again';

export function resendRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/resend',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'resend', title }),
  });

  app.route({
    method: 'POST',
    url: '/resend',
    schema: { hide: true },
    handler: async (request, reply) => {
      const email = fieldOf(request, 'email');
      const result = await account.people.resendConfirmation(visitOf(request), email);
      if (result.ok) return reply.redirect(paths.signUpSent, 303);
      return sendMailRefusal(reply, { view: 'resend', title, email }, result);
    },
  });
}
