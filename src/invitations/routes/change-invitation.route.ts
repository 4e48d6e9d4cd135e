/** POST /invitations/{id}/revoke and /resend. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../database/transaction.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import { dataOf, partnerOperation, writeAnswers } from '../../interfaces/partner/answers.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/authenticate.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import type { Invitation } from '../invitation.ts';
import { InvitationAnswer } from '../invitation-schemas.ts';
import { type InvitationDeps, resendInvitation } from '../invite.ts';
import { presentInvitation } from '../present-invitation.ts';
import { revokeInvitation } from '../revoke-invitation.ts';
import { InvitationParams, invitationIdOf } from './invitation-requests.ts';

type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, companyId: bigint, id: string) => Promise<Invitation>;

const changes: { path: string; operationId: string; summary: string; change: Change }[] = [
  {
    path: 'revoke',
    operationId: 'revokeInvitation',
    summary: 'Take an open invitation back',
    change: revokeInvitation,
  },
  {
    path: 'resend',
    operationId: 'resendInvitation',
    summary: 'Mail a new link, good for 14 days; the earlier one ends',
    change: resendInvitation,
  },
];

export function changeInvitationRoutes(app: FastifyInstance, deps: InvitationDeps): void {
  for (const { path, operationId, summary, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/invitations/:id/${path}`,
      schema: {
        ...partnerOperation(operationId, 'invitations', summary),
        params: InvitationParams,
        response: writeAnswers({ 200: dataOf(InvitationAnswer) }, ['not_found', 'invalid_state', 'rate_limited']),
      },
      handler: async (request, reply) => {
        const caller = partnerOf(request);
        const id = invitationIdOf(request, request.params.id);
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const invitation = await change(partnerActor(request), tx, deps, caller.holderId, id);
          return { status: 200, body: partnerSuccess(presentInvitation(invitation, deps.now())) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
