/** All endpoints of the console's API. All require a session, and writes require our own origin. */
import type { FastifyInstance } from 'fastify';
import { requireDeclaredAnswers } from '../../http/answers.ts';
import { consoleOrdersRoute } from '../../orders/routes/console-orders.route.ts';
import { type SessionRouteDeps, sessionRoutes } from '../../people/routes/console-session.route.ts';
import { type CompanyDeps, companyRoutes } from '../company/routes.ts';
import { consoleCommonStatuses } from './answers.ts';
import { requirePerson, requireSameOrigin } from './authenticate.ts';
import { consoleFace } from './face.ts';
import { consoleBasePath } from './interface.ts';

export type ConsoleDeps = SessionRouteDeps & CompanyDeps & { publicUrl: string };

export async function registerConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('signed', null);
      requireDeclaredAnswers(scope, consoleCommonStatuses);
      scope.addHook('onRoute', (route) => {
        const own = [route.onRequest ?? []].flat();
        route.onRequest = [requireSameOrigin(deps.publicUrl), requirePerson(deps), ...own];
      });
      sessionRoutes(scope, deps);
      consoleOrdersRoute(scope, deps);
      companyRoutes(scope, consoleFace, deps);
    },
    { prefix: consoleBasePath },
  );
}
