/** POST /orders/bulk: schema and HTTP only; the recording is in `record-many-orders.ts`. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { limitBodiesInProgress } from '../../core/http/bodies-in-progress.ts';
import { stepInTurns, turnBytesMax, turnFor } from '../../core/http/body-turns.ts';
import { acceptUnparsedJson, bodyBytesMax, readJsonObject, requireBody } from '../../core/http/content-types.ts';
import type { OutageLog } from '../../core/http/outage-log.ts';
import type { RateWindow } from '../../core/http/rate-window.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { isJson, splitObject } from '../../core/http/split-json.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { createJudge } from '../../core/http/validation.ts';
import { CreateOrderBody, OrderResult } from '../../features/orders/order-schemas.ts';
import type { OrderRequest } from '../../features/orders/plan-order.ts';
import { ordersPerTurn, recordManyOrders } from '../../features/orders/record-many-orders.ts';
import { dataOf, successText } from '../shared/envelope.ts';
import { partnerAudience } from './audience.ts';
import { limitHeaders, limitRequests, partnerActor, partnerOf, uncountUnavailable } from './authenticate.ts';
import { resultTexts } from './order-results.ts';
import type { CreateOrderDeps } from './orders.ts';
import { readOrder } from './read-order.ts';

const ordersMax = 1_000;
const bulkBodyBytesMax = 8_388_608;
/** The bodies of all requests in progress, together. */
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
      ...partnerAudience.operation(
        'createManyOrders',
        'orders',
        'Record many orders',
        'Each order is independent, as if it had been sent to POST /orders by itself. The response has one result for each, in the same order. Retry those with status 503.',
      ),
      body: describedBody(Body),
      response: partnerAudience.writeAnswers(
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
      partnerAudience.callerOf(request, 'orders.record');
      const actor = partnerActor(request);
      const caller = partnerOf(request);
      if (deps.write.isBusy?.('bulk', caller.holderId)) throw new AppError('unavailable', { retryAfterSeconds: 1 });
      const read = await readItems(request.body as unknown as Buffer, judge);
      const outcomes = await recordManyOrders(actor, deps, caller, read);
      const texts = await resultTexts(actor, { ...deps, request }, caller, outcomes);
      return sendAnswer(reply, {
        status: 200,
        text: successText(`{"results":[${texts.join(',')}]}`),
        replayed: false,
      });
    },
  });
}

type Judge = ReturnType<typeof createJudge>;

/** Made when it is thrown: an error keeps the code that made it in memory, here that of the whole program. */
const unsplit: Record<'malformed' | 'too_long' | 'too_large', () => AppError> = {
  malformed: () => new AppError('malformed_json'),
  too_long: () => invalidField('orders', `must have at most ${ordersMax} items`),
  too_large: () => invalidField('body', `must have at most ${bodyBytesMax} bytes beside the items of orders`),
};

/** @throws AppError `malformed_json`, `validation_failed` about the body as a whole. */
async function readItems(body: Buffer, judge: Judge): Promise<(OrderRequest | AppError)[]> {
  const limits = { itemsMax: ordersMax, othersBytesMax: bodyBytesMax };
  const split = await stepInTurns(body.length, splitObject(body, 'orders', limits));
  if (!split.ok) throw unsplit[split.reason]();
  if (split.items === undefined) throw invalidField('orders', 'must be an array');
  if (split.items.length === 0) throw invalidField('orders', 'must have at least 1 item');
  const read: (OrderRequest | AppError)[] = [];
  for (const some of inTurns(split.items)) {
    await turnFor(some.reduce((bytes, item) => bytes + item.length, 0));
    read.push(...some.map((item) => readItem(item, judge)));
  }
  return read;
}

/** Takes the items to read in one turn; a large item is read alone. */
function* inTurns(items: readonly Buffer[]): Generator<Buffer[]> {
  let some: Buffer[] = [];
  let bytes = 0;
  for (const item of items) {
    if (some.length === ordersPerTurn || (some.length > 0 && bytes + item.length > turnBytesMax)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(item);
    bytes += item.length;
  }
  yield some;
}

function readItem(item: Buffer, judge: Judge): OrderRequest | AppError {
  // Not even parsed: it may be as large as the whole body.
  if (item.length > bodyBytesMax) return invalidField('body', `is larger than ${bodyBytesMax} bytes`);
  const object = readJsonObject(item);
  if (object === undefined) {
    if (!isJson(item)) throw new AppError('malformed_json');
    return invalidField('body', 'must be an object');
  }
  try {
    return readOrder(object, judge(object));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
