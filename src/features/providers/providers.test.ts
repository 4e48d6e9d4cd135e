/** Which providers may charge a payment, and in which order they are asked. */
import { describe, expect, it } from 'vitest';
import type { AmountLimits, Provider, ProviderMethod } from './provider.ts';
import type { ProviderOrder } from './provider-order.ts';
import { awayMs, createProviders, evidenceFilesLike, limitsLike } from './providers.ts';

const provider = (name: string, methods: ProviderMethod[] = ['card'], limits?: AmountLimits): Provider =>
  ({ name, title: name, methods, limits }) as Partial<Provider> as Provider;

const from = (least: bigint): AmountLimits => ({
  charge: (_method, amount) => (amount < least ? { kind: 'min', amount: least } : undefined),
  refund: (amount) => (amount % 10n === 0n ? undefined : { kind: 'step', amount: 10n }),
});

const test = provider('simulator', ['card', 'onlinewallet']);
const live = [provider('stripe'), provider('mollie', ['card', 'onlinewallet']), provider('acme', ['card'], from(500n))];
const euros = { holderId: 4n, mode: 'live', method: 'card', amount: 1_000n, currency: 'EUR' } as const;

const namesOf = (among: readonly Provider[]) => among.map(({ name }) => name);

describe('without an order of the operator', () => {
  const providers = createProviders({ test, live });
  it.each([
    [{}, ['stripe', 'mollie', 'acme']],
    [{ method: 'onlinewallet' as const }, ['mollie']],
    [{ amount: 499n }, ['stripe', 'mollie']],
    [{ mode: 'test' as const }, ['simulator']],
  ])('%o: those that can, in the order of the setting', (changes, expected) => {
    const able = providers.able({ ...euros, ...changes });
    expect(namesOf(able)).toEqual(expected);
    expect(providers.choose({ ...euros, ...changes })?.name).toBe(expected[0]);
  });

  it('nobody can in a mode without providers', () => {
    const none = createProviders({ test, live: [] });
    expect(none.choose(euros)).toBeUndefined();
    expect(none.findLimit(euros)).toBeUndefined();
  });
});

describe('by the operator’s orders', () => {
  const everyone = { holderId: null, method: null, currency: null };
  const orders: ProviderOrder[] = [
    { ...everyone, providers: ['mollie', 'stripe'] },
    { ...everyone, currency: 'USD', providers: ['acme'] },
    { ...everyone, method: 'card', providers: ['acme', 'mollie'] },
    { ...everyone, method: 'card', currency: 'GBP', providers: ['stripe'] },
    { holderId: 7n, method: null, currency: null, providers: ['stripe'] },
    { holderId: 7n, method: null, currency: 'USD', providers: ['mollie'] },
    { holderId: 8n, method: 'card', currency: null, providers: ['gone', 'acme'] },
    { holderId: 9n, method: null, currency: null, providers: ['gone'] },
    { holderId: 5n, method: null, currency: null, providers: ['acme'] },
  ];
  const providers = createProviders({ test, live, orders: () => orders });

  it.each<[string, object, string[]]>([
    ['the method counts more than the currency', { currency: 'USD' }, ['acme', 'mollie']],
    ['both more than one', { currency: 'GBP' }, ['stripe']],
    ['all accounts, by another method', { method: 'onlinewallet' }, ['mollie']],
    ['the account more than both', { holderId: 7n, currency: 'GBP' }, ['stripe']],
    ['the account and the currency', { holderId: 7n, currency: 'USD' }, ['mollie']],
    ['another account', { holderId: 6n }, ['acme', 'mollie']],
    ['who is no longer in use is left out', { holderId: 8n }, ['acme']],
    ['and where nobody is left, nobody may', { holderId: 9n }, []],
    ['who can’t charge it is left out', { amount: 499n }, ['mollie']],
    ['test mode has its own', { mode: 'test', holderId: 9n }, ['simulator']],
  ])('%s', (_what, changes, expected) => {
    expect(namesOf(providers.able({ ...euros, ...changes }))).toEqual(expected);
  });

  it('an amount that none of those that may can charge has a limit', () => {
    expect(providers.findLimit({ ...euros, holderId: 5n, amount: 499n })).toEqual({ kind: 'min', amount: 500n });
    expect(providers.findLimit({ ...euros, holderId: 5n, amount: 500n })).toBeUndefined();
    expect(providers.findLimit({ ...euros, amount: 499n })).toBeUndefined();
  });
});

it('one that did not answer is asked last for a while, and first again once it did', () => {
  let now = 0;
  const providers = createProviders({ test, live, nowMs: () => now });
  const asked = () => namesOf(providers.able(euros));
  providers.note('stripe', false);
  expect([providers.isAway('stripe'), providers.isAway('mollie')]).toEqual([true, false]);
  expect(asked()).toEqual(['mollie', 'acme', 'stripe']);
  now = awayMs - 1;
  expect(asked()).toEqual(['mollie', 'acme', 'stripe']);
  now = awayMs;
  expect(asked()).toEqual(['stripe', 'mollie', 'acme']);
  providers.note('stripe', false);
  providers.note('stripe', true);
  expect(asked()).toEqual(['stripe', 'mollie', 'acme']);
});

describe('test mode has the limits of live mode', () => {
  it('none without a provider, or where one has none', () => {
    expect(limitsLike([])).toBeUndefined();
    const limits = limitsLike(live);
    expect([limits?.charge('card', 1n, 'EUR'), limits?.refund(1n, 'EUR')]).toEqual([undefined, undefined]);
  });

  it('as many bytes of evidence are taken as one takes of those that take any', () => {
    const taking = (evidenceFilesBytesMax?: number): Provider => ({
      ...provider('a'),
      submitEvidence: async () => ({ kind: 'submitted' }),
      evidenceFilesBytesMax,
    });
    const none = { ...provider('b'), evidenceFilesBytesMax: 9 };
    expect(evidenceFilesLike([taking(5), none, taking(7), taking(6)])).toBe(7);
    expect(evidenceFilesLike([taking(5), taking()])).toBeUndefined();
    expect(evidenceFilesLike([none])).toBeUndefined();
  });

  it('what every provider refuses is refused, by whatever method', () => {
    const limits = limitsLike([provider('a', ['card'], from(500n)), provider('b', ['card'], from(300n))]);
    expect(limits?.charge('onlinewallet', 299n, 'EUR')).toEqual({ kind: 'min', amount: 500n });
    expect(limits?.charge('card', 300n, 'EUR')).toBeUndefined();
    expect(limits?.refund(15n, 'EUR')).toEqual({ kind: 'step', amount: 10n });
    expect(limits?.refund(20n, 'EUR')).toBeUndefined();
  });
});
