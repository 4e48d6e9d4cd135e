/** POST /orders/holds, /orders/releases and /orders/assignments: one result per item, in the order of the items. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { assignSplit } from '../../features/orders/assign-split.ts';
import { changeManyOrders, type ItemResult } from '../../features/orders/change-many-orders.ts';
import { holdOrder } from '../../features/orders/hold-order.ts';
import { OrderChangeResult, type PresentedOrderChange } from '../../features/orders/order-schemas.ts';
import { releaseOrder } from '../../features/orders/release-order.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { Assignments, HoldNote, PartnerOrderRefs } from '../shared/order-requests.ts';
import type { CompanyFace } from './face.ts';
import type { HoldOrdersDeps } from './orders-holds.ts';

const HoldsBody = Type.Object({ partner_order_refs: PartnerOrderRefs, reason: Type.Optional(HoldNote) });
const ReleasesBody = Type.Object({ partner_order_refs: PartnerOrderRefs });
const AssignmentsBody = Type.Object({ assignments: Assignments });

type Work = (actor: Actor, tx: Tx, caller: Book) => Promise<ItemResult[]>;

const ResultsAnswer = dataOf(Type.Object({ results: Type.Array(OrderChangeResult) }));

export function holdManyOrdersRoutes(app: FastifyInstance, face: CompanyFace, deps: HoldOrdersDeps): void {
  const answers = face.writeAnswers({ 200: ResultsAnswer });
  const answer = (request: FastifyRequest, action: Action, work: Work) => {
    const caller = face.callerOf(request, action);
    return answerOnce(deps.db, caller, request, async (tx) => {
      const results = await work(face.actorOf(request), tx, caller);
      return { status: 200, body: partnerSuccess({ results: results.map(presentResult) }) };
    });
  };

  typed(app).route({
    method: 'POST',
    url: '/orders/holds',
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation('holdManyOrders', 'orders', 'Put orders on hold'),
      body: HoldsBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { partner_order_refs: refs, reason } = request.body;
      const work: Work = (actor, tx, caller) =>
        changeManyOrders(tx, caller, itemsOf(refs), (item) =>
          holdOrder(actor, tx, deps, caller, item.partnerOrderRef, reason),
        );
      return sendAnswer(reply, await answer(request, 'orders.hold', work));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/orders/releases',
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation('releaseManyOrders', 'orders', 'Release orders on hold'),
      body: ReleasesBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { partner_order_refs: refs } = request.body;
      const work: Work = (actor, tx, caller) =>
        changeManyOrders(tx, caller, itemsOf(refs), (item) =>
          releaseOrder(actor, tx, deps, caller, item.partnerOrderRef),
        );
      return sendAnswer(reply, await answer(request, 'orders.release', work));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/orders/assignments',
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation('assignManySplits', 'orders', 'Assign unassigned splits to links'),
      body: AssignmentsBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const items = request.body.assignments.map((one) => ({
        partnerOrderRef: one.partner_order_ref,
        place: one.split,
        linkId: BigInt(one.beneficiary_ref),
      }));
      const work: Work = (actor, tx, caller) =>
        changeManyOrders(tx, caller, items, (item) => assignSplit(actor, tx, deps, caller, item.partnerOrderRef, item));
      return sendAnswer(reply, await answer(request, 'orders.assign', work));
    },
  });
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
