/**
 * Addresses of before, in mails that were sent and in people's bookmarks: each redirects to the dashboard's screen, with
 * its token and the page to open next. And POST /account/sign-out, of the pages that are still here.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../../interfaces/account/account-page.ts';
import { paths, safeNext, withNext } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import {
  confirmPath,
  forgottenPath,
  liftPath,
  lockedOutPath,
  profilePath,
  resendPath,
  resetPath,
  signInPath,
  signUpPath,
} from '../../people/addresses.ts';

const seeOther = 303;

const moved: Readonly<Record<string, string>> = {
  '/sign-in': signInPath,
  '/sign-in/code': signInPath,
  '/sign-out': signInPath,
  '/sign-up': signUpPath,
  '/sign-up/sent': signUpPath,
  '/resend': resendPath,
  '/forgotten': forgottenPath,
  '/forgotten/sent': forgottenPath,
  '/locked-out': lockedOutPath,
  '/locked-out/sent': lockedOutPath,
  '/profile': profilePath,
  '/profile/two-step': profilePath,
  '/profile/sessions': profilePath,
};

const mailed: Readonly<Record<string, string>> = { verify: confirmPath, reset: resetPath, lift: liftPath };

export function movedRoutes(app: FastifyInstance, { people }: Account): void {
  for (const [url, screen] of Object.entries(moved)) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (request, reply) => reply.redirect(withNext(screen, safeNext(queryOf(request, 'next'))), seeOther),
    });
  }

  for (const [kind, screen] of Object.entries(mailed)) {
    app.route({
      method: 'GET',
      url: `/${kind}/:token`,
      schema: { hide: true },
      handler: async (request, reply) => reply.redirect(`${screen}/${encodeURIComponent(tokenOf(request))}`, seeOther),
    });
  }

  app.route({
    method: 'POST',
    url: '/sign-out',
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('set-cookie', await people.signOut(visitOf(request)));
      return reply.redirect(withNext(paths.signIn, safeNext(fieldOf(request, 'next'))), seeOther);
    },
  });
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;
