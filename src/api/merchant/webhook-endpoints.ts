/**
 * Webhook endpoints on interface A: which there are, and sending events to one of them again
 * (docs/contract/merchant.md, "Merchant webhooks"). Making and changing them is for people.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listEndpoints } from '../../features/webhooks/endpoints.repository.ts';
import { presentEndpoint } from '../../features/webhooks/present-webhooks.ts';
import { resend } from '../../features/webhooks/resend.ts';
import { MerchantEndpoints, ResentAnswer } from '../../features/webhooks/webhook-schemas.ts';
import { EndpointParams, ResendBody, resendRequestOf } from '../shared/webhook-requests.ts';
import { merchantAnswers, merchantOperation } from './answers.ts';
import { merchantActor, merchantOf } from './authenticate.ts';
import { merchantSuccess } from './envelope.ts';
import { namingField, refuseInvalid } from './named-field.ts';

export function merchantWebhookRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/webhook-endpoints',
    schema: {
      ...merchantOperation('listMerchantWebhookEndpoints', 'List webhook endpoints, oldest first', 'bearer'),
      response: merchantAnswers(MerchantEndpoints, { by: 'bearer', reads: true }),
    },
    handler: async (request, reply) => {
      const book = merchantOf(request);
      authorize(merchantActor(request), 'webhooks.read', book);
      const endpoints = await listEndpoints(db, book);
      return reply.send(merchantSuccess('SUCCESS', { endpoints: endpoints.map(presentEndpoint) }));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/webhook-endpoints/:id/resend',
    schema: {
      ...merchantOperation(
        'resendMerchantWebhooks',
        'Resend one event, all failed deliveries, or a time range',
        'bearer',
      ),
      params: EndpointParams,
      body: ResendBody,
      response: merchantAnswers(ResentAnswer, {
        by: 'bearer',
        idempotent: true,
        codes: ['not_found', 'invalid_state'],
      }),
    },
    attachValidation: true,
    config: { trueFields: ['parked'] },
    preValidation: requireBody,
    handler: async (request, reply) => {
      refuseInvalid(request, 'body');
      const { holderId, mode } = merchantOf(request);
      const book = { holderId, mode };
      const answer = await namingField(async () => {
        const which = resendRequestOf(request.body);
        return answerOnce(db, book, request, async (tx) => ({
          status: 200,
          body: merchantSuccess('SUCCESS', {
            resent: await resend(merchantActor(request), tx, book, request.params.id, which),
          }),
        }));
      });
      return sendAnswer(reply, answer);
    },
  });
}
