/** POST /authentication/token: docs/contract/merchant.md, "Access token", row by row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import {
  type Answer,
  base,
  createShop,
  dataOf,
  expectError,
  keysOf,
  type Merchant,
  payment,
  type Shop,
  sandbox,
} from '../fixtures/shop.ts';
import { shell } from '../support/actors.ts';
import { makeCompany, makeKey } from '../support/holders.ts';

let shop: Shop;
let merchant: Merchant;

beforeAll(async () => {
  shop = await createShop();
  merchant = await shop.addMerchant();
});
afterAll(() => shop.close());

const ask = (body: object, options: { at?: string; from?: string } = {}): Promise<Answer> =>
  shop.call('POST', `${options.at ?? base}/authentication/token`, {
    body,
    ...(options.from && { from: options.from }),
  });

describe('a right pair', () => {
  it('is answered with 200, SUCCESS, a token and its 600 seconds, and nothing else', async () => {
    const answer = await ask(keysOf(merchant.test));
    const data = dataOf(answer, /^SUCCESS$/);
    expect(data).toEqual({ access_token: expect.stringMatching(/^[\x21-\x7e]+$/), expire_time: 600 });
    expect(answer.text).toBe(
      `{"message":{"code":200,"success":["SUCCESS"]},"data":{"access_token":"${data.access_token}","expire_time":600},"type":"success"}`,
    );
  });

  it('works live as well as test, and needs no Authorization header nor Accept', async () => {
    dataOf(await ask(keysOf(merchant.live)));
    dataOf(await ask(keysOf(merchant.test), { at: sandbox }));
  });

  it('is found between spaces and line breaks, as people paste it', async () => {
    const { client_id, secret_id } = keysOf(merchant.test);
    dataOf(await ask({ client_id: ` ${client_id}\n`, secret_id: `\r\n\t${secret_id}  ` }));
    dataOf(await ask({ client_id: `\uFEFF${client_id}`, secret_id: `${secret_id}\u00A0` }, { at: sandbox }));
    const body = { client_id: `${client_id} `, secret_id: `${secret_id}\n`, token: 'none' };
    expectError(await shop.call('POST', `${base}/payment/status`, { body }), 404, 'Payment not found');
  });

  it('gives another token each time: several are alive at once', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => shop.token(merchant.test)));
    expect(new Set(tokens).size).toBe(3);
  });

  it('is stored nowhere: no row is written per token', async () => {
    const count = async (): Promise<number> => {
      const { rows } = await shop.database.pool.query<{ rows: string }>(
        `select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]
          ::text::bigint)::text as rows from pg_stat_user_tables where schemaname = 'public'`,
      );
      return Number(rows[0]?.rows);
    };
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await shop.token(merchant.test);
    expect(await count()).toBe(before);
  });
});

describe('what is missing or no text is named, the first one first', () => {
  const { test } = { test: { clientId: 'pk_test_x', clientSecret: 'sk_test_x' } };
  it.each<[string, object]>([
    ['client_id', {}],
    ['client_id', { secret_id: test.clientSecret }],
    ['client_id', { client_id: null, secret_id: test.clientSecret }],
    ['client_id', { client_id: ' \r\n\t', secret_id: test.clientSecret }],
    ['client_id', { client_id: '', secret_id: test.clientSecret }],
    ['client_id', { client_id: 7, secret_id: 8 }],
    ['client_id', { client_id: ['pk'], secret_id: test.clientSecret }],
    ['client_id', { client_id: { a: 1 } }],
    ['client_id', { CLIENT_ID: 'pk', Secret_Id: 'sk' }],
    ['secret_id', { client_id: test.clientId }],
    ['secret_id', { client_id: test.clientId, secret_id: null }],
    ['secret_id', { client_id: test.clientId, secret_id: false }],
    ['secret_id', { client_id: test.clientId, secret_id: '' }],
    ['secret_id', { client_id: test.clientId, secret_id: '\n' }],
    ['secret_id', { client_id: test.clientId, client_secret: test.clientSecret }],
  ])('%s of %j', async (field, body) => {
    expectError(await ask(body), 400, `The ${field} field is required.`);
  });
});

describe('a wrong client_id is "Invalid client ID"', () => {
  it.each([
    'pk_test_00000000000000000000',
    'nobody',
    'pk_live_',
    'pk_test_\u0000',
    'x'.repeat(10_000),
    'é',
    "' or 1=1 --",
  ])('unknown: %.40j', async (clientId) => {
    expectError(await ask({ client_id: clientId, secret_id: merchant.test.clientSecret }), 400, 'Invalid client ID');
  });

  it('in another case, or with a space in it', async () => {
    const { client_id: id, secret_id } = keysOf(merchant.test);
    for (const client_id of [id.toUpperCase(), id.replace('_', ' _'), `${id}\u0000`]) {
      expectError(await ask({ client_id, secret_id }), 400, 'Invalid client ID');
    }
  });

  it('revoked, with its right secret', async () => {
    const pair = await makeKey(shop.db, merchant.holderId);
    dataOf(await ask(keysOf(pair)));
    await rotateKey(shell, { db: shop.db, authenticator: shop.server.authenticator }, pair.clientId, 0);
    expectError(await ask(keysOf(pair)), 400, 'Invalid client ID');
  });

  it('of a company: its keys open interface B only', async () => {
    const pair = await makeKey(shop.db, await makeCompany(shop.db));
    expectError(await ask(keysOf(pair)), 400, 'Invalid client ID');
  });
});

describe('a wrong secret_id is "Invalid secret ID"', () => {
  it('another one of the same length, another merchant’s, the other mode’s, a changed letter, a space in it', async () => {
    const other = await shop.addMerchant('Another Shop');
    const { client_id, secret_id: right } = keysOf(merchant.test);
    const changed = right.slice(0, -1) + (right.endsWith('x') ? 'y' : 'x');
    for (const secret_id of [
      changed,
      other.test.clientSecret,
      merchant.live.clientSecret,
      right.replace('_', '_ '),
      'sk',
      client_id,
    ]) {
      expectError(await ask({ client_id, secret_id }), 400, 'Invalid secret ID');
    }
  });

  it('a live secret with a test id, whatever its bytes', async () => {
    const { client_id, secret_id } = keysOf(merchant.test);
    expectError(
      await ask({ client_id, secret_id: secret_id.replace('sk_test_', 'sk_live_') }),
      400,
      'Invalid secret ID',
    );
  });
});

describe('the sandbox', () => {
  const refused = 'Requested credentials is invalid';

  it('refuses a live pair, and says nothing else about it', async () => {
    expectError(await ask(keysOf(merchant.live), { at: sandbox }), 400, refused);
    expectError(
      await shop.call('POST', `${sandbox}/payment/status`, { body: { ...keysOf(merchant.live), token: 'x' } }),
      400,
      refused,
    );
  });

  it('has the same words for a wrong pair', async () => {
    expectError(await ask({ ...keysOf(merchant.test), secret_id: 'x' }, { at: sandbox }), 400, 'Invalid secret ID');
    expectError(await ask({ client_id: 'x', secret_id: 'x' }, { at: sandbox }), 400, 'Invalid client ID');
  });
});

describe('a merchant that is not active', () => {
  const notActive = 'Merchant account is not active';

  it.each(['suspended', 'pending'] as const)(
    '%s, with a live pair: refused, and with a suspended one’s test pair',
    async (status) => {
      const shut = await shop.addMerchant('Shut Shop');
      const before = await shop.token(shut.live);
      await shop.db.updateTable('holders').set({ status }).where('id', '=', shut.holderId).execute();
      shop.server.authenticator.drop(shut.live.clientId);
      expectError(await ask(keysOf(shut.live)), 400, notActive);
      expectError(await shop.create(before, payment), 400, notActive);
      if (status === 'suspended') expectError(await ask(keysOf(shut.test)), 400, notActive);
      expectError(await ask({ ...keysOf(shut.test), secret_id: 'wrong' }), 400, 'Invalid secret ID');
    },
  );

  it('pending, with a test pair: can try everything', async () => {
    const fresh = await shop.addMerchant('Fresh Shop');
    await shop.db.updateTable('holders').set({ status: 'pending' }).where('id', '=', fresh.holderId).execute();
    const { payment_url: url } = dataOf(await shop.create(await shop.token(fresh.test), payment));
    const page = await shop.call('GET', new URL(url as string).pathname);
    expect(page.status, page.text).toBe(200);
  });
});

describe('30 failures a minute for one client_id from one address', () => {
  const failuresMax = 30;
  const from = '203.0.113.7';

  async function failAll(client_id: string, at = base): Promise<void> {
    for (let n = 0; n < failuresMax; n += 1) {
      expect((await ask({ client_id, secret_id: 'sk_test_wrong' }, { from, at })).status).toBe(400);
    }
  }

  it('then 429 with Retry-After; the right pair still works, from the same address too', async () => {
    const { test } = await shop.addMerchant('Guessed Shop');
    await failAll(test.clientId);
    for (let n = 0; n < 3; n += 1) {
      const refused = await ask({ client_id: test.clientId, secret_id: 'sk_test_wrong' }, { from });
      expectError(refused, 429, 'Too many requests.');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    dataOf(await ask(keysOf(test), { from }));
    const elsewhere = await ask({ client_id: test.clientId, secret_id: 'sk_test_wrong' }, { from: '203.0.113.8' });
    expectError(elsewhere, 400, 'Invalid secret ID');
    expectError(await ask({ client_id: 'another', secret_id: 'x' }, { from }), 400, 'Invalid client ID');
  });

  it('counted over both bases and the status by key pair, unknown ids too', async () => {
    await failAll('nobody-at-all', sandbox);
    expectError(await ask({ client_id: 'nobody-at-all', secret_id: 'x' }, { from }), 429, 'Too many requests.');
    const body = { client_id: 'nobody-at-all', secret_id: 'x', token: 'x' };
    expectError(await shop.call('POST', `${base}/payment/status`, { body, from }), 429, 'Too many requests.');
  });

  it('what is merely incomplete is not a failure of a pair', async () => {
    const { test } = await shop.addMerchant('Clumsy Shop');
    for (let n = 0; n <= failuresMax; n += 1) {
      expect((await ask({ client_id: test.clientId }, { from })).status).toBe(400);
    }
    expectError(await ask({ client_id: test.clientId, secret_id: 'x' }, { from }), 400, 'Invalid secret ID');
  });
});
