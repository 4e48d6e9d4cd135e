/** POST /webhook-endpoints/{id}/…: rotations of its secret, pausing, resuming, a test event, resending. */
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { positionAll } from '../../core/events/sequencer.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { earningsPublishers } from '../../features/event-catalogue.ts';
import { addressesAlias, type Endpoint } from '../../features/webhooks/endpoint.ts';
import { rotateEndpointSecret } from '../../features/webhooks/endpoint-secrets.ts';
import { ensureAddresses } from '../../features/webhooks/manage-endpoints.ts';
import { pauseEndpoint, resumeEndpoint } from '../../features/webhooks/pause-endpoint.ts';
import { presentEndpoint } from '../../features/webhooks/present-webhooks.ts';
import { resend, sendTestEvent } from '../../features/webhooks/resend.ts';
import {
  EndpointAnswer,
  NewSecretAnswer,
  ResentAnswer,
  TestedAnswer,
} from '../../features/webhooks/webhook-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { EndpointParams, ResendBody, RotationBody, resendRequestOf } from '../shared/webhook-requests.ts';
import type { CompanyFace } from './face.ts';
import type { WebhookRouteDeps } from './webhook-endpoints.ts';

type ChangeStatus = (actor: Actor, tx: Tx, book: Book, id: string) => Promise<Endpoint>;

const statusChanges: [path: string, operationId: string, summary: string, change: ChangeStatus][] = [
  ['pause', 'pauseWebhookEndpoint', 'Pause a webhook endpoint until it is resumed', pauseEndpoint],
  ['resume', 'resumeWebhookEndpoint', 'Resume a webhook endpoint, from now on', resumeEndpoint],
];

export function endpointActRoutes(app: FastifyInstance, face: CompanyFace, { db, webhooks }: WebhookRouteDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/rotations',
    schema: {
      ...face.operation(
        'rotateWebhookSecret',
        'webhooks',
        'Rotate a secret of a webhook endpoint; shown only in this response',
      ),
      params: EndpointParams,
      body: RotationBody,
      response: face.writeAnswers({ 201: dataOf(NewSecretAnswer) }, [
        'not_found',
        'invalid_state',
        'validation_failed',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.change');
      const { id } = request.params;
      const { grace_hours: graceHours, purpose = 'signature' } = request.body;
      let secret: string | undefined;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const actor = face.actorOf(request);
        if (id === addressesAlias) await ensureAddresses(actor, tx, book);
        const rotated = await rotateEndpointSecret(actor, tx, webhooks.secrets, book, { id, purpose, graceHours });
        secret = rotated.secret;
        return { status: 201, body: partnerSuccess({ endpoint_id: rotated.endpoint.id, secret: null }) };
      });
      if (answer.replayed || secret === undefined) return sendAnswer(reply, answer);
      const { data } = JSON.parse(answer.text) as { data: { endpoint_id: string } };
      return reply.code(201).send(partnerSuccess({ ...data, secret }));
    },
  });

  for (const [path, operationId, summary, change] of statusChanges) {
    typed(app).route({
      method: 'POST',
      url: `/webhook-endpoints/:id/${path}`,
      schema: {
        ...face.operation(operationId, 'webhooks', summary),
        params: EndpointParams,
        response: face.writeAnswers({ 200: dataOf(EndpointAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = face.callerOf(request, 'webhooks.change');
        await positionAll(db, earningsPublishers, book);
        const answer = await answerOnce(db, book, request, async (tx) => ({
          status: 200,
          body: partnerSuccess(presentEndpoint(await change(face.actorOf(request), tx, book, request.params.id))),
        }));
        return sendAnswer(reply, answer);
      },
    });
  }

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/test',
    schema: {
      ...face.operation('testWebhookEndpoint', 'webhooks', 'Send a test event to a webhook endpoint'),
      params: EndpointParams,
      response: face.writeAnswers({ 202: dataOf(TestedAnswer) }, ['not_found', 'invalid_state', 'validation_failed']),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.resend');
      const answer = await answerOnce(db, book, request, async (tx) => {
        const id = await sendTestEvent(face.actorOf(request), tx, book, request.params.id, webhooks.now());
        return { status: 202, body: partnerSuccess({ event_id: id }) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/resend',
    schema: {
      ...face.operation(
        'resendWebhooks',
        'webhooks',
        'Resend one event, all failed deliveries, or a time range',
        'With `event_id`, with `parked`, or with `from` and `to`. Resent events are sent after any new ones and keep their ids.',
      ),
      params: EndpointParams,
      body: ResendBody,
      response: face.writeAnswers({ 202: dataOf(ResentAnswer) }, ['not_found', 'invalid_state', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'webhooks.resend');
      const which = resendRequestOf(request.body);
      const answer = await answerOnce(db, book, request, async (tx) => ({
        status: 202,
        body: partnerSuccess({ resent: await resend(face.actorOf(request), tx, book, request.params.id, which) }),
      }));
      return sendAnswer(reply, answer);
    },
  });
}
