/** POST /orders/bulk: schema and HTTP only; the recording is in `record-many-orders.ts`. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../http/answers.ts';
import { limitBodiesInProgress } from '../../http/bodies-in-progress.ts';
import { acceptUnparsedJson, bodyBytesMax, readJsonObject, requireBody } from '../../http/content-types.ts';
import type { OutageLog } from '../../http/outage-log.ts';
import type { RateWindow } from '../../http/rate-window.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { isJson, splitObject } from '../../http/split-json.ts';
import { typed } from '../../http/typed-routes.ts';
import { createJudge } from '../../http/validation.ts';
import { dataOf } from '../../interfaces/envelope.ts';
import {
  limitHeaders,
  limitRequests,
  partnerActor,
  partnerOf,
  uncountUnavailable,
} from '../../interfaces/partner/authenticate.ts';
import { partnerFace } from '../../interfaces/partner/face.ts';
import { OrderResult } from '../order-schemas.ts';
import type { OrderRequest } from '../plan-order.ts';
import { ordersPerTurn, recordManyOrders } from '../record-many-orders.ts';
import type { CreateOrderDeps } from './create-order.route.ts';
import { CreateOrderBody } from './order-requests.ts';
import { resultTexts } from './order-results.ts';
import { readOrder } from './read-order.ts';

const ordersMax = 1_000;
const bulkBodyBytesMax = 8_388_608;
/** Of all requests in progress. */
const bodiesBytesMax = 8 * bulkBodyBytesMax;

const Body = Type.Object({ orders: Type.Array(CreateOrderBody, { minItems: 1, maxItems: ordersMax }) });

export type CreateManyOrdersDeps = CreateOrderDeps & { bulkWindow: RateWindow; outages: OutageLog };

/** Call it in a scope of its own: bodies are not parsed there. */
export function createManyOrdersRoute(scope: FastifyInstance, deps: CreateManyOrdersDeps): void {
  acceptUnparsedJson(scope);
  const judge = createJudge(CreateOrderBody);
  typed(scope).route({
    method: 'POST',
    url: '/orders/bulk',
    schema: {
      ...partnerFace.operation(
        'createManyOrders',
        'orders',
        'Record many orders',
        'Each order is independent, as if it had been sent to POST /orders by itself. The response has one result for each, in the same order. Retry those with status 503.',
      ),
      body: describedBody(Body),
      response: partnerFace.writeAnswers(
        { 200: dataOf(Type.Object({ results: Type.Array(OrderResult) })) },
        ['rate_limited'],
        limitHeaders('orders-bulk'),
      ),
    },
    ...validatedByRoute,
    bodyLimit: bulkBodyBytesMax,
    onRequest: [limitBodiesInProgress(bodiesBytesMax), limitRequests('orders-bulk', deps.bulkWindow)],
    onSend: uncountUnavailable(deps.bulkWindow),
    preValidation: requireBody,
    handler: async (request, reply) => {
      partnerFace.callerOf(request, 'orders.record');
      const actor = partnerActor(request);
      const caller = partnerOf(request);
      if (deps.write.isBusy?.('bulk', caller.holderId)) throw new AppError('unavailable', { retryAfterSeconds: 1 });
      const read = await readItems(request.body as unknown as Buffer, judge);
      const outcomes = await recordManyOrders(actor, deps, caller, read);
      const texts = await resultTexts(actor, { ...deps, request }, caller, outcomes);
      return sendAnswer(reply, {
        status: 200,
        text: `{"status":true,"data":{"results":[${texts.join(',')}]}}`,
        replayed: false,
      });
    },
  });
}

type Judge = ReturnType<typeof createJudge>;

/** @throws AppError `malformed_json`, `validation_failed` about the body as a whole. */
async function readItems(body: Buffer, judge: Judge): Promise<(OrderRequest | AppError)[]> {
  const split = splitObject(body, 'orders', ordersMax);
  if (!split.ok)
    throw split.reason === 'malformed'
      ? new AppError('malformed_json')
      : refusalOf('orders', `must have at most ${ordersMax} items`);
  if (split.items === undefined) throw refusalOf('orders', 'must be an array');
  if (split.items.length === 0) throw refusalOf('orders', 'must have at least 1 item');
  const read: (OrderRequest | AppError)[] = [];
  for (const item of split.items) {
    read.push(readItem(item, judge));
    if (read.length % ordersPerTurn === 0) await turnOfOthers();
  }
  return read;
}

function readItem(item: Buffer, judge: Judge): OrderRequest | AppError {
  const object = item.length > bodyBytesMax ? undefined : readJsonObject(item);
  if (object === undefined) {
    if (!isJson(item)) throw new AppError('malformed_json');
    return refusalOf('body', item.length > bodyBytesMax ? `is larger than ${bodyBytesMax} bytes` : 'must be an object');
  }
  try {
    return readOrder(object, judge(object));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const refusalOf = (field: string, message: string): AppError =>
  new AppError('validation_failed', { details: [{ field, message }] });
