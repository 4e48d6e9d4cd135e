/** POST /beneficiaries/{id}/end: the company ends a link. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { LinkLookup } from '../../holders/link-lookup.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import { dataOf, partnerOperation, writeAnswers } from '../../interfaces/partner/answers.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/authenticate.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import { endLink } from '../end-link.ts';
import { LinkHistoryAnswer } from '../invitation-schemas.ts';
import type { InvitationDeps } from '../invite.ts';
import { presentLink } from '../present-invitation.ts';

export type LinkDeps = InvitationDeps & { links: LinkLookup };

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function endBeneficiaryRoute(app: FastifyInstance, deps: LinkDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/beneficiaries/:id/end',
    schema: {
      ...partnerOperation('endBeneficiary', 'beneficiaries', 'End a link: it takes no new orders'),
      params: Params,
      response: writeAnswers({ 200: dataOf(LinkHistoryAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const id = BigInt(request.params.id);
      const answer = await answerOnce(deps.db, caller, request, async (tx) => {
        const link = await endLink(partnerActor(request), tx, deps, { companyId: caller.holderId, id, by: 'company' });
        return { status: 200, body: partnerSuccess(presentLink(link)) };
      });
      deps.links.drop(caller.holderId, id);
      return sendAnswer(reply, answer);
    },
  });
}
