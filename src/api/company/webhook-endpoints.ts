/** /webhook-endpoints: endpoints, their secrets, pauses, test events, deliveries and resending. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { positionAll } from '../../core/events/sequencer.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byText, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import { earningsPublishers } from '../../features/event-catalog.ts';
import {
  countDeliveries,
  findDelivery,
  findRequestOf,
  listAttempts,
  listDeliveries,
} from '../../features/webhooks/deliveries.repository.ts';
import { addressesAlias, deliveryStatuses, type Endpoint } from '../../features/webhooks/endpoint.ts';
import { unknownDelivery, unknownEndpoint } from '../../features/webhooks/endpoint-errors.ts';
import { hasEndpointSecret, rotateEndpointSecret } from '../../features/webhooks/endpoint-secrets.ts';
import { findEndpoint, listEndpoints } from '../../features/webhooks/endpoints.repository.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  ensureAddresses,
  type MadeEndpoint,
  type WebhookDeps,
} from '../../features/webhooks/manage-endpoints.ts';
import { pauseEndpoint, resumeEndpoint } from '../../features/webhooks/pause-endpoint.ts';
import {
  presentAttempt,
  presentDelivery,
  presentEndpoint,
  presentMade,
} from '../../features/webhooks/present-webhooks.ts';
import { resend, sendTestEvent } from '../../features/webhooks/resend.ts';
import {
  DeliveryAnswer,
  DeliveryInFullAnswer,
  EndpointAnswer,
  EndpointInFullAnswer,
  MadeEndpointAnswer,
  NewSecretAnswer,
  ResentAnswer,
  TestedAnswer,
} from '../../features/webhooks/webhook-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import {
  ChangeEndpointBody,
  DeliveryParams,
  EndpointParams,
  NewEndpointBody,
  ResendBody,
  RotationBody,
  requestOf,
  resendRequestOf,
} from '../shared/webhook-requests.ts';
import type { CompanyAudience } from './audience.ts';

const countedMax = 1_000;

/** `now` is the real clock. */
export type WebhookRouteDeps = {
  db: Database;
  webhooks: WebhookDeps & { now: () => Date };
  authenticator: Pick<Authenticator, 'dropHolder'>;
};

function endpointRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  readEndpointRoutes(app, audience, deps);
  changeEndpointRoutes(app, audience, deps);
  deleteEndpointRoute(app, audience, deps);
}

function readEndpointRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints',
    schema: {
      ...audience.operation('listWebhookEndpoints', 'webhooks', 'List the webhook endpoints of the mode, oldest first'),
      response: audience.readAnswers({ 200: pageOf(EndpointAnswer) }),
    },
    handler: async (request) => {
      const endpoints = await listEndpoints(db, audience.callerOf(request, 'webhooks.read'));
      return partnerPage(endpoints.map(presentEndpoint), null);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id',
    schema: {
      ...audience.operation(
        'getWebhookEndpoint',
        'webhooks',
        'A webhook endpoint, with its pending and failed deliveries',
      ),
      params: EndpointParams,
      response: audience.readAnswers({ 200: dataOf(EndpointInFullAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'webhooks.read');
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
}

function changeEndpointRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db, webhooks, authenticator } = deps;

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints',
    schema: {
      ...audience.operation(
        'createWebhookEndpoint',
        'webhooks',
        'Create a webhook endpoint; its secret is only in this response',
      ),
      body: NewEndpointBody,
      response: audience.writeAnswers({ 201: dataOf(MadeEndpointAnswer) }, ['validation_failed', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.change');
      await positionAll(db, earningsPublishers, book);
      let made: MadeEndpoint | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const body = { ...requestOf(request.body), url: request.body.url };
        made = await createEndpoint(audience.actorOf(request), tx, webhooks, book, body);
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
      ...audience.operation(
        'updateWebhookEndpoint',
        'webhooks',
        'Change a webhook endpoint; omitted fields stay as they are',
      ),
      params: EndpointParams,
      body: ChangeEndpointBody,
      response: audience.writeAnswers({ 200: dataOf(MadeEndpointAnswer) }, ['not_found', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.change');
      const { id } = request.params;
      let made: MadeEndpoint | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const actor = audience.actorOf(request);
        if (id === addressesAlias) await ensureAddresses(actor, tx, book);
        made = await changeEndpoint(actor, tx, webhooks, book, id, requestOf(request.body));
        return { status: 200, body: partnerSuccess(presentMade(made)) };
      });
      if (made?.endpoint.kind === 'addresses') authenticator.dropHolder(book.holderId);
      if (answer.replayed || made === undefined) return sendAnswer(reply, answer);
      return reply.send(partnerSuccess(withSecrets(made)));
    },
  });
}

function deleteEndpointRoute(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db } = deps;

  typed(app).route({
    method: 'DELETE',
    url: '/webhook-endpoints/:id',
    schema: {
      ...audience.operation(
        'deleteWebhookEndpoint',
        'webhooks',
        'Delete a webhook endpoint; nothing more is sent there',
      ),
      params: EndpointParams,
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.change');
      const answer = await answerOnce(db, book, request, async (tx) => {
        await deleteEndpoint(audience.actorOf(request), tx, book, request.params.id);
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

type ChangeStatus = (actor: Actor, tx: Tx, book: Book, id: string) => Promise<Endpoint>;

const statusChanges: [path: string, operationId: string, summary: string, change: ChangeStatus][] = [
  ['pause', 'pauseWebhookEndpoint', 'Pause a webhook endpoint until it is resumed', pauseEndpoint],
  ['resume', 'resumeWebhookEndpoint', 'Resume a webhook endpoint, from now on', resumeEndpoint],
];

function endpointActRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  secretRoute(app, audience, deps);
  pauseRoutes(app, audience, deps);
  sendRoutes(app, audience, deps);
}

function secretRoute(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db, webhooks } = deps;

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/rotations',
    schema: {
      ...audience.operation(
        'rotateWebhookSecret',
        'webhooks',
        'Rotate a secret of a webhook endpoint; shown only in this response',
      ),
      params: EndpointParams,
      body: RotationBody,
      response: audience.writeAnswers({ 201: dataOf(NewSecretAnswer) }, [
        'not_found',
        'invalid_state',
        'validation_failed',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.change');
      const { id } = request.params;
      const { grace_hours: graceHours, purpose = 'signature' } = request.body;
      let secret: string | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const actor = audience.actorOf(request);
        if (id === addressesAlias) await ensureAddresses(actor, tx, book);
        const rotated = await rotateEndpointSecret(actor, tx, webhooks.secrets, book, { id, purpose, graceHours });
        secret = rotated.secret;
        return { status: 201, body: partnerSuccess({ endpoint_id: rotated.endpoint.id, secret: null }) };
      });
      if (answer.body === undefined || secret === undefined) return sendAnswer(reply, answer);
      return reply.code(201).send(partnerSuccess({ ...answer.body.data, secret }));
    },
  });
}

function pauseRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db } = deps;

  for (const [path, operationId, summary, change] of statusChanges) {
    typed(app).route({
      method: 'POST',
      url: `/webhook-endpoints/:id/${path}`,
      schema: {
        ...audience.operation(operationId, 'webhooks', summary),
        params: EndpointParams,
        response: audience.writeAnswers({ 200: dataOf(EndpointAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = audience.callerOf(request, 'webhooks.change');
        await positionAll(db, earningsPublishers, book);
        const answer = await answerOnce(db, book, request, async (tx) => ({
          status: 200,
          body: partnerSuccess(presentEndpoint(await change(audience.actorOf(request), tx, book, request.params.id))),
        }));
        return sendAnswer(reply, answer);
      },
    });
  }
}

function sendRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  const { db, webhooks } = deps;

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/test',
    schema: {
      ...audience.operation('testWebhookEndpoint', 'webhooks', 'Send a test event to a webhook endpoint'),
      params: EndpointParams,
      response: audience.writeAnswers({ 202: dataOf(TestedAnswer) }, [
        'not_found',
        'invalid_state',
        'validation_failed',
      ]),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.resend');
      const answer = await answerOnce(db, book, request, async (tx) => {
        const id = await sendTestEvent(audience.actorOf(request), tx, book, request.params.id, webhooks.now());
        return { status: 202, body: partnerSuccess({ event_id: id }) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/resend',
    schema: {
      ...audience.operation(
        'resendWebhooks',
        'webhooks',
        'Resend one event, all failed deliveries, or a time range',
        'With `event_id`, with `parked`, or with `from` and `to`. Resent events are sent after any new ones and keep their ids.',
      ),
      params: EndpointParams,
      body: ResendBody,
      response: audience.writeAnswers({ 202: dataOf(ResentAnswer) }, [
        'not_found',
        'invalid_state',
        'validation_failed',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.resend');
      const which = resendRequestOf(request.body);
      const answer = await answerOnce(db, book, request, async (tx) => ({
        status: 202,
        body: partnerSuccess({ resent: await resend(audience.actorOf(request), tx, book, request.params.id, which) }),
      }));
      return sendAnswer(reply, answer);
    },
  });
}

export function webhookRoutes(app: FastifyInstance, audience: CompanyAudience, deps: WebhookRouteDeps): void {
  endpointRoutes(app, audience, deps);
  endpointActRoutes(app, audience, deps);
  deliveryRoutes(app, audience, deps);
}

const attemptsShownMax = 50;

const Query = Type.Object({
  ...pageQuery(),
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
  status: Type.Optional(Type.Enum([...deliveryStatuses], { description: 'Only those' })),
});

function deliveryRoutes(app: FastifyInstance, audience: CompanyAudience, { db }: WebhookRouteDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id/deliveries',
    schema: {
      ...audience.operation('listWebhookDeliveries', 'webhooks', 'List the deliveries of an endpoint, newest first'),
      params: EndpointParams,
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(DeliveryAnswer) }, ['not_found', 'validation_failed']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'webhooks.read');
      const endpoint = await findEndpoint(db, book, request.params.id);
      if (endpoint === undefined) throw unknownEndpoint();
      const { status } = request.query;
      const { rows, next } = await readPage(request.query, byText('eventId'), (page) =>
        listDeliveries(db, endpoint, { ...page, status }),
      );
      return partnerPage(rows.map(presentDelivery), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints/:id/deliveries/:event_id',
    schema: {
      ...audience.operation('getWebhookDelivery', 'webhooks', 'Get one delivery of an endpoint, with every attempt'),
      params: DeliveryParams,
      response: audience.readAnswers({ 200: dataOf(DeliveryInFullAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'webhooks.read');
      const inFull = isAllowed(audience.actorOf(request), 'events.read_in_full', book);
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
      ...audience.operation('resendWebhook', 'webhooks', 'Resend one event to an endpoint'),
      params: DeliveryParams,
      response: audience.writeAnswers({ 202: dataOf(ResentAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'webhooks.resend');
      const { id, event_id: eventId } = request.params;
      const answer = await answerOnce(db, book, request, async (tx) => ({
        status: 202,
        body: partnerSuccess({ resent: await resend(audience.actorOf(request), tx, book, id, { eventId }) }),
      }));
      return sendAnswer(reply, answer);
    },
  });
}
