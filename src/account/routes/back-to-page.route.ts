/**
 * GET of a form's address: redirects to the form's page without doing anything. A page that answered a form keeps the
 * form's address, and a reopened browser requests it again.
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
