/**
 * GET and POST /account/lift/{token}: the mailed link that lifts the limit on passwords. GET changes nothing, because
 * mail programs follow links. Signs no one in.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { visitOf } from '../../pages/form-fields.ts';

export function liftRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/lift/:token',
    schema: { hide: true },
    handler: async (request, reply) =>
      (await people.isLiftOpen(tokenOf(request)))
        ? sendPage(reply, { view: 'lift', title: 'Sign in from this browser' })
        : sendEnded(reply),
  });

  app.route({
    method: 'POST',
    url: '/lift/:token',
    schema: { hide: true },
    handler: async (request, reply) => {
      const result = await people.liftLimit(visitOf(request), tokenOf(request));
      if (!result.ok) return sendEnded(reply);
      reply.header('set-cookie', result.cookies);
      return reply.redirect(`${paths.signIn}?done=lifted`, 303);
    },
  });
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

const sendEnded = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, { view: 'lift-ended', title: 'This link has ended', status: 410 });
