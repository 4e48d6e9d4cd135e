/**
 * GET and POST /account/sign-in/code: the second step of signing in, for a browser that has given the right password.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { paths, safeNext } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';

export function codeRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/sign-in/code',
    schema: { hide: true },
    handler: async (request, reply) => {
      const next = safeNext(queryOf(request, 'next'));
      const awaited = await people.challengeOf(request.headers.cookie);
      return awaited === undefined ? reply.redirect(paths.signIn, 303) : sendForm(reply, next);
    },
  });

  app.route({
    method: 'POST',
    url: '/sign-in/code',
    schema: { hide: true },
    handler: async (request, reply) => {
      const next = safeNext(fieldOf(request, 'next'));
      const step = await people.passSecondFactor(visitOf(request), fieldOf(request, 'code'));
      if (step.ok) {
        reply.header('set-cookie', step.cookies);
        return reply.redirect(next, 303);
      }
      if (step.reason === 'throttled') return sendForm(reply, next, 429, tooMany(reply, step.retryAfterSeconds));
      if (step.reason === 'wrong') return sendForm(reply, next, 422, wrong);
      return sendPage(reply, { view: 'sign-in', title: 'Sign in', status: 422, problem: expired, data: { next } });
    },
  });
}

const wrong = 'This code is wrong, or was used before. Wait for the next one and try again.';
const expired = 'The sign-in took too long or too many codes. Sign in again.';

const sendForm = (reply: FastifyReply, next: string, status = 200, problem?: string): FastifyReply =>
  sendPage(reply, { view: 'code', title: 'One more step', status, problem, data: { next } });
