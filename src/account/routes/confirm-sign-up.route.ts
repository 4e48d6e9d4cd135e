/**
 * GET and POST /account/verify/{token}: the link of a sign-up. GET changes nothing, because mail programs follow links.
 * The chosen password creates the account and signs in.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { takeWay } from './way-back.ts';

const title = 'Confirm your address';

export function verifyRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/verify/:token',
    schema: { hide: true },
    handler: async (request, reply) => {
      const isOpen = await account.people.isConfirmationOpen(tokenOf(request));
      return isOpen ? sendPage(reply, { view: 'verify', title }) : sendEnded(reply);
    },
  });

  app.route({
    method: 'POST',
    url: '/verify/:token',
    schema: { hide: true },
    handler: async (request, reply) => {
      const result = await account.people.confirm(visitOf(request), tokenOf(request), fieldOf(request, 'password'));
      if (result.ok) {
        reply.header('set-cookie', result.cookies);
        return reply.redirect(takeWay(request, reply), 303);
      }
      if (result.reason === 'wrong') {
        const problem = 'This is not the password you chose when you signed up. Try again, or sign up anew.';
        return sendPage(reply, { view: 'verify', title, status: 422, problem });
      }
      if (result.reason === 'throttled') {
        const problem = tooMany(reply, result.retryAfterSeconds);
        return sendPage(reply, { view: 'verify', title, status: 429, problem });
      }
      return sendEnded(reply);
    },
  });
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

const sendEnded = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, { view: 'verify-ended', title: 'This link has ended', status: 410 });
