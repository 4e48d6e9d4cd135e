/**
 * POST /funding/stripe/webhook: Stripe's webhook. A correctly signed event enqueues a job that queries the API, and is
 * answered once that is committed. Must never move money or trust an event without a valid signature.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import { type Actor, originOf, providerActor } from '../../core/access/actor.ts';
import { jsonAnswer } from '../../core/http/answers.ts';
import { acceptBytes, listBytesMax } from '../../core/http/content-types.ts';
import type { ProviderNotice } from '../../features/providers/provider.ts';
import { serviceAnswers, serviceOperation } from '../operations/answers.ts';
import { providersBasePath } from './interface.ts';

export const stripeWebhookPath = `${providersBasePath}/stripe/webhook`;

export type StripeWebhookDeps = {
  webhookSecret: string;
  onNotice: (actor: Actor, notice: ProviderNotice) => Promise<void>;
};

const Received = Type.Object({ received: Type.Literal(true) });

/** @param app must be a separate scope, because its bodies are not parsed. */
export function stripeWebhookRoute(app: FastifyInstance, { webhookSecret, onNotice }: StripeWebhookDeps): void {
  acceptBytes(app);
  app.route({
    method: 'POST',
    url: stripeWebhookPath,
    bodyLimit: listBytesMax,
    schema: {
      ...serviceOperation('receiveStripeNotice', 'A signed notice of Stripe'),
      response: serviceAnswers({ 200: jsonAnswer(Received, 'Committed') }, ['invalid_signature', 'payload_too_large']),
    },
    handler: async (request) => {
      // Loaded on use: without card payments, Stripe's library is not needed.
      const { readStripeEvent } = await import('../../features/providers/stripe-events.ts');
      const signature = request.headers['stripe-signature'];
      const { body } = request;
      const read =
        Buffer.isBuffer(body) && typeof signature === 'string'
          ? readStripeEvent(body, signature, webhookSecret)
          : { ok: false as const };
      if (!read.ok) throw new AppError('invalid_signature');
      if (read.notice !== undefined) await onNotice(providerActor('stripe', originOf(request)), read.notice);
      return { received: true };
    },
  });
}
