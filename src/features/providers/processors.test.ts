/** The settings of card processors: valid values, and problems that say what to change without showing a secret. */
import { describe, expect, it } from 'vitest';
import type { Processor } from './processor.ts';
import { configureProcessor, processors } from './processors.ts';
import { providerNames } from './provider.ts';
import { readStripeSettings } from './stripe-processor.ts';

it('each is listed once, under a name that an attempt can have', () => {
  const names = processors.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...names, 'simulator'].sort()).toEqual([...providerNames].sort());
});

it('live mode has one: the settings of two are refused', () => {
  const configured = { createProvider: async () => expect.unreachable(), readNotice: async () => expect.unreachable() };
  const one = (title: string): Processor => ({
    name: 'stripe',
    title,
    mainSetting: `${title}_KEY`,
    configure: (env) => (env[`${title}_KEY`] ? { name: 'stripe', title, ...configured } : undefined),
  });
  const read = (env: Record<string, string>) => {
    const problems: string[] = [];
    const processor = configureProcessor(env, problems, [one('A'), one('B')]);
    return { title: processor?.title, problems };
  };
  expect(read({})).toEqual({ title: undefined, problems: [] });
  expect(read({ B_KEY: 'x' })).toEqual({ title: 'B', problems: [] });
  expect(read({ A_KEY: 'x', B_KEY: 'x' }).problems).toEqual([
    'A and B are both set, but live mode has one card processor. Remove the settings of the others.',
  ]);
});

describe('Stripe’s keys', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
  const read = (env: Record<string, string>) => {
    const problems: string[] = [];
    return { settings: readStripeSettings(env, problems), problems };
  };

  it.each([['sk_live_0123456789'], ['rk_live_0123456789']])('both, the first being %s', (key) => {
    const settings = { secretKey: key, webhookSecret: keys.STRIPE_WEBHOOK_SECRET };
    expect(read({ ...keys, STRIPE_SECRET_KEY: key })).toEqual({ settings, problems: [] });
  });

  it.each([[{}], [{ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }]])('none: %j', (env) => {
    expect(read(env)).toEqual({ settings: undefined, problems: [] });
  });

  it.each([['STRIPE_SECRET_KEY'], ['STRIPE_WEBHOOK_SECRET']])('%s alone is refused', (name) => {
    expect(read({ [name]: keys[name as keyof typeof keys] }).problems).toEqual([
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together. Set both or neither.',
    ]);
  });

  it.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_0123456789' }],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_0123456789' }],
    ['the publishable key', { STRIPE_SECRET_KEY: 'pk_live_0123456789' }],
    ['a key with a line break', { STRIPE_SECRET_KEY: 'sk_live_0123456789\n' }],
    ['a secret that is none', { STRIPE_WEBHOOK_SECRET: 'secret-0123456789' }],
  ])('%s is refused by name, and its value is not told', (_name, wrong: Record<string, string>) => {
    const told = read({ ...keys, ...wrong }).problems.join('\n');
    expect(told).toContain(`${Object.keys(wrong)[0]} must be `);
    for (const value of Object.values({ ...keys, ...wrong })) expect(told).not.toContain(value);
  });
});
