/** POST /orders: schema and HTTP only; the rules are in `plan-order.ts`, the recording in `record-order.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { AppError, type ErrorDetail } from '../../errors/app-error.ts';
import type { LinkLookup } from '../../holders/link-lookup.ts';
import { requireBody } from '../../http/content-types.ts';
import { idempotencyKeyOf } from '../../http/idempotency.ts';
import type { RateWindow } from '../../http/rate-window.ts';
import { typed } from '../../http/typed-routes.ts';
import { detailsMax, detailsOf, isValidationError } from '../../http/validation.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import {
  limitOrders,
  limitOrdersHeaders,
  partnerActor,
  partnerOf,
  uncountUnavailable,
} from '../../interfaces/partner/authenticate.ts';
import { partnerFace } from '../../interfaces/partner/face.ts';
import { differenceWarnings } from '../compare-order.ts';
import { OrderAnswer } from '../order-schemas.ts';
import { findFieldProblems, type OrderRequest, planOrder } from '../plan-order.ts';
import { presentOrder } from '../present-order.ts';
import { type OrderWriter, recordOrder } from '../record-order.ts';
import { CreateOrderBody } from './order-requests.ts';
import type { PaymentUrlOf } from './payment-url-of.ts';

export type CreateOrderDeps = {
  db: Database;
  links: LinkLookup;
  write: OrderWriter;
  orderWindow: RateWindow;
  /** The checkout URL of a pending order with source `service`. */
  paymentUrlOf: PaymentUrlOf;
};

export function createOrderRoute(app: FastifyInstance, deps: CreateOrderDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/orders',
    schema: {
      ...partnerFace.operation(
        'createOrder',
        'orders',
        'Record an order and its splits',
        'Sending a partner_order_ref again answers 200 with the stored order, which is never changed by it.',
      ),
      body: CreateOrderBody,
      response: partnerFace.writeAnswers(
        { 201: dataOf(OrderAnswer), 200: dataOf(OrderAnswer) },
        ['unknown_beneficiary', 'rate_limited'],
        limitOrdersHeaders,
      ),
    },
    attachValidation: true,
    onRequest: limitOrders(deps.orderWindow),
    onSend: uncountUnavailable(deps.orderWindow),
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const body = readBody(request, request.body);
      const refs = body.splits.flatMap((split) =>
        split.beneficiary_ref === undefined ? [] : [BigInt(split.beneficiary_ref)],
      );
      const links = refs.length === 0 ? new Map() : await deps.links.find(caller.holderId, caller.mode, refs);
      const plan = planOrder(body, { ...caller, links });
      const actor = partnerActor(request);
      const { order, created } = await recordOrder(actor, deps, caller, plan);
      const paymentUrl = await deps.paymentUrlOf(actor, order);
      if (created) return reply.code(201).send(partnerSuccess(presentOrder(order, { paymentUrl })));
      const warnings = [...order.warnings, ...differenceWarnings(order, plan.draft)];
      reply.header('idempotent-replayed', 'true');
      return reply.code(200).send(partnerSuccess(presentOrder(order, { warnings, paymentUrl })));
    },
  });
}

/**
 * Reports the problems of all fields together, those found by the schema first.
 * @param sent has this type only once no problem was found.
 */
function readBody(request: FastifyRequest, sent: Static<typeof CreateOrderBody>): OrderRequest {
  const body: Record<string, unknown> = sent;
  const found = isValidationError(request.validationError) ? detailsOf(request.validationError.validation, 'body') : [];
  const problems = new Map(found.map((detail) => [detail.field, detail]));
  // Too many splits are one problem; the splits themselves are not checked then.
  const judged = problems.has('splits') ? { ...body, splits: [] } : body;
  for (const detail of findFieldProblems(judged)) if (!problems.has(detail.field)) problems.set(detail.field, detail);
  const key = keyOf(request, body, problems);
  if (problems.size > 0)
    throw new AppError('validation_failed', { details: [...problems.values()].slice(0, detailsMax) });
  return { ...sent, ...(key === undefined ? {} : { idempotency_key: key }) };
}

/** The header is used when the field is absent; different values are an error. */
function keyOf(
  request: FastifyRequest,
  body: Record<string, unknown>,
  problems: Map<string, ErrorDetail>,
): string | undefined {
  const header = idempotencyKeyOf(request);
  if (header === undefined) return undefined;
  if (body.idempotency_key !== undefined && body.idempotency_key !== header) {
    problems.set('idempotency_key', { field: 'idempotency_key', message: 'differs from the Idempotency-Key header' });
  }
  return header;
}
