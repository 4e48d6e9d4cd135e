/** /operator/members: the operator's own people. */
import type { FastifyInstance } from 'fastify';
import { operatorRoles } from '../../core/access/roles.ts';
import { actionOf } from '../../features/members/team.ts';
import { type TeamDeps, teamRoutes } from '../console/team-routes.ts';
import { operatorAudience } from './audience.ts';

export function operatorMemberRoutes(app: FastifyInstance, deps: TeamDeps): void {
  teamRoutes(app, deps, {
    base: '/operator',
    roles: operatorRoles,
    operation: (operationId, summary) => operatorAudience.operation(operationId, summary),
    callerOf: (request, act) => operatorAudience.callerOf(request, actionOf('service', act)),
  });
}
