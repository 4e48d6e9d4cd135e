/** Operations of the service itself: its health, its figures, its documents, and the notices of providers. */
import Stripe from 'stripe';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { newSealKey, readSealKeys } from '../../src/core/seals/seal-keys.ts';
import { mollie } from '../../src/features/providers/mollie/index.ts';
import { noticeAddressOf } from '../../src/features/providers/mollie/notices.ts';
import { stripe } from '../../src/features/providers/stripe/index.ts';
import { savePublic } from '../../src/features/verification/public-proof.repository.ts';
import type { TestServer } from '../support/test-server.ts';
import { inAddress, type Operation, type Seen, send } from './calls.ts';

const metricsToken = 'a-token-of-the-tests-with-more-than-32-characters';
const webhookSecret = 'whsec_of_the_tests';
const mollieKey = 'live_of_the_tests';

/** What a server needs for these operations to exist. */
export const serviceSettings = {
  metricsToken,
  sealKeys: readSealKeys(newSealKey()),
  providers: [
    { package: stripe, settings: { STRIPE_SECRET_KEY: 'sk_live_of_the_tests', STRIPE_WEBHOOK_SECRET: webhookSecret } },
    { package: mollie, settings: { MOLLIE_API_KEY: mollieKey } },
  ],
};

/** Plays what is called without a key pair and without a session. */
export async function playService(
  { app, db }: Pick<TestServer, 'app' | 'db'>,
  operations: readonly Operation[],
  seen: Seen,
): Promise<void> {
  await runVerification(db, { full: true });
  await inTransaction(db, (tx) => savePublic(tx, true));
  const find = (id: string): Operation => operations.find((one) => one.id === id) as Operation;
  for (const [id, headers] of [
    ['getLiveness', {}],
    ['getReadiness', {}],
    ['getMetrics', { authorization: `Bearer ${metricsToken}` }],
    ['getOpenApiDocument', {}],
    ['getPostmanCollection', {}],
    ['getPublicProof', {}],
  ] as const) {
    const answer = await send(app, find(id), {}, headers);
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    seen(find(id), {}, answer);
  }
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'product.created', data: { object: {} } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const { search } = new URL(noticeAddressOf('http://pay.test', mollieKey, 'att_1'));
  for (const [id, query, type, body, headers] of [
    ['receiveStripeNotice', '', 'application/json', payload, { 'stripe-signature': signature }],
    ['receiveMollieNotice', search, 'application/x-www-form-urlencoded', 'id=', {}],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: `${inAddress(find(id).path)}${query}`,
      headers: { ...headers, 'content-type': type },
      payload: body,
    });
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    seen(find(id), {}, answer);
  }
}
