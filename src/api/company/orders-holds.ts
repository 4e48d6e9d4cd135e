/** POST /orders/{ref}/hold, /release and /splits/{n}/assign. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { assignSplit } from '../../features/orders/assign-split.ts';
import { holdOrder } from '../../features/orders/hold-order.ts';
import type { Order } from '../../features/orders/order.ts';
import { OrderInFullAnswer } from '../../features/orders/order-schemas.ts';
import { releaseOrder } from '../../features/orders/release-order.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { BeneficiaryRef, HoldNote, OrderParams, SplitParams } from '../shared/order-requests.ts';
import { presentChanged, type RefundsOf } from '../shared/refunds-of.ts';
import type { CompanyFace } from './face.ts';

export type HoldOrdersDeps = { db: Database; clock: Clock; refundsOf: RefundsOf };

const HoldBody = Type.Object({ reason: Type.Optional(HoldNote) });
/** A union with null would report each wrong field twice: once for the object, once for not being null. */
const OptionalHoldBody = Type.Unsafe<Static<typeof HoldBody> | null>({ ...HoldBody, type: ['object', 'null'] });
const AssignBody = Type.Object({ beneficiary_ref: BeneficiaryRef });

type Work = (actor: Actor, tx: Tx, caller: Book) => Promise<Order>;

export function holdOrdersRoutes(app: FastifyInstance, face: CompanyFace, deps: HoldOrdersDeps): void {
  const changedAnswers = face.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, ['not_found', 'invalid_state']);
  const answer = (request: FastifyRequest, action: Action, work: Work) => {
    const caller = face.callerOf(request, action);
    const actor = face.actorOf(request);
    return answerOnce(deps.db, caller, request, async (tx) => {
      const order = await work(actor, tx, caller);
      return { status: 200, body: partnerSuccess(await presentChanged(tx, deps.refundsOf, order)) };
    });
  };

  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/hold',
    schema: {
      ...face.operation('holdOrder', 'orders', 'Put an order on hold'),
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
      ...face.operation('releaseOrder', 'orders', 'Release an order on hold'),
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

  typed(app).route({
    method: 'POST',
    url: '/orders/:ref/splits/:n/assign',
    schema: {
      ...face.operation('assignSplit', 'orders', 'Assign an unassigned split to a link'),
      params: SplitParams,
      body: AssignBody,
      response: face.writeAnswers({ 200: dataOf(OrderInFullAnswer) }, [
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
