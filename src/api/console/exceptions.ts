/** /exceptions: what a company or a shop must decide or fix. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { exceptionRoutes } from './exception-routes.ts';
import { holderAudience } from './holder-audience.ts';

export function holderExceptionRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  exceptionRoutes(app, deps, {
    base: '',
    operation: (operationId, summary) => holderAudience.operation(operationId, 'exceptions', summary),
    callerOf: (request, act) => holderAudience.callerOf(request, `exceptions.${act}`),
  });
}
