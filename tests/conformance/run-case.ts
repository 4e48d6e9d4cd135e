/** All cases of the conformance suite, and how one is run: outside of any test runner, so that a failure can be looked at. */
import { askedFor, type Case, type Context, findMissing, NotOffered } from './case.ts';
import { amountCases } from './cases/amounts.ts';
import { captureCases } from './cases/captures.ts';
import { chargeCases } from './cases/charges.ts';
import { disputeCases } from './cases/disputes.ts';
import { evidenceCases } from './cases/evidence.ts';
import { noticeCases } from './cases/notices.ts';
import { outageCases } from './cases/outages.ts';
import { paymentCases } from './cases/payments.ts';
import { refundCases } from './cases/refunds.ts';
import { returnCases } from './cases/returns.ts';
import type { CreateHarness } from './harness.ts';
import { startService } from './service.ts';

export const cases: readonly Case[] = [
  ...chargeCases,
  ...captureCases,
  ...amountCases,
  ...refundCases,
  ...disputeCases,
  ...evidenceCases,
  ...noticeCases,
  ...outageCases,
  ...paymentCases,
  ...returnCases,
];

export type Outcome =
  | { state: 'passed' }
  | { state: 'failed'; error: unknown }
  /** `missing`: what the provider or its harness has not. */
  | { state: 'not offered'; missing: string };

export type Run = Awaited<ReturnType<typeof startRun>>;

/** Starts the provider and a service around it. */
export async function startRun(createHarness: CreateHarness) {
  const harness = await createHarness();
  const service = await startService(harness);
  const { provider } = service;
  return {
    run: (one: Case): Promise<Outcome> => runCase(one, { harness, service, provider }),
    async close() {
      await service.close();
      await harness.close();
    },
  };
}

async function runCase(one: Case, parts: Omit<Context, 'asked'>): Promise<Outcome> {
  const missing = findMissing(one, parts);
  if (missing.length > 0) return { state: 'not offered', missing: missing.join(', ') };
  try {
    await one.run({ ...parts, asked: askedFor(one, parts.harness) });
    return { state: 'passed' };
  } catch (error) {
    return error instanceof NotOffered ? { state: 'not offered', missing: error.message } : { state: 'failed', error };
  }
}
