import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the keys of card payments', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

  function problemOf(env: Record<string, string>): string {
    try {
      readConfig(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as ConfigError).message;
    }
    return '';
  }

  it.each([['sk_live_0123456789'], ['rk_live_0123456789']])('both, the first being %s', (key) => {
    const { stripe } = readConfig({ ...keys, STRIPE_SECRET_KEY: key });
    expect(stripe).toEqual({ secretKey: key, webhookSecret: keys.STRIPE_WEBHOOK_SECRET });
  });

  it.each([[{}], [{ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }]])('none: %j', (env) => {
    expect(readConfig(env).stripe).toBeUndefined();
  });

  it.each([['STRIPE_SECRET_KEY'], ['STRIPE_WEBHOOK_SECRET']])('%s alone is refused', (name) => {
    expect(problemOf({ [name]: keys[name as keyof typeof keys] })).toBe(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together. Set both or none.',
    );
  });

  it.each([
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_0123456789' }],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_0123456789' }],
    ['the publishable key', { STRIPE_SECRET_KEY: 'pk_live_0123456789' }],
    ['a key with a line break', { STRIPE_SECRET_KEY: 'sk_live_0123456789\n' }],
    ['a secret that is none', { STRIPE_WEBHOOK_SECRET: 'secret-0123456789' }],
  ])('%s is refused by name, and its value is not told', (_name, wrong: Record<string, string>) => {
    const problem = problemOf({ ...keys, ...wrong });
    expect(problem).toContain(`${Object.keys(wrong)[0]} must be `);
    for (const value of Object.values({ ...keys, ...wrong })) expect(problem).not.toContain(value);
  });
});
