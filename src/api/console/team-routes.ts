/** The routes of a holder's members: the list, invitations, roles, removing, leaving. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Role } from '../../core/access/roles.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listTeam } from '../../features/holders/members.repository.ts';
import { changeMemberRole, leaveTeam, removeMember } from '../../features/members/change-members.ts';
import { inviteMember, resendMemberInvitation, revokeMemberInvitation } from '../../features/members/invite-member.ts';
import { listUnanswered } from '../../features/members/member-invitations.repository.ts';
import {
  MemberAnswer,
  MemberInvitationAnswer,
  presentMember,
  presentMemberInvitation,
  TeamAnswer,
} from '../../features/members/member-schemas.ts';
import { type TeamAct, teamSizeMax } from '../../features/members/team.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { MailLanguage } from '../shared/invitation-requests.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

export type TeamDeps = { db: Database; publicUrl: string; now: Now };

/** What differs between a holder's team and the operator's: addresses, names of operations, who may call. */
type Team = {
  base: '' | '/operator';
  roles: readonly Role[];
  operation(operationId: string, summary: string): Record<string, unknown>;
  callerOf(request: FastifyRequest, act: TeamAct): { holderId: bigint };
};

const roleOf = (roles: readonly Role[]) => Type.Unsafe<Role>({ type: 'string', enum: [...roles] });

/** Expired ones are shown for this long, so that they can be sent again. */
const expiredShownMs = 30 * 86_400_000;
const emailMax = 254;
const { readAnswers, writeAnswers } = holderAudience;
const PersonParams = Type.Object({ person_id: Type.String({ minLength: 1, maxLength: 64, format: 'ref' }) });
const InvitationParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, format: 'ref' }) });

export function teamRoutes(app: FastifyInstance, deps: TeamDeps, team: Team): void {
  teamRoute(app, deps, team);
  invitationRoutes(app, deps, team);
  changeRoutes(app, deps, team);
}

function teamRoute(app: FastifyInstance, { db, now }: TeamDeps, { base, operation, callerOf }: Team): void {
  typed(app).route({
    method: 'GET',
    url: `${base}/members`,
    schema: {
      ...operation('listMembers', 'The members with their roles, and open invitations'),
      response: readAnswers({ 200: dataOf(TeamAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = callerOf(request, 'read');
      const { personId } = actorOf(request);
      const at = now();
      const since = new Date(at.getTime() - expiredShownMs);
      const members = await listTeam(db, holderId);
      const invitations = await listUnanswered(db, holderId, { since, limit: teamSizeMax });
      return partnerSuccess({
        members: members.map((member) => presentMember(member, personId)),
        invitations: newestOfEach(invitations, new Set(members.map(({ email }) => email))).map((one) =>
          presentMemberInvitation(one, at),
        ),
      });
    },
  });
}

/** Without those of an address that was invited anew since, or has joined. @param newest first. */
function newestOfEach<One extends { email: string }>(newest: readonly One[], joined: Set<string>): One[] {
  const seen = new Set(joined);
  return newest.filter(({ email }) => {
    const isFirst = !seen.has(email);
    seen.add(email);
    return isFirst;
  });
}

function invitationRoutes(app: FastifyInstance, deps: TeamDeps, { base, roles, operation, callerOf }: Team): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: `${base}/members/invitations`,
    schema: {
      ...operation('inviteMember', 'Invite a person by email; one open invitation for an address'),
      body: Type.Object({
        email: Type.String({ maxLength: emailMax, format: 'text', examples: ['ada@example.org'] }),
        role: roleOf(roles),
        language: MailLanguage,
      }),
      response: writeAnswers({ 200: dataOf(MemberInvitationAnswer), 201: dataOf(MemberInvitationAnswer) }, [
        'not_found',
        'invalid_state',
        'validation_failed',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { holderId } = callerOf(request, 'invite');
      const { invitation, made } = await inTransaction(db, (tx) =>
        inviteMember(actorOf(request), tx, deps, holderId, request.body),
      );
      return reply.code(made ? 201 : 200).send(partnerSuccess(presentMemberInvitation(invitation, deps.now())));
    },
  });

  for (const act of ['resend', 'revoke'] as const) {
    const summary =
      act === 'resend' ? 'Email the invitation again; the earlier link ends' : 'Revoke an invitation: its link ends';
    typed(app).route({
      method: 'POST',
      url: `${base}/members/invitations/:id/${act}`,
      schema: {
        ...operation(`${act}MemberInvitation`, summary),
        params: InvitationParams,
        response: writeAnswers({ 200: dataOf(MemberInvitationAnswer) }, [
          'not_found',
          'invalid_state',
          'validation_failed',
          'rate_limited',
        ]),
      },
      handler: async (request, reply) => {
        const { holderId } = callerOf(request, act === 'resend' ? 'invite' : 'revoke_invitation');
        const { id } = request.params;
        const work = act === 'resend' ? resendMemberInvitation : revokeMemberInvitation;
        const changed = await inTransaction(db, (tx) => work(actorOf(request), tx, deps, holderId, id));
        return reply.send(partnerSuccess(presentMemberInvitation(changed, deps.now())));
      },
    });
  }
}

function changeRoutes(app: FastifyInstance, { db }: TeamDeps, { base, roles, operation, callerOf }: Team): void {
  const refusals = ['not_found', 'invalid_state', 'validation_failed'] as const;
  typed(app).route({
    method: 'PATCH',
    url: `${base}/members/:person_id`,
    schema: {
      ...operation('changeMemberRole', 'Change the role of a member'),
      params: PersonParams,
      body: Type.Object({ role: roleOf(roles) }),
      response: writeAnswers({ 200: dataOf(MemberAnswer) }, refusals),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { holderId } = callerOf(request, 'change_role');
      const { role } = request.body;
      const actor = actorOf(request);
      const changed = await inTransaction(db, (tx) =>
        changeMemberRole(actor, tx, holderId, request.params.person_id, role),
      );
      return reply.send(partnerSuccess(presentMember(changed, actor.personId)));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: `${base}/members/:person_id`,
    schema: {
      ...operation('removeMember', 'Remove a member; the last owner stays'),
      params: PersonParams,
      response: writeAnswers({ 200: dataOf(Type.Null()) }, refusals),
    },
    handler: async (request, reply) => {
      const { holderId } = callerOf(request, 'remove');
      await inTransaction(db, (tx) => removeMember(actorOf(request), tx, holderId, request.params.person_id));
      return reply.send(partnerSuccess(null));
    },
  });

  typed(app).route({
    method: 'POST',
    url: `${base}/members/leave`,
    schema: {
      ...operation('leaveTeam', 'Stop being a member; the last owner stays'),
      response: writeAnswers({ 200: dataOf(Type.Null()) }, refusals),
    },
    handler: async (request, reply) => {
      const { holderId } = callerOf(request, 'leave');
      await inTransaction(db, (tx) => leaveTeam(actorOf(request), tx, holderId));
      return reply.send(partnerSuccess(null));
    },
  });
}
