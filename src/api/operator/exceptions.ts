/** /operator/exceptions: what the operator must decide or fix. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { exceptionRoutes } from '../console/exception-routes.ts';
import { operatorAudience } from './audience.ts';

export function operatorExceptionRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  exceptionRoutes(app, deps, {
    base: '/operator',
    operation: operatorAudience.operation,
    callerOf: (request, act) => operatorAudience.callerOf(request, `operator_exceptions.${act}`),
  });
}
