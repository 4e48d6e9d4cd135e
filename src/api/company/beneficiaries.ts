/**
 * GET /beneficiaries: the company's links, whose ids are the `beneficiary_ref` of splits (docs/contract/partner.md,
 * "Beneficiaries and invitations").
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TestClockReader } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { BeneficiaryRef, ServedModes, Text } from '../../base/schemas/parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { endLink } from '../../features/links/end-link.ts';
import { LinkHistoryAnswer } from '../../features/links/invitation-schemas.ts';
import type { InvitationDeps } from '../../features/links/invite.ts';
import type { LinkLookup } from '../../features/links/link-lookup.ts';
import { modesOf } from '../../features/links/link-modes.ts';
import { findLinks, type LinkHistory } from '../../features/links/links.repository.ts';
import { presentLink } from '../../features/links/present-invitation.ts';
import { widenLink } from '../../features/links/widen-link.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

const BeneficiaryAnswer = Type.Object(
  {
    id: BeneficiaryRef,
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: Type.Enum(['active', 'ended']),
    modes: ServedModes,
  },
  { title: 'Beneficiary', description: 'A merchant or courier linked to the company; splits name its id' },
);

export function beneficiariesRoute(app: FastifyInstance, audience: CompanyAudience, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/beneficiaries',
    schema: {
      ...audience.operation('listBeneficiaries', 'beneficiaries', "The company's linked merchants and couriers"),
      response: audience.readAnswers({ 200: pageOf(BeneficiaryAnswer) }),
    },
    handler: async (request, reply) => {
      const links = await findLinks(db, audience.callerOf(request, 'links.read').holderId, undefined);
      const shown = links.map(({ id, type, name, status, servesLive }) => ({
        id: Number(id),
        type,
        name,
        status,
        modes: modesOf({ servesLive }),
      }));
      return reply.send(partnerPage(shown, null));
    },
  });
}

export type LinkDeps = InvitationDeps & { links: LinkLookup; testClocks: TestClockReader };

type Target = { companyId: bigint; id: bigint };
type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, target: Target) => Promise<LinkHistory>;

const changes: { path: string; operationId: string; summary: string; action: Action; change: Change }[] = [
  {
    path: 'end',
    operationId: 'endBeneficiary',
    summary: 'End a link: it takes no new orders',
    action: 'links.end',
    change: (actor, tx, deps, target) => endLink(actor, tx, deps, { ...target, by: 'company' }),
  },
  {
    path: 'widen',
    operationId: 'widenBeneficiary',
    summary: 'Let a link created in test mode serve live mode too',
    action: 'links.widen',
    change: widenLink,
  },
];

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function changeBeneficiaryRoutes(app: FastifyInstance, audience: CompanyAudience, deps: LinkDeps): void {
  for (const { path, operationId, summary, action, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/beneficiaries/:id/${path}`,
      schema: {
        ...audience.operation(operationId, 'beneficiaries', summary),
        params: Params,
        response: audience.writeAnswers({ 200: dataOf(LinkHistoryAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const target = { companyId: caller.holderId, id: BigInt(request.params.id) };
        // Its events appear in both modes, whatever the caller's.
        await deps.testClocks.catchUp();
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const link = await change(audience.actorOf(request), tx, deps, target);
          return { status: 200, body: partnerSuccess(presentLink(link)) };
        });
        deps.links.drop(target.companyId, target.id);
        return sendAnswer(reply, answer);
      },
    });
  }
}
