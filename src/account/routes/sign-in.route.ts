/** GET and POST /account/sign-in, and POST /account/sign-out. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { paths, safeNext, withNext } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import { signInRefusedText } from '../../people/account-texts.ts';

export function signInRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/sign-in',
    schema: { hide: true },
    handler: async (request, reply) => {
      const next = safeNext(queryOf(request, 'next'));
      if ((await people.sessionOf(request.headers.cookie)) !== undefined) return reply.redirect(next, 303);
      return sendForm(reply, { next, done: queryOf(request, 'done') });
    },
  });

  app.route({
    method: 'POST',
    url: '/sign-in',
    schema: { hide: true },
    handler: async (request, reply) => {
      const email = fieldOf(request, 'email').trim();
      const next = safeNext(fieldOf(request, 'next'));
      const result = await people.signIn(visitOf(request), { email, password: fieldOf(request, 'password') });
      if (result.ok) {
        reply.header('set-cookie', result.cookies);
        return reply.redirect(next, 303);
      }
      if (result.reason === 'second_factor') {
        reply.header('set-cookie', result.cookies);
        return reply.redirect(`${paths.code}?next=${encodeURIComponent(next)}`, 303);
      }
      if (result.reason === 'throttled') {
        return sendForm(
          reply,
          { next, typed: { email }, throttled: true },
          429,
          tooMany(reply, result.retryAfterSeconds),
        );
      }
      return sendForm(reply, { next, typed: { email } }, 422, signInRefusedText);
    },
  });

  app.route({
    method: 'POST',
    url: '/sign-out',
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('set-cookie', await people.signOut(visitOf(request)));
      const next = safeNext(fieldOf(request, 'next'));
      return reply.redirect(withNext(paths.signIn, next), 303);
    },
  });
}

const sendForm = (reply: FastifyReply, data: Record<string, unknown>, status = 200, problem?: string): FastifyReply =>
  sendPage(reply, { view: 'sign-in', title: 'Sign in', status, problem, data });
