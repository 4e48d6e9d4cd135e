/** /webhook-endpoints/{id}/deliveries: the log of an endpoint, one event's attempts in full, and resending it. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isAllowed } from '../../core/access/authorize.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  findDelivery,
  findRequestOf,
  listAttempts,
  listDeliveries,
} from '../../features/webhooks/deliveries.repository.ts';
import { deliveryStatuses } from '../../features/webhooks/endpoint.ts';
import { unknownDelivery, unknownEndpoint } from '../../features/webhooks/endpoint-errors.ts';
import { findEndpoint } from '../../features/webhooks/endpoints.repository.ts';
import { presentAttempt, presentDelivery } from '../../features/webhooks/present-webhooks.ts';
import { resend } from '../../features/webhooks/resend.ts';
import { DeliveryAnswer, DeliveryInFullAnswer, ResentAnswer } from '../../features/webhooks/webhook-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { DeliveryParams, EndpointParams } from '../shared/webhook-requests.ts';
import type { CompanyFace } from './face.ts';
import type { WebhookRouteDeps } from './webhook-endpoints.ts';

const limitDefault = 25;
const limitMax = 100;
const attemptsShownMax = 50;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
  status: Type.Optional(Type.Enum([...deliveryStatuses], { description: 'Only those' })),
});

export function deliveryRoutes(app: FastifyInstance, face: CompanyFace, { db }: WebhookRouteDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id/deliveries',
    schema: {
      ...face.operation('listWebhookDeliveries', 'webhooks', 'List the deliveries of an endpoint, newest first'),
      params: EndpointParams,
      querystring: Query,
      response: face.readAnswers({ 200: pageOf(DeliveryAnswer) }, ['not_found', 'validation_failed']),
    },
    handler: async (request) => {
      const book = face.callerOf(request, 'webhooks.read');
      const endpoint = await findEndpoint(db, book, request.params.id);
      if (endpoint === undefined) throw unknownEndpoint();
      const { limit = limitDefault, cursor: before, status } = request.query;
      const found = await listDeliveries(db, endpoint, { status, before, limit: limit + 1 });
      const shown = found.slice(0, limit);
      return partnerPage(shown.map(presentDelivery), found.length > limit ? (shown.at(-1)?.eventId ?? null) : null);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id/deliveries/:event_id',
    schema: {
      ...face.operation('getWebhookDelivery', 'webhooks', 'Get one delivery of an endpoint, with every attempt'),
      params: DeliveryParams,
      response: face.readAnswers({ 200: dataOf(DeliveryInFullAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = face.callerOf(request, 'webhooks.read');
      const inFull = isAllowed(face.actorOf(request), 'events.read_in_full', book);
      const endpoint = await findEndpoint(db, book, request.params.id);
      if (endpoint === undefined) throw unknownEndpoint();
      const delivery = await findDelivery(db, endpoint, request.params.event_id);
      if (delivery === undefined) throw unknownDelivery();
      const attempts = await listAttempts(db, endpoint, delivery.eventId, attemptsShownMax);
      return partnerSuccess({
        ...presentDelivery(delivery),
        request_id: await findRequestOf(db, book.holderId, delivery.eventId),
        log: attempts.map((attempt) => presentAttempt(attempt, inFull)),
      });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/deliveries/:event_id/resend',
    schema: {
      ...face.operation('resendWebhook', 'webhooks', 'Resend one event to an endpoint'),
      params: DeliveryParams,
      response: face.writeAnswers({ 202: dataOf(ResentAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.resend');
      const { id, event_id: eventId } = request.params;
      const answer = await answerOnce(db, book, request, async (tx) => ({
        status: 202,
        body: partnerSuccess({ resent: await resend(face.actorOf(request), tx, book, id, { eventId }) }),
      }));
      return sendAnswer(reply, answer);
    },
  });
}
