/**
 * GET of a form's address: a page that answered a form keeps that address, and a browser that is reopened asks for it
 * anew. It is led to the page; nothing is done.
 */
import type { FastifyInstance } from 'fastify';
import { paths } from '../../interfaces/account/addresses.ts';

const pageOf: Record<string, string> = {
  '/sign-out': paths.signIn,
  '/profile/name': paths.profile,
  '/profile/password': paths.profile,
  '/profile/two-step/begin': paths.twoStep,
  '/profile/two-step/confirm': paths.twoStep,
  '/profile/two-step/off': paths.twoStep,
  '/profile/two-step/recovery-codes': paths.twoStep,
  '/profile/sessions/end': paths.sessions,
  '/profile/sessions/end-others': paths.sessions,
};

export function backToAccountPages(app: FastifyInstance): void {
  for (const [url, page] of Object.entries(pageOf)) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (_request, reply) => reply.redirect(page, 303),
    });
  }
}
