/** Where routes for signed-in people stand: under the base path, from our own origin, with a session. */
import type { FastifyInstance } from 'fastify';
import type { Clock, TestClockReader } from '../../base/clock/clock.ts';
import { requireDeclaredAnswers } from '../../core/http/answers.ts';
import { consoleCommonStatuses } from './answers.ts';
import {
  catchUpWithTestClocks,
  declareActing,
  type PersonDeps,
  requirePerson,
  requireSameOrigin,
} from './authenticate.ts';
import { consoleBasePath } from './interface.ts';
import { sayTime } from './say-time.ts';

export type PeopleScopeDeps = PersonDeps & { publicUrl: string; clock: Clock; testClocks: TestClockReader };

/** @param register adds the routes. */
export async function inPeoplesScope(
  app: FastifyInstance,
  deps: PeopleScopeDeps,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('signed', null);
      requireDeclaredAnswers(scope, consoleCommonStatuses);
      scope.addHook('onRoute', (route) => {
        const own = [route.onRequest ?? []].flat();
        declareActing(route);
        route.onRequest = [requireSameOrigin(deps.publicUrl), requirePerson(deps), catchUpWithTestClocks(deps), ...own];
      });
      scope.addHook('onSend', sayTime(deps));
      register(scope);
    },
    { prefix: consoleBasePath },
  );
}
