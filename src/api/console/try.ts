/**
 * POST /try: sends one request to interface A or B as the holder, in test mode, through everything that a request from
 * outside goes through, and says what it was answered (docs/contract/people.md, "Trying requests").
 */
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { NullableText, recordOf, Text } from '../../base/schemas/parts.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import type { RateWindow } from '../../core/http/rate-window.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Caller } from '../../features/api-keys/authenticate.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import type { OpenApi } from '../operations/reference/postman.ts';
import { addressOf, findTried } from '../operations/reference/tried-operations.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience as audience } from './holder-audience.ts';

const valueLengthMax = 2_048;
const perMinute = 60;
/** What a page can show; longer answers are cut. */
const shownLengthMax = 100_000;

const Values = recordOf(Type.String({ maxLength: valueLengthMax }), 'By name');
const Body = Type.Object({
  operation: Type.String({ maxLength: 100, description: 'Its operationId', examples: ['listWallets'] }),
  path: Type.Optional(Values),
  query: Type.Optional(Values),
  body: Type.Optional(Type.String({ description: 'As it is sent: JSON text' })),
});

const Tried = Type.Object(
  {
    status: Type.Integer({ examples: [200] }),
    content_type: NullableText,
    request_id: Text('9f1c2f5e-5d8a-4c57-9d0e-0d5b4c9f7a11'),
    headers: Type.Array(Type.Object({ name: Text('ratelimit'), value: Text('"orders";r=59;t=60') })),
    body: Text('{"status":true,"data":[]}'),
    is_cut: Type.Boolean({ description: 'Only the beginning of the body is here' }),
  },
  { title: 'TriedRequest', description: 'The response to a request' },
);

/** Headers that say something about the answer. */
const shownHeaders = ['ratelimit-policy', 'ratelimit', 'retry-after', 'idempotent-replayed', 'content-disposition'];

export type TryRouteDeps = { trials: Trials; tryWindow: RateWindow };

export function tryRoute(app: FastifyInstance, { trials, tryWindow }: TryRouteDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/try',
    schema: {
      ...audience.operation(
        'tryRequest',
        'keys',
        'Send a request to interface A or B in test mode, without a key pair',
      ),
      body: Body,
      response: audience.readAnswers({ 200: dataOf(Tried) }, [
        ...everyWrite,
        'merchant_not_active',
        'validation_failed',
        'rate_limited',
      ]),
    },
    bodyLimit: listBytesMax,
    onRequest: limitTries(tryWindow),
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'requests.try');
      const actor = actorOf(request);
      const { operation, path = {}, query = {}, body } = request.body;
      const kind = actor.holderKind as Caller['holderKind'];
      const found = findTried(app.swagger() as unknown as OpenApi, kind, operation);
      if (found === undefined) throw invalidField('operation', 'is not an operation that can be tried here');
      const address = addressOf(found.path, path);
      if (!address.ok) throw invalidField(`path.${address.missing}`, 'is missing');
      const answer = await trials.run(actor, (headers) =>
        app.inject({
          method: found.method as 'GET',
          url: address.url,
          query,
          remoteAddress: request.ip,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { payload: body }),
        }),
      );
      return partnerSuccess(present(answer));
    },
  });
}

/** Counts a request before its body is read, because a body that is refused costs as much. */
function limitTries(window: RateWindow) {
  return async (request: FastifyRequest): Promise<void> => {
    const taken = await window.take(actorOf(request).personId, perMinute);
    if (!taken.ok) throw new AppError('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds });
  };
}

function present({ statusCode, headers, body }: LightMyRequestResponse) {
  const type = headers['content-type'];
  return {
    status: statusCode,
    content_type: type === undefined ? null : String(type),
    request_id: String(headers['x-request-id']),
    headers: shownHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [{ name, value: String(value) }];
    }),
    body: body.slice(0, shownLengthMax),
    is_cut: body.length > shownLengthMax,
  };
}
