/** The whole service with the provider under test, on a database of its own: one for all cases of a provider. */
import assert from 'node:assert/strict';
import type { Mode } from '../../src/base/money/mode.ts';
import { paymentJobs } from '../../src/features/payments/payments.jobs.ts';
import type { Simulator } from '../../src/features/providers/simulator/simulator.ts';
import { refundJobs } from '../../src/features/refunds/refunds.jobs.ts';
import { createShop } from '../fixtures/shop.ts';
import { createTestClock } from '../support/test-clock.ts';
import type { Harness } from './harness.ts';
import { countThrown, type ThrownCalls } from './thrown-calls.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService(harness: Harness) {
  const clock = createTestClock(new Date().toISOString());
  const isLive = harness.provider !== 'simulator';
  const mode: Mode = isLive ? 'live' : 'test';
  const thrown: ThrownCalls = new Map();
  const providers = harness.provider === 'simulator' ? [] : [countThrown(harness.provider, thrown)];
  const shop = await createShop({ providers, clock });
  const { payDeps } = shop.server;
  harness.attach?.({ db: shop.db, clock, simulator: payDeps.providers.named('simulator') as Simulator });
  const [provider] = payDeps.providers.of(mode);
  assert(provider, 'the service has opened the provider');
  return {
    ...shop,
    clock,
    mode,
    payDeps,
    provider,
    /** Of the case that runs. */
    thrown,
    jobs: { ...paymentJobs(payDeps, () => {}), ...refundJobs(payDeps, () => {}) },
  };
}
