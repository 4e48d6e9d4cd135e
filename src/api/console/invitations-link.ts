/**
 * POST /invitations/{id}/link of the people's API: a link to an open invitation, to copy. Its token is in this answer
 * alone, so the answer is not kept under an `Idempotency-Key`.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inTransaction } from '../../base/database/transaction.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { copyInvitationLink } from '../../features/links/copy-invitation-link.ts';
import type { InvitationDeps } from '../../features/links/invite.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { InvitationParams, invitationIdOf } from '../shared/invitation-requests.ts';
import { everyWrite } from './answers.ts';
import { consoleAudience as audience } from './audience.ts';

const CopiedLink = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      examples: ['https://pay.example.org/invitations/4fGk2Qm7ZxW1Jc9TbVh3Rd'],
    }),
  },
  { title: 'InvitationLink' },
);

export function invitationLinkRoute(app: FastifyInstance, deps: InvitationDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/invitations/:id/link',
    schema: {
      ...audience.operation(
        'copyInvitationLink',
        'invitations',
        'Create a link to an open invitation, to send yourself',
      ),
      params: InvitationParams,
      response: audience.readAnswers({ 200: dataOf(CopiedLink) }, [...everyWrite, 'not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'invitations.copy_link');
      const id = invitationIdOf(holderId, request.params.id);
      const actor = audience.actorOf(request);
      const url = await inTransaction(deps.db, (tx) => copyInvitationLink(actor, tx, deps, holderId, id));
      return partnerSuccess({ url });
    },
  });
}
