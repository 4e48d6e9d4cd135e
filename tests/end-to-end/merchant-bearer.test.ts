/** The access token on the calls that need it: docs/contract/merchant.md, "Access token". */

import { hkdfSync } from 'node:crypto';
import { EncryptJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/server.ts';
import { createKey, revokeKeyPair, rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import {
  type Answer,
  base,
  createShop,
  dataOf,
  expectError,
  type Merchant,
  payment,
  publicUrl,
  type Shop,
  sandbox,
  secret,
} from '../fixtures/shop.ts';
import { shell } from '../support/actors.ts';
import { makeCompany, makeKey } from '../support/holders.ts';

const previousSecret = 'the-secret-before-that-one-of-more-than-32-characters';
const invalid = 'Requested with invalid token!';
const missing = 'Access denied! Token not found';
const expired = 'Request token is expired';
const tokenSeconds = 600;

let shop: Shop;
let merchant: Merchant;

beforeAll(async () => {
  shop = await createShop({ secrets: [secret, previousSecret] });
  merchant = await shop.addMerchant();
});
afterAll(async () => {
  await shop.expectBooksHold({ byHand: ['api_keys', 'holders'] });
  await shop.close();
});

/** Both calls that take a token, with any header. */
async function callBoth(authorization: string | undefined, at = base): Promise<Answer[]> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return Promise.all([
    shop.call('POST', `${at}/payment/create`, { headers, body: payment }),
    shop.call('GET', `${at}/payment/status/none`, { headers }),
  ]);
}

async function expectRefused(authorization: string | undefined, message: string, at = base): Promise<void> {
  for (const answer of await callBoth(authorization, at)) expectError(answer, 403, message);
}

/** A token as another service, or another time, would seal it. */
function seal(options: {
  subject?: string;
  under?: string;
  purpose?: string;
  ageSeconds?: number;
  enc?: string;
}): Promise<string> {
  const {
    subject = merchant.test.clientId,
    under = secret,
    purpose = 'sluice/access-token/v1',
    ageSeconds = 0,
    enc = 'A256GCM',
  } = options;
  const key = new Uint8Array(hkdfSync('sha256', under, new Uint8Array(0), purpose, enc === 'A256GCM' ? 32 : 64));
  return new EncryptJWT({})
    .setProtectedHeader({ alg: 'dir', enc })
    .setSubject(subject)
    .setExpirationTime(Math.floor(Date.now() / 1_000) - ageSeconds + tokenSeconds)
    .encrypt(key);
}

describe('no token', () => {
  it.each([undefined, '', ' ', 'Bearer', 'Bearer ', 'bearer   '])('%j is "Token not found"', async (authorization) => {
    await expectRefused(authorization, missing);
    await expectRefused(authorization, missing, sandbox);
  });

  it('is told before anything of the body is looked at', async () => {
    expectError(await shop.call('POST', `${base}/payment/create`, { body: '{' }), 403, missing);
    expectError(
      await shop.call('POST', `${base}/payment/create`, { headers: { 'content-type': 'text/plain' }, body: 'x' }),
      403,
      missing,
    );
  });
});

describe('a wrong token', () => {
  it.each([
    'Bearer x',
    'Bearer a.b.c.d.e',
    'Bearer ....',
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer null',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Basic cGs6c2s=',
    'Token abc',
    'x',
  ])('%.40j is invalid', async (authorization) => {
    await expectRefused(authorization, invalid);
  });

  it('altered at any place is invalid, cut or lengthened too', async () => {
    const token = await shop.token(merchant.test);
    const altered = [...token].flatMap((char, at) =>
      ['A', 'B', '.', '_']
        .filter((other) => other !== char)
        .slice(0, 2)
        .map((other) => token.slice(0, at) + other + token.slice(at + 1)),
    );
    altered.push(
      token.slice(0, -1),
      token.slice(1),
      `${token}A`,
      `${token}.`,
      `A${token}`,
      `${token}=`,
      token.toLowerCase(),
    );
    const body = JSON.stringify(payment);
    for (const bad of altered) expectError(await shop.create(bad, body), 403, invalid);
    dataOf(await shop.create(token, body));
  });

  it('two tokens, or words after it, are invalid', async () => {
    const token = await shop.token(merchant.test);
    await expectRefused(`Bearer ${token} ${token}`, invalid);
    await expectRefused(`Bearer ${token},${token}`, invalid);
    await expectRefused(token, invalid);
  });

  it('in a query or a body does not count', async () => {
    const token = await shop.token(merchant.test);
    const answer = await shop.call('POST', `${base}/payment/create?access_token=${token}`, {
      body: { ...payment, access_token: token },
    });
    expectError(answer, 403, missing);
  });
});

describe('a right token', () => {
  it('is taken whatever the case of its scheme and however many spaces follow', async () => {
    const token = await shop.token(merchant.test);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
      const answer = await shop.call('POST', `${base}/payment/create`, {
        headers: { authorization: `${scheme} ${token} ` },
        body: payment,
      });
      dataOf(answer);
    }
  });

  it('is good for many payments, and several are alive at once', async () => {
    const tokens = [await shop.token(merchant.test), await shop.token(merchant.test)];
    const made = await Promise.all([...tokens, ...tokens, ...tokens].map((token) => shop.create(token, payment)));
    expect(new Set(made.map((answer) => dataOf(answer).token)).size).toBe(6);
  });

  it('of a test pair is good on both bases, of a live pair on one', async () => {
    const test = await shop.token(merchant.test);
    const live = await shop.token(merchant.live);
    dataOf(await shop.create(test, payment, {}, base));
    dataOf(await shop.create(test, payment, {}, sandbox));
    dataOf(await shop.create(live, payment, {}, base));
    expectError(await shop.create(live, payment, {}, sandbox), 403, invalid);
  });

  it('carries no secret and no readable id', async () => {
    const token = await shop.token(merchant.test);
    const readable = token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join(' ');
    expect(readable).not.toContain(merchant.test.clientId);
    expect(readable).not.toContain('sk_test');
  });
});

describe('600 seconds', () => {
  it('just before they are over a token is good, then it is expired: also a 403', async () => {
    dataOf(await shop.create(await seal({ ageSeconds: tokenSeconds - 30 }), payment));
    await expectRefused(`Bearer ${await seal({ ageSeconds: tokenSeconds })}`, expired);
    await expectRefused(`Bearer ${await seal({ ageSeconds: 86_400 })}`, expired);
  });

  it('an expired token that was altered is invalid, not expired', async () => {
    const token = await seal({ ageSeconds: 700 });
    await expectRefused(`Bearer ${token.slice(0, -4)}AAAA`, invalid);
  });
});

describe('the seal', () => {
  it('under the previous secret is still accepted, and expires as well', async () => {
    dataOf(await shop.create(await seal({ under: previousSecret }), payment));
    await expectRefused(`Bearer ${await seal({ under: previousSecret, ageSeconds: 700 })}`, expired);
  });

  it('under another secret, or the same one for another purpose, is not', async () => {
    await expectRefused(`Bearer ${await seal({ under: 'somebody-elses-secret-of-more-than-32-characters' })}`, invalid);
    for (const purpose of ['sluice/checkout-cookie/v1', 'sluice/people/v1', '', 'sluice/access-token/v2']) {
      await expectRefused(`Bearer ${await seal({ purpose })}`, invalid);
    }
  });

  it('of another kind is not', async () => {
    await expectRefused(`Bearer ${await seal({ enc: 'A256CBC-HS512' })}`, invalid);
  });

  it('around a key that is no merchant’s, or none, is worth nothing', async () => {
    const company = await makeKey(shop.db, await makeCompany(shop.db));
    for (const subject of [company.clientId, 'pk_test_00000000000000000000', '', 'x']) {
      await expectRefused(`Bearer ${await seal({ subject })}`, invalid);
    }
  });
});

describe('the end of its key pair ends a token', () => {
  const deps = (): Parameters<typeof revokeKeyPair>[1] => ({ db: shop.db, authenticator: shop.server.authenticator });

  it('at once when the pair is revoked here', async () => {
    const pair = await makeKey(shop.db, merchant.holderId);
    const token = await shop.token(pair);
    dataOf(await shop.create(token, payment));
    await revokeKeyPair(shell, deps(), pair.clientId);
    await expectRefused(`Bearer ${token}`, invalid);
  });

  it('soon when it is revoked in another process', async () => {
    const pair = await makeKey(shop.db, merchant.holderId);
    const token = await shop.token(pair);
    const logger = pino({ level: 'silent' });
    const other = await createServer({
      pool: shop.database.pool,
      publicUrl,
      secrets: [secret],
      logger,
      trustProxy: false,
    });
    await revokeKeyPair(shell, { db: other.db, authenticator: other.authenticator }, pair.clientId);
    const deadline = Date.now() + 20_000;
    let answer = await shop.create(token, payment);
    while (answer.status === 200 && Date.now() < deadline) answer = await shop.create(token, payment);
    expectError(answer, 403, invalid);
    await other.app.close();
  });

  it('not before the grace of a rotation ends, and then', async () => {
    const pair = await makeKey(shop.db, merchant.holderId);
    const token = await shop.token(pair);
    const fresh = await rotateKey(shell, deps(), pair.clientId, 72);
    dataOf(await shop.create(token, payment));
    dataOf(await shop.create(await shop.token(pair), payment));
    dataOf(await shop.create(await shop.token(fresh), payment));

    await shop.db.updateTable('apiKeys').set({ expiresAt: new Date() }).where('clientId', '=', pair.clientId).execute();
    shop.server.authenticator.drop(pair.clientId);
    await expectRefused(`Bearer ${token}`, invalid);
    expectError(await shop.requestToken(pair), 400, 'Invalid client ID');
    dataOf(await shop.create(await shop.token(fresh), payment));
  });

  it('and so does the suspension of its merchant', async () => {
    const shut = await shop.addMerchant('Shut Shop');
    const token = await shop.token(shut.test);
    await shop.db.updateTable('holders').set({ status: 'suspended' }).where('id', '=', shut.holderId).execute();
    shop.server.authenticator.drop(shut.test.clientId);
    expectError(await shop.create(token, payment), 400, 'Merchant account is not active');
  });

  it('a second pair of the same merchant is not touched', async () => {
    const [one, two] = [
      await createKey(shell, deps(), merchant.holderId, 'test'),
      await createKey(shell, deps(), merchant.holderId, 'test'),
    ];
    const token = await shop.token(two);
    await revokeKeyPair(shell, deps(), one.clientId);
    dataOf(await shop.create(token, payment));
  });
});
