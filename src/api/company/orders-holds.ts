/** Holds, releases and assignments of splits: of one order, and of many, with one result per item in their order. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
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
import type { Order } from '../../features/orders/order.ts';
import {
  OrderChangeResult,
  OrderInFullAnswer,
  type PresentedOrderChange,
} from '../../features/orders/order-schemas.ts';
import { releaseOrder } from '../../features/orders/release-order.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import {
  Assignments,
  BeneficiaryRef,
  HoldNote,
  OrderParams,
  PartnerOrderRefs,
  SplitParams,
} from '../shared/order-requests.ts';
import { presentChanged, type RefundsOf } from '../shared/refunds-of.ts';
import type { CompanyAudience } from './audience.ts';

type HoldOrdersDeps = { db: Database; clock: Clock; refundsOf: RefundsOf };

const HoldBody = Type.Object({ reason: Type.Optional(HoldNote) });
/** A union with null would report each wrong field twice: once for the object, once for not being null. */
const OptionalHoldBody = Type.Unsafe<Static<typeof HoldBody> | null>({ ...HoldBody, type: ['object', 'null'] });
const AssignBody = Type.Object({ beneficiary_ref: BeneficiaryRef });

type Work = (actor: Actor, tx: Tx, caller: Book) => Promise<Order>;

/** Answers a change of one order once. */
const answerOne =
  (audience: CompanyAudience, deps: HoldOrdersDeps) => (request: FastifyRequest, action: Action, work: Work) => {
    const caller = audience.callerOf(request, action);
    const actor = audience.actorOf(request);
    return answerOnce(deps.db, caller, request, async (tx) => {
      const order = await work(actor, tx, caller);
      return { status: 200, body: partnerSuccess(await presentChanged(tx, deps.refundsOf, order)) };
    });
  };

export function holdOrdersRoutes(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  holdAndReleaseRoutes(app, audience, deps);
  assignRoute(app, audience, deps);
}

function holdAndReleaseRoutes(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  const changedAnswers = audience.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found', 'invalid_state']);
  const answer = answerOne(audience, deps);

  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/hold',
    schema: {
      ...audience.operation('holdOrder', 'orders', 'Put an order on hold'),
      params: OrderParams,
      body: OptionalHoldBody,
      response: changedAnswers,
    },
    handler: async (request, reply) => {
      const { ref } = request.params;
      const note = request.body?.reason;
      return sendAnswer(
        reply,
        await answer(request, 'orders.hold', (actor, tx, caller) => holdOrder(actor, tx, deps, caller, ref, note)),
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/release',
    schema: {
      ...audience.operation('releaseOrder', 'orders', 'Release an order on hold'),
      params: OrderParams,
      response: changedAnswers,
    },
    handler: async (request, reply) => {
      const { ref } = request.params;
      return sendAnswer(
        reply,
        await answer(request, 'orders.release', (actor, tx, caller) => releaseOrder(actor, tx, deps, caller, ref)),
      );
    },
  });
}

function assignRoute(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  const answer = answerOne(audience, deps);

  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/splits/:n/assign',
    schema: {
      ...audience.operation('assignSplit', 'orders', 'Assign an unassigned split to a link'),
      params: SplitParams,
      body: AssignBody,
      response: audience.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, [
        'not_found',
        'invalid_state',
        'unknown_beneficiary',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { ref, n } = request.params;
      const linkId = BigInt(request.body.beneficiary_ref);
      const assignment = { place: n, linkId };
      return sendAnswer(
        reply,
        await answer(request, 'orders.assign', (actor, tx, caller) =>
          assignSplit(actor, tx, deps, caller, ref, assignment),
        ),
      );
    },
  });
}

const HoldsBody = Type.Object({ partner_order_refs: PartnerOrderRefs, reason: Type.Optional(HoldNote) });
const ReleasesBody = Type.Object({ partner_order_refs: PartnerOrderRefs });
const AssignmentsBody = Type.Object({ assignments: Assignments });

type ManyWork = (actor: Actor, tx: Tx, caller: Book) => Promise<ItemResult[]>;

const ResultsAnswer = dataOf(Type.Object({ results: Type.Array(OrderChangeResult) }));

/** Answers a change of orders once. */
const answerMany =
  (audience: CompanyAudience, deps: HoldOrdersDeps) => (request: FastifyRequest, action: Action, work: ManyWork) => {
    const caller = audience.callerOf(request, action);
    return answerOnce(deps.db, caller, request, async (tx) => {
      const results = await work(audience.actorOf(request), tx, caller);
      return { status: 200, body: partnerSuccess({ results: results.map(presentResult) }) };
    });
  };

export function holdManyOrdersRoutes(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  holdAndReleaseManyRoutes(app, audience, deps);
  assignManyRoute(app, audience, deps);
}

function holdAndReleaseManyRoutes(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  const answers = audience.writeAnswers({ 200: ResultsAnswer });
  const answer = answerMany(audience, deps);

  typed(app).route({
    method: 'POST',
    url: '/orders/holds',
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation('holdManyOrders', 'orders', 'Put orders on hold'),
      body: HoldsBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { partner_order_refs: refs, reason } = request.body;
      const work: ManyWork = (actor, tx, caller) =>
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
      ...audience.operation('releaseManyOrders', 'orders', 'Release orders on hold'),
      body: ReleasesBody,
      response: answers,
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { partner_order_refs: refs } = request.body;
      const work: ManyWork = (actor, tx, caller) =>
        changeManyOrders(tx, caller, itemsOf(refs), (item) =>
          releaseOrder(actor, tx, deps, caller, item.partnerOrderRef),
        );
      return sendAnswer(reply, await answer(request, 'orders.release', work));
    },
  });
}

function assignManyRoute(app: FastifyInstance, audience: CompanyAudience, deps: HoldOrdersDeps): void {
  const answers = audience.writeAnswers({ 200: ResultsAnswer });
  const answer = answerMany(audience, deps);

  typed(app).route({
    method: 'POST',
    url: '/orders/assignments',
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation('assignManySplits', 'orders', 'Assign unassigned splits to links'),
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
      const work: ManyWork = (actor, tx, caller) =>
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
