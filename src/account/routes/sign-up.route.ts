/** GET and POST /account/sign-up, and the page after it: the same for any address. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { paths, safeNext } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import { accountFieldErrors } from './form-texts.ts';
import { rememberWay } from './way-back.ts';

export function signUpRoutes(app: FastifyInstance, account: Account): void {
  app.route({
    method: 'GET',
    url: '/sign-up',
    schema: { hide: true },
    handler: (request, reply) => sendForm(reply, safeNext(queryOf(request, 'next'))),
  });

  app.route({
    method: 'POST',
    url: '/sign-up',
    schema: { hide: true },
    handler: async (request, reply) => {
      const typed = { name: fieldOf(request, 'name'), email: fieldOf(request, 'email') };
      const password = fieldOf(request, 'password');
      const next = safeNext(fieldOf(request, 'next'));
      const result = await account.people.register(visitOf(request), { ...typed, password });
      if (result.ok) return rememberWay(reply, account, next).redirect(paths.signUpSent, 303);
      if (result.reason === 'throttled') {
        return sendForm(reply, next, { typed, status: 429, problem: tooMany(reply, result.retryAfterSeconds) });
      }
      const problem = 'There is no account yet. Check what is marked below.';
      return sendForm(reply, next, { typed, status: 422, problem, errors: accountFieldErrors(result.fields) });
    },
  });

  app.route({
    method: 'GET',
    url: '/sign-up/sent',
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, { view: 'sign-up-sent', title: 'Look into your mailbox' }),
  });
}

type Notes = { typed: object; status: number; problem: string; errors?: object };

const sendForm = (reply: FastifyReply, next: string, notes?: Notes): FastifyReply =>
  sendPage(reply, {
    view: 'sign-up',
    title: 'Sign up',
    ...(notes && { status: notes.status, problem: notes.problem }),
    data: { next, typed: notes?.typed ?? {}, errors: notes?.errors ?? {} },
  });
