/** POST /orders: schema and HTTP only; the rules are in `plan-order.ts`, the recording in `record-order.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { idempotencyKeyOf } from '../../core/http/idempotency.ts';
import type { RateWindow } from '../../core/http/rate-window.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { detailsOf, isValidationError } from '../../core/http/validation.ts';
import { waitForTurn } from '../../core/http/wait-for-turn.ts';
import type { LinkLookup } from '../../features/links/link-lookup.ts';
import { CreateOrderBody, OrderAnswer } from '../../features/orders/order-schemas.ts';
import { linksNamed, type OrderRequest, planOrder } from '../../features/orders/plan-order.ts';
import { type LimitedWriter, recordWithinLimits } from '../../features/orders/record-limited.ts';
import type { OrderWriter } from '../../features/orders/record-order.ts';
import type { FindChargeProblem } from '../../features/payments/amount-limits.ts';
import { dataOf, successText } from '../shared/envelope.ts';
import type { PaymentUrlsOf } from '../shared/payment-url-of.ts';
import { partnerAudience } from './audience.ts';
import { limitHeaders, limitRequests, partnerActor, partnerOf, uncountUnavailable } from './authenticate.ts';
import { readOrder } from './read-order.ts';
import { recordedText } from './recorded-text.ts';

export type CreateOrderDeps = {
  db: Database;
  clock: Clock;
  links: LinkLookup;
  write: OrderWriter;
  writeLimited: LimitedWriter;
  orderWindow: RateWindow;
  paymentUrlsOf: PaymentUrlsOf;
  findChargeProblem: FindChargeProblem;
};

export function createOrderRoute(app: FastifyInstance, deps: CreateOrderDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/orders',
    schema: {
      ...partnerAudience.operation(
        'createOrder',
        'orders',
        'Record an order and its splits',
        'Sending a partner_order_ref again returns 200 with the stored order, which does not change.',
      ),
      body: CreateOrderBody,
      response: partnerAudience.writeAnswers(
        { 201: dataOf(OrderAnswer), 200: dataOf(OrderAnswer) },
        ['unknown_beneficiary', 'cash_limit_exceeded', 'rate_limited'],
        limitHeaders('orders'),
      ),
    },
    attachValidation: true,
    onRequest: limitRequests('orders', deps.orderWindow),
    onSend: uncountUnavailable(deps.orderWindow),
    preParsing: waitForTurn((request) => deps.write.whenNear?.(partnerOf(request).holderId)),
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const body = readBody(request, request.body);
      const refs = linksNamed(body);
      const links = refs.length === 0 ? new Map() : await deps.links.find(caller.holderId, caller.mode, refs);
      const plan = planOrder(body, { ...caller, links, findChargeProblem: deps.findChargeProblem });
      const actor = partnerActor(request);
      const outcome = await recordWithinLimits(actor, deps, caller, plan);
      const { order, created } = outcome;
      const paymentUrl = (await deps.paymentUrlsOf(actor, order, [order])).get(order.id);
      const text = successText(recordedText(outcome, plan.draft, paymentUrl));
      return sendAnswer(reply, { status: created ? 201 : 200, text, replayed: !created });
    },
  });
}

function readBody(request: FastifyRequest, sent: Static<typeof CreateOrderBody>): OrderRequest {
  const found = isValidationError(request.validationError) ? detailsOf(request.validationError.validation, 'body') : [];
  const key = idempotencyKeyOf(request);
  const differs = key !== undefined && sent.idempotency_key !== undefined && sent.idempotency_key !== key;
  const message = 'differs from the Idempotency-Key header';
  const read = readOrder(sent, found, differs ? [{ field: 'idempotency_key', message }] : []);
  return key === undefined ? read : { ...read, idempotency_key: key };
}
