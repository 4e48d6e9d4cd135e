/** GET, POST, PUT and DELETE of /webhook-endpoints: reading, making, changing and deleting endpoints. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { positionAll } from '../../core/events/sequencer.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { earningsPublishers } from '../../features/event-catalogue.ts';
import { countDeliveries } from '../../features/webhooks/deliveries.repository.ts';
import { addressesAlias } from '../../features/webhooks/endpoint.ts';
import { unknownEndpoint } from '../../features/webhooks/endpoint-errors.ts';
import { hasEndpointSecret } from '../../features/webhooks/endpoint-secrets.ts';
import { findEndpoint, listEndpoints } from '../../features/webhooks/endpoints.repository.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  ensureAddresses,
  type MadeEndpoint,
  type WebhookDeps,
} from '../../features/webhooks/manage-endpoints.ts';
import { presentEndpoint, presentMade } from '../../features/webhooks/present-webhooks.ts';
import { EndpointAnswer, EndpointInFullAnswer, MadeEndpointAnswer } from '../../features/webhooks/webhook-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { ChangeEndpointBody, EndpointParams, NewEndpointBody, requestOf } from '../shared/webhook-requests.ts';
import type { CompanyFace } from './face.ts';

const countedMax = 1_000;

/** `now` is the real clock. */
export type WebhookRouteDeps = { db: Database; webhooks: WebhookDeps & { now: () => Date } };

export function endpointRoutes(app: FastifyInstance, face: CompanyFace, { db, webhooks }: WebhookRouteDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints',
    schema: {
      ...face.operation('listWebhookEndpoints', 'webhooks', 'List the webhook endpoints of the mode, oldest first'),
      response: face.readAnswers({ 200: pageOf(EndpointAnswer) }),
    },
    handler: async (request) => {
      const endpoints = await listEndpoints(db, face.callerOf(request, 'webhooks.read'));
      return partnerPage(endpoints.map(presentEndpoint), null);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id',
    schema: {
      ...face.operation('getWebhookEndpoint', 'webhooks', 'A webhook endpoint, with its pending and failed deliveries'),
      params: EndpointParams,
      response: face.readAnswers({ 200: dataOf(EndpointInFullAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = face.callerOf(request, 'webhooks.read');
      const endpoint = await findEndpoint(db, book, request.params.id);
      if (endpoint === undefined) throw unknownEndpoint();
      const counts = await countDeliveries(db, endpoint, countedMax);
      return partnerSuccess({
        ...presentEndpoint(endpoint),
        has_secret: await hasEndpointSecret(db, endpoint),
        ...counts,
      });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints',
    schema: {
      ...face.operation(
        'createWebhookEndpoint',
        'webhooks',
        'Create a webhook endpoint; its secret is only in this response',
      ),
      body: NewEndpointBody,
      response: face.writeAnswers({ 201: dataOf(MadeEndpointAnswer) }, ['validation_failed', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.change');
      await positionAll(db, earningsPublishers, book);
      let made: MadeEndpoint | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const body = { ...requestOf(request.body), url: request.body.url };
        made = await createEndpoint(face.actorOf(request), tx, webhooks, book, body);
        return { status: 201, body: partnerSuccess(presentMade(made)) };
      });
      if (answer.replayed || made === undefined) return sendAnswer(reply, answer);
      return reply.code(201).send(partnerSuccess(withSecrets(made)));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/webhook-endpoints/:id',
    schema: {
      ...face.operation(
        'updateWebhookEndpoint',
        'webhooks',
        'Change a webhook endpoint; omitted fields stay as they are',
      ),
      params: EndpointParams,
      body: ChangeEndpointBody,
      response: face.writeAnswers({ 200: dataOf(MadeEndpointAnswer) }, ['not_found', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.change');
      const { id } = request.params;
      let made: MadeEndpoint | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const actor = face.actorOf(request);
        if (id === addressesAlias) await ensureAddresses(actor, tx, book);
        made = await changeEndpoint(actor, tx, webhooks, book, id, requestOf(request.body));
        return { status: 200, body: partnerSuccess(presentMade(made)) };
      });
      if (answer.replayed || made === undefined) return sendAnswer(reply, answer);
      return reply.send(partnerSuccess(withSecrets(made)));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/webhook-endpoints/:id',
    schema: {
      ...face.operation('deleteWebhookEndpoint', 'webhooks', 'Delete a webhook endpoint; nothing more is sent there'),
      params: EndpointParams,
      response: face.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.change');
      const answer = await answerOnce(db, book, request, async (tx) => {
        await deleteEndpoint(face.actorOf(request), tx, book, request.params.id);
        return { status: 200, body: partnerSuccess(null) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const withSecrets = (made: MadeEndpoint) => ({
  ...presentMade(made),
  secret: made.secret,
  extra_header_secret: made.extraHeaderSecret,
});
