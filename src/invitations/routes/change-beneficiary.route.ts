/** POST /beneficiaries/{id}/end and /widen: the company ends a link, or lets a test link serve live mode too. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../database/transaction.ts';
import type { LinkLookup } from '../../holders/link-lookup.ts';
import type { LinkHistory } from '../../holders/links.repository.ts';
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
import { widenLink } from '../widen-link.ts';

export type LinkDeps = InvitationDeps & { links: LinkLookup };

type Target = { companyId: bigint; id: bigint };
type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, target: Target) => Promise<LinkHistory>;

const changes: { path: string; operationId: string; summary: string; change: Change }[] = [
  {
    path: 'end',
    operationId: 'endBeneficiary',
    summary: 'End a link: it takes no new orders',
    change: (actor, tx, deps, target) => endLink(actor, tx, deps, { ...target, by: 'company' }),
  },
  {
    path: 'widen',
    operationId: 'widenBeneficiary',
    summary: 'Let a link that was made in test mode serve live mode too',
    change: widenLink,
  },
];

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function changeBeneficiaryRoutes(app: FastifyInstance, deps: LinkDeps): void {
  for (const { path, operationId, summary, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/beneficiaries/:id/${path}`,
      schema: {
        ...partnerOperation(operationId, 'beneficiaries', summary),
        params: Params,
        response: writeAnswers({ 200: dataOf(LinkHistoryAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = partnerOf(request);
        const target = { companyId: caller.holderId, id: BigInt(request.params.id) };
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const link = await change(partnerActor(request), tx, deps, target);
          return { status: 200, body: partnerSuccess(presentLink(link)) };
        });
        deps.links.drop(target.companyId, target.id);
        return sendAnswer(reply, answer);
      },
    });
  }
}
