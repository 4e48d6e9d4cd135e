/** POST /invitations/{id}/revoke and /resend. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Action } from '../../access/permissions.ts';
import type { TestClockReader } from '../../clock/clock.ts';
import type { Tx } from '../../database/transaction.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import type { Invitation } from '../invitation.ts';
import { InvitationAnswer } from '../invitation-schemas.ts';
import { type InvitationDeps, resendInvitation } from '../invite.ts';
import { presentInvitation } from '../present-invitation.ts';
import { revokeInvitation } from '../revoke-invitation.ts';
import { InvitationParams, invitationIdOf } from './invitation-requests.ts';

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
