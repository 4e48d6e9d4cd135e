/** POST /invitations/{id}/revoke and /resend. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../database/transaction.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/access.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import type { Invitation } from '../invitation.ts';
import { type InvitationDeps, resendInvitation } from '../invite.ts';
import { presentInvitation } from '../present-invitation.ts';
import { revokeInvitation } from '../revoke-invitation.ts';
import { InvitationParams, invitationIdOf } from './invitation-schemas.ts';

type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, companyId: bigint, id: string) => Promise<Invitation>;

const changes: { path: string; summary: string; change: Change }[] = [
  { path: 'revoke', summary: 'Take an open invitation back', change: revokeInvitation },
  { path: 'resend', summary: 'Mail a new link, good for 14 days; the earlier one ends', change: resendInvitation },
];

export function changeInvitationRoutes(app: FastifyInstance, deps: InvitationDeps): void {
  for (const { path, summary, change } of changes) {
    app.route({
      method: 'POST',
      url: `/invitations/:id/${path}`,
      schema: { params: InvitationParams, tags: ['invitations'], summary },
      handler: async (request, reply) => {
        const caller = partnerOf(request);
        const id = invitationIdOf(request);
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const invitation = await change(partnerActor(request), tx, deps, caller.holderId, id);
          return { status: 200, body: partnerSuccess(presentInvitation(invitation, deps.now())) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
