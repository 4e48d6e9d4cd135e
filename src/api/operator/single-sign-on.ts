/** /operator/single-sign-on: the sign-in provider of the operator's own people. */
import type { FastifyInstance } from 'fastify';
import type { SingleSignOnDeps } from '../../features/single-sign-on/single-sign-on-deps.ts';
import { accountRoutes } from '../console/single-sign-on.ts';
import { operatorAudience } from './audience.ts';

export function operatorSingleSignOnRoutes(app: FastifyInstance, deps: SingleSignOnDeps): void {
  accountRoutes(app, deps, {
    base: '/operator',
    operation: (operationId, summary) => operatorAudience.operation(operationId, summary),
    callerOf: (request, act) => operatorAudience.callerOf(request, act),
  });
}
