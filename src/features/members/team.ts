/**
 * The people of a holder: which roles they have, who must always be there, and which permission each change needs. Pure.
 * The operator's own people are the members of the service's holder; their changes have permissions of their own, since
 * an operator's rights reach every holder.
 */
import type { HolderKind, MemberRole, OperatorRole, Role } from '../../core/access/roles.ts';
import { memberRoles, operatorRoles } from '../../core/access/roles.ts';

export type TeamKind = HolderKind | 'service';

export type TeamAct = 'read' | 'invite' | 'revoke_invitation' | 'change_role' | 'remove' | 'leave';

export const actionOf = <Act extends TeamAct>(kind: TeamKind, act: Act) =>
  kind === 'service' ? (`operators.${act}` as const) : (`members.${act}` as const);

export const rolesOf = (kind: TeamKind): readonly (MemberRole | OperatorRole)[] =>
  kind === 'service' ? operatorRoles : memberRoles;

/** The role without which nobody could change anything: at least one member has it. */
export const leadOf = (kind: TeamKind): Role => (kind === 'service' ? 'administrator' : 'owner');

/** Whether nobody would lead once this member no longer does. @param team with the member. */
export const isLastLead = (kind: TeamKind, team: readonly { personId: string; role: Role }[], personId: string) => {
  const leads = team.filter(({ role }) => role === leadOf(kind));
  return leads.length === 1 && leads[0]?.personId === personId;
};

/** Members and open invitations together; a team is shown whole, on one page. */
export const teamSizeMax = 200;
