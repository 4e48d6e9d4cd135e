/** POST /orders/holds, /orders/releases and /orders/assignments: one result per item, in the order of the items. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { Tx } from '../../database/transaction.ts';
import { requireBody } from '../../http/content-types.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { type PartnerCaller, partnerActor, partnerOf } from '../../interfaces/partner/access.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import { assignSplit } from '../assign-split.ts';
import { changeManyOrders, type ItemResult } from '../change-many-orders.ts';
import { holdOrder } from '../hold-order.ts';
import type { PresentedOrderChange } from '../order-schemas.ts';
import { releaseOrder } from '../release-order.ts';
import type { HoldOrdersDeps } from './hold-orders.route.ts';
import { Assignments, HoldNote, PartnerOrderRefs } from './order-schemas.ts';

const HoldsBody = Type.Object({ partner_order_refs: PartnerOrderRefs, reason: Type.Optional(HoldNote) });
const ReleasesBody = Type.Object({ partner_order_refs: PartnerOrderRefs });
const AssignmentsBody = Type.Object({ assignments: Assignments });

type Work = (actor: Actor, tx: Tx, caller: PartnerCaller, body: unknown) => Promise<ItemResult[]>;

export function holdManyOrdersRoutes(app: FastifyInstance, deps: HoldOrdersDeps): void {
  const changes: { path: string; body: TSchema; summary: string; work: Work }[] = [
    {
      path: 'holds',
      body: HoldsBody,
      summary: 'Hold orders back',
      work: (actor, tx, caller, body) => {
        const { partner_order_refs: refs, reason } = body as Static<typeof HoldsBody>;
        return changeManyOrders(tx, caller, itemsOf(refs), (item) =>
          holdOrder(actor, tx, deps, caller, item.partnerOrderRef, reason),
        );
      },
    },
    {
      path: 'releases',
      body: ReleasesBody,
      summary: 'Let orders on hold settle again',
      work: (actor, tx, caller, body) => {
        const { partner_order_refs: refs } = body as Static<typeof ReleasesBody>;
        return changeManyOrders(tx, caller, itemsOf(refs), (item) =>
          releaseOrder(actor, tx, deps, caller, item.partnerOrderRef),
        );
      },
    },
    {
      path: 'assignments',
      body: AssignmentsBody,
      summary: 'Give unassigned splits their links',
      work: (actor, tx, caller, body) => {
        const items = (body as Static<typeof AssignmentsBody>).assignments.map((one) => ({
          partnerOrderRef: one.partner_order_ref,
          place: one.split,
          linkId: BigInt(one.beneficiary_ref),
        }));
        return changeManyOrders(tx, caller, items, (item) =>
          assignSplit(actor, tx, deps, caller, item.partnerOrderRef, item),
        );
      },
    },
  ];
  for (const { path, body, summary, work } of changes) {
    app.route({
      method: 'POST',
      url: `/orders/${path}`,
      schema: { body, tags: ['orders'], summary },
      preValidation: requireBody,
      handler: async (request: FastifyRequest, reply) => {
        const caller = partnerOf(request);
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const results = await work(partnerActor(request), tx, caller, request.body);
          return { status: 200, body: partnerSuccess({ results: results.map(presentResult) }) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}

const itemsOf = (refs: readonly string[]) => refs.map((partnerOrderRef) => ({ partnerOrderRef }));

function presentResult(result: ItemResult): PresentedOrderChange {
  const { partnerOrderRef: partner_order_ref } = result;
  if ('refusal' in result) {
    const { code, message, details } = result.refusal;
    return { partner_order_ref, ok: false, error: { code, message, details } };
  }
  const { settlementStatus: settlement_status, holdReason: hold_reason } = result.order;
  return { partner_order_ref, ok: true, settlement_status, hold_reason };
}
