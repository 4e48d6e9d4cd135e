/** GET and POST /account/reset/{token}: sets a new password through the mailed link, once. Signs no one in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { passwordLengthText } from './form-texts.ts';

const title = 'Choose a new password';

export function resetRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/reset/:token',
    schema: { hide: true },
    handler: async (request, reply) =>
      (await account.people.isResetOpen(tokenOf(request)))
        ? sendPage(reply, { view: 'reset', title })
        : sendEnded(reply),
  });

  app.route({
    method: 'POST',
    url: '/reset/:token',
    schema: { hide: true },
    handler: async (request, reply) => {
      const result = await account.people.resetPassword(
        visitOf(request),
        tokenOf(request),
        fieldOf(request, 'password'),
      );
      if (result.ok) return reply.redirect(`${paths.signIn}?done=password`, 303);
      if (result.reason === 'expired') return sendEnded(reply);
      const problem = 'The password was not changed. Check what is marked below.';
      const errors = { password: passwordLengthText };
      return sendPage(reply, { view: 'reset', title, status: 422, problem, data: { errors } });
    },
  });
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

const sendEnded = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, { view: 'reset-ended', title: 'This link has ended', status: 410 });
