/** What cases on the interface itself share: charges, refunds, outages, and what must become of an error. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { AppError } from '../../src/base/errors/app-error.ts';
import { exponentOf } from '../../src/base/money/currency.ts';
import type {
  BeginResult,
  CaptureRequest,
  ChargeRequest,
  ChargeState,
  Provider,
  ProviderMethod,
  RefundRequest,
  RefundResult,
} from '../../src/features/providers/provider.ts';
import type { Context } from './case.ts';
import type { BegunCharge, Harness, Money, Outage } from './harness.ts';

/** Any holder's. */
const holderId = 7n;
const hourMs = 60 * 60_000;

export const newAttemptId = (): string => newPublicId('att', holderId);

/** An amount that has every digit, or the nearest that can be charged; undefined where the currency is not taken. */
export function sampleOf(provider: Provider, method: ProviderMethod, currency: string): bigint | undefined {
  let amount = exponentOf(currency) === 3 ? 12_340n : 1_234n;
  for (let tries = 0; tries < 5; tries += 1) {
    const limit = provider.limits?.charge(method, amount, currency);
    if (limit === undefined) return amount;
    if (limit.kind === 'currency') return undefined;
    amount = limit.kind === 'step' ? amount + limit.amount - (amount % limit.amount) : limit.amount;
  }
  return assert.fail(`limits refuses each amount of ${currency} that it names itself`);
}

export const methodOf = ({ provider, asked }: Pick<Context, 'provider' | 'asked'>): ProviderMethod =>
  asked.method ?? (provider.methods[0] as ProviderMethod);

/** Those to test, with an amount of each. */
export function samplesOf(context: Context): Money[] {
  const { harness, provider } = context;
  const found = (harness.currencies ?? ['EUR', 'JPY', 'KWD']).flatMap((currency) => {
    const amount = sampleOf(provider, methodOf(context), currency);
    return amount === undefined ? [] : [{ amount, currency }];
  });
  assert(found.length > 0, 'the provider takes one of the currencies of its harness');
  return found;
}

export function requestOf(context: Context, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  const money = changes.currency === undefined ? (samplesOf(context)[0] as Money) : {};
  return {
    attemptId: newAttemptId(),
    mode: context.service.mode,
    method: methodOf(context),
    amount: 0n,
    currency: '',
    ...money,
    description: 'Corner Shop',
    returnAddress: 'http://pay.test/pay/api/v1/user/authentication/form/pay_1',
    expiresAt: new Date(Math.max(Date.now(), context.service.clock.now(0n, 'live').getTime()) + hourMs),
    capture: 'automatic',
    card: context.asked.card,
    ...changes,
  };
}

export const chargeOf = (request: ChargeRequest, result?: BeginResult): BegunCharge => ({
  attemptId: request.attemptId,
  amount: request.amount,
  currency: request.currency,
  providerRef: result?.providerRef ?? null,
  address: result?.kind === 'continue' ? result.address : null,
});

export async function begin(context: Context, changes: Partial<ChargeRequest> = {}) {
  const request = requestOf(context, changes);
  const result = await context.provider.begin(request);
  return { request, result, charge: chargeOf(request, result) };
}

/** A charge that waits for its customer. */
export async function open(context: Context, changes: Partial<ChargeRequest> = {}): Promise<BegunCharge> {
  const { result, charge } = await begin(context, changes);
  assert.match(result.kind, /^(continue|pending)$/, 'begin leads the customer on, or is pending');
  return charge;
}

/** A charge that its customer has paid. */
export async function paid(context: Context, changes: Partial<ChargeRequest> = {}): Promise<BegunCharge> {
  const { result, charge } = await begin(context, changes);
  if (result.kind !== 'succeeded') await context.harness.customer.pays?.(charge);
  expectPaid(await context.provider.confirm(keyOf(charge)), charge);
  return charge;
}

/** A charge with capture manual that its customer has authorized. */
export async function authorized(context: Context, changes: Partial<ChargeRequest> = {}): Promise<BegunCharge> {
  const { result, charge } = await begin(context, { capture: 'manual', ...changes });
  if (result.kind !== 'authorized') await context.harness.customer.pays?.(charge);
  expectAuthorized(await context.provider.confirm(keyOf(charge)), charge);
  return charge;
}

export function expectAuthorized(state: ChargeState | BeginResult, { amount, currency }: Money): void {
  const told = state.kind === 'authorized' ? { amount: state.amount, currency: state.currency } : state;
  assert.deepEqual(told, { amount, currency }, 'it is authorized, for exactly what was asked');
}

export const captureOf = (charge: BegunCharge, amount = charge.amount): CaptureRequest => ({
  ...keyOf(charge),
  captureId: `${charge.attemptId}.${amount}`,
  amount,
  currency: charge.currency,
});

/** What is left when a part is captured that the provider can charge. */
export function capturedPart({ provider, ...context }: Context, { amount, currency }: Money): bigint {
  const method = methodOf({ provider, ...context });
  const half = amount / 2n;
  const limit = provider.limits?.charge(method, half, currency);
  const part = limit?.kind === 'step' ? half - (half % limit.amount) : limit?.kind === 'min' ? limit.amount : half;
  assert(part > 0n && part < amount, 'a part can be captured');
  return part;
}

export const keyOf = ({ attemptId, providerRef }: BegunCharge) => ({ attemptId, providerRef });

export function expectPaid(state: ChargeState | BeginResult, { amount, currency }: Money): void {
  const told = state.kind === 'succeeded' ? { amount: state.amount, currency: state.currency } : state;
  assert.deepEqual(told, { amount, currency }, 'it has succeeded with exactly what was paid');
}

export const expectDeclined = (state: ChargeState, reason?: string): void => {
  assert.equal(state.kind, 'declined');
  if (reason !== undefined) assert.equal((state as { reason: string }).reason, reason);
};

export const refundOf = (charge: BegunCharge, amount = charge.amount): RefundRequest => ({
  refundId: newPublicId('ref', holderId),
  ...keyOf(charge),
  amount,
  currency: charge.currency,
});

/** Part of a charge, of which it and what is left can be refunded. */
export function partOf({ provider }: Context, { amount, currency }: Money, divisor = 4n): bigint {
  const part = amount / divisor;
  const limit = provider.limits?.refund(part, currency);
  const whole = limit?.kind === 'step' ? part - (part % limit.amount) : part;
  assert(whole > 0n && provider.limits?.refund(whole, currency) === undefined, 'a part can be refunded');
  return whole;
}

/** Asks for a refund, and has it succeed where it is pending at first. */
export async function refunded({ harness, provider }: Context, charge: BegunCharge, refund: RefundRequest) {
  const first = await provider.refund(refund);
  if (first.kind === 'pending') {
    assert(harness.refunds?.ends, 'refunds that are pending at first end by the harness’s `ends`');
    await harness.refunds.ends(charge, refund.refundId, 'succeeded');
  }
  assert.equal((await provider.refund(refund)).kind, 'succeeded');
}

/** What the provider has refunded, in all. */
export async function sumRefunds(
  { harness }: Context,
  charge: BegunCharge,
): Promise<{ count: number; amount: bigint }> {
  const made = ((await harness.refunds?.of?.(charge)) ?? []).filter(({ failed }) => !failed);
  for (const { currency } of made) assert.equal(currency, charge.currency);
  return { count: made.length, amount: made.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** Those of many calls at once that were answered. The others must have been postponed, at least one not. */
export async function atOnce<T>(call: () => Promise<T>, times = 10): Promise<T[]> {
  const all = await Promise.allSettled(Array.from({ length: times }, call));
  const answers = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const one of all) if (one.status === 'rejected') expectUnavailable(one.reason);
  assert(answers.length > 0, 'one of the calls is answered');
  return answers;
}

export async function during<T>(outage: Outage | undefined, act: () => Promise<T>): Promise<T> {
  assert(outage);
  await outage.starts();
  try {
    return await act();
  } finally {
    await outage.ends();
  }
}

/** @returns the error of a call whose outcome nobody knows: it must be no answer, because each answer is believed. */
export async function unanswered(call: () => Promise<unknown>): Promise<AppError> {
  const answer = await call().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  assert('error' in answer, `it throws, rather than answer ${inspect((answer as { value: unknown }).value)}`);
  return expectUnavailable(answer.error);
}

function expectUnavailable(error: unknown): AppError {
  assert(error instanceof AppError, `an error of the provider is unavailable, not ${inspect(error)}`);
  assert.equal(error.code, 'unavailable', 'an error of the provider is unavailable');
  return error;
}

export const kindsOf = (results: readonly (RefundResult | BeginResult)[]): string[] => [
  ...new Set(results.map(({ kind }) => kind)),
];

/** Nothing may hold what only the provider and we know. */
export function expectNoSecret({ provider }: Harness, value: unknown): void {
  const text = inspect(value, { depth: 20, showHidden: true });
  const secrets = provider === 'simulator' ? [] : Object.entries(provider.settings);
  for (const [name, secret] of secrets) assert(!text.includes(secret), `${name} is in an answer or an error`);
}
