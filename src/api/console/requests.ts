/** GET /requests and /requests/{request_id} of the people's API: the request log of interfaces A and B, and what a request did. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { timeOfRequestId } from '../../base/database/request-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { listEventsOfRequest } from '../../core/events/events.repository.ts';
import { byText, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findBodies, listRequests, type RequestBook } from '../../features/requests/logged-requests.repository.ts';
import { presentLogged, presentRequest } from '../../features/requests/present-request.ts';
import { LoggedRequestAnswer, RequestAnswer } from '../../features/requests/request-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience as audience } from './holder-audience.ts';

const eventsMax = 50;
/** A request is under way for less than this. */
const lastsMsMax = 120_000;
/** The clocks of two processes. */
const skewMs = 1_000;

const Query = Type.Object({
  ...pageQuery(),
  outcome: Type.Optional(
    Type.Union([Type.Literal('failed'), Type.Literal('succeeded'), Type.Literal('any')], {
      default: 'failed',
      description: 'Requests that failed, writes that succeeded, or both',
    }),
  ),
  status: Type.Optional(
    Type.String({ pattern: '^[45](xx|[0-9]{2})$', description: 'A status, `4xx` or `5xx`', examples: ['4xx'] }),
  ),
  client_id: Type.Optional(Type.String({ maxLength: 100, format: 'text', description: 'Of this key pair' })),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      format: 'text',
      description: 'A part of the path',
      examples: ['/orders'],
    }),
  ),
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'text' })),
});

const Params = Type.Object({
  request_id: Type.String({ minLength: 1, maxLength: 100, format: 'text', description: 'As in `X-Request-Id`' }),
});

const all = {
  outcome: 'any',
  statuses: undefined,
  clientId: undefined,
  path: undefined,
  requestId: undefined,
} as const;

const isRequestId = (text: string): boolean => timeOfRequestId(text) !== undefined;

export function requestRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/requests',
    schema: {
      ...audience.operation(
        'listFailedRequests',
        'requests',
        'Requests to interfaces A and B in the last 7 days: those that failed, and writes that succeeded',
      ),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(LoggedRequestAnswer) }, ['validation_failed']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'requests.read');
      const inFull = isAllowed(actorOf(request), 'requests.read_in_full', book);
      const { status, client_id: clientId, path, request_id: requestId } = request.query;
      const statuses = status === undefined ? undefined : statusesOf(status);
      const filter = { outcome: request.query.outcome ?? 'failed', statuses, clientId, path, requestId };
      const { rows, next } = await readPage(request.query, byText('requestId', isRequestId), async (page) =>
        // An id of another form is that of no request.
        requestId === undefined || isRequestId(requestId) ? listRequests(db, book, filter, page) : [],
      );
      return partnerPage(
        rows.map((row) => presentLogged(row, inFull)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/requests/:request_id',
    schema: {
      ...audience.operation('getRequest', 'requests', 'One request: what was sent, why it failed, and what it did'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(RequestAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'requests.read');
      const inFull = isAllowed(actorOf(request), 'requests.read_in_full', book);
      const { request_id: requestId } = request.params;
      const events = await eventsOf(db, book, requestId);
      const [logged] = events === undefined ? [] : await listRequests(db, book, { ...all, requestId }, { limit: 1 });
      if (events === undefined || (logged === undefined && events.length === 0)) throw unknownRequest();
      const found = logged && { request: logged, bodies: await findBodies(db, book, requestId) };
      return partnerSuccess(presentRequest(requestId, found, events, inFull));
    },
  });
}

/** @returns undefined for an id that no request can have. */
async function eventsOf(db: Database, book: RequestBook, requestId: string) {
  const at = timeOfRequestId(requestId)?.getTime();
  if (at === undefined) return undefined;
  const span = { from: new Date(at - skewMs), to: new Date(at + lastsMsMax) };
  return listEventsOfRequest(db, book, { requestId, ...span }, eventsMax);
}

function statusesOf(text: string): readonly [number, number] {
  const hundred = Number(text.slice(0, 1)) * 100;
  return text.endsWith('xx') ? [hundred, hundred + 99] : [Number(text), Number(text)];
}

const unknownRequest = (): AppError =>
  new AppError('not_found', {
    message: 'No request of this account that failed in the last 7 days, or changed something, has this ID.',
  });
