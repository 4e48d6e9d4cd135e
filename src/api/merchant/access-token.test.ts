/**
 * Sealing and opening access tokens, with a fake clock. Their use by routes is tested in
 * tests/end-to-end/merchant-bearer.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessTokenSeconds, createAccessTokens } from './access-token.ts';

const secret = 'a-secret-of-more-than-thirty-two-characters';
const another = 'another-secret-of-more-than-thirty-two-characters';
const clientId = 'pk_test_0123456789abcdefghij';
const start = Date.parse('2031-03-01T12:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (seconds: number): void => {
  vi.setSystemTime(start + seconds * 1_000);
};

describe('600 seconds', () => {
  it('lives 600 seconds', () => expect(accessTokenSeconds).toBe(600));

  it.each([
    [0, { ok: true, clientId }],
    [599, { ok: true, clientId }],
    [600, { ok: false, reason: 'expired', clientId }],
    [601, { ok: false, reason: 'expired', clientId }],
    [1_000_000, { ok: false, reason: 'expired', clientId }],
  ])('after %i: %j', async (seconds, expected) => {
    const tokens = createAccessTokens([secret]);
    const token = await tokens.seal(clientId);
    after(seconds);
    expect(await tokens.open(token)).toEqual(expected);
  });
});

describe('a change of secret', () => {
  it('tokens under the previous one are opened, new ones are sealed under the present one', async () => {
    const [before, during, later] = [
      createAccessTokens([secret]),
      createAccessTokens([another, secret]),
      createAccessTokens([another]),
    ];
    const [old, fresh] = [await before.seal(clientId), await during.seal(clientId)];
    expect(await during.open(old)).toEqual({ ok: true, clientId });
    expect(await later.open(fresh)).toEqual({ ok: true, clientId });
    expect(await later.open(old)).toEqual({ ok: false, reason: 'invalid' });
    expect(await before.open(fresh)).toEqual({ ok: false, reason: 'invalid' });
  });

  it('an expired token is told as expired under either', async () => {
    const tokens = createAccessTokens([another, secret]);
    const [old, fresh] = [await createAccessTokens([secret]).seal(clientId), await tokens.seal(clientId)];
    after(601);
    expect(await tokens.open(old)).toEqual({ ok: false, reason: 'expired', clientId });
    expect(await tokens.open(fresh)).toEqual({ ok: false, reason: 'expired', clientId });
  });
});

it.each(['', '.', '....', 'a.b.c.d.e', 'not a token', 'é', '\u0000', 'x'.repeat(1_000_000), '.'.repeat(2_048)])(
  '%.20j is no token, and nothing is thrown',
  async (text) => {
    expect(await createAccessTokens([secret]).open(text)).toEqual({ ok: false, reason: 'invalid' });
  },
);

it('two tokens of one moment differ: each has its own nonce', async () => {
  const tokens = createAccessTokens([secret]);
  expect(await tokens.seal(clientId)).not.toBe(await tokens.seal(clientId));
});
