/** All routes for payment providers: Stripe's, if it is configured. */
import type { FastifyInstance } from 'fastify';
import { type StripeWebhookDeps, stripeWebhookRoute } from './stripe.ts';

type ProvidersDeps = { stripe: StripeWebhookDeps | undefined };

export async function registerProviders(app: FastifyInstance, { stripe }: ProvidersDeps): Promise<void> {
  if (stripe !== undefined) await app.register(async (scope) => stripeWebhookRoute(scope, stripe));
}
