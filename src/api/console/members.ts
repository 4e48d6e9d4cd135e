/** /members: the people of a company, merchant or courier. */
import type { FastifyInstance } from 'fastify';
import { memberRoles } from '../../core/access/roles.ts';
import { actionOf } from '../../features/members/team.ts';
import { holderAudience } from './holder-audience.ts';
import { type TeamDeps, teamRoutes } from './team-routes.ts';

export function memberRoutes(app: FastifyInstance, deps: TeamDeps): void {
  teamRoutes(app, deps, {
    base: '',
    roles: memberRoles,
    operation: (operationId, summary) => holderAudience.operation(operationId, 'members', summary),
    callerOf: (request, act) => holderAudience.callerOf(request, actionOf('company', act), 'both_modes'),
  });
}
