/** POST /invitations/{id}/revoke and /resend. */
import type { FastifyInstance } from 'fastify';
import type { TestClockReader } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Invitation } from '../../features/links/invitation.ts';
import { InvitationAnswer } from '../../features/links/invitation-schemas.ts';
import { type InvitationDeps, resendInvitation } from '../../features/links/invite.ts';
import { presentInvitation } from '../../features/links/present-invitation.ts';
import { revokeInvitation } from '../../features/links/revoke-invitation.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { InvitationParams, invitationIdOf } from '../shared/invitation-requests.ts';
import type { CompanyFace } from './face.ts';

type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, companyId: bigint, id: string) => Promise<Invitation>;

const changes: { path: string; operationId: string; summary: string; action: Action; change: Change }[] = [
  {
    path: 'revoke',
    operationId: 'revokeInvitation',
    summary: 'Revoke an open invitation',
    action: 'invitations.revoke',
    change: revokeInvitation,
  },
  {
    path: 'resend',
    operationId: 'resendInvitation',
    summary: 'Email a new link, valid for 14 days; the earlier one ends',
    action: 'invitations.resend',
    change: resendInvitation,
  },
];

export type InvitationRouteDeps = InvitationDeps & { testClocks: TestClockReader };

export function changeInvitationRoutes(app: FastifyInstance, face: CompanyFace, deps: InvitationRouteDeps): void {
  for (const { path, operationId, summary, action, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/invitations/:id/${path}`,
      schema: {
        ...face.operation(operationId, 'invitations', summary),
        params: InvitationParams,
        response: face.writeAnswers({ 200: dataOf(InvitationAnswer) }, ['not_found', 'invalid_state', 'rate_limited']),
      },
      handler: async (request, reply) => {
        const caller = face.callerOf(request, action);
        const id = invitationIdOf(caller.holderId, request.params.id);
        // Its events appear in both modes, whatever the caller's.
        await deps.testClocks.catchUp();
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const invitation = await change(face.actorOf(request), tx, deps, caller.holderId, id);
          return { status: 200, body: partnerSuccess(presentInvitation(invitation, deps.now())) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
