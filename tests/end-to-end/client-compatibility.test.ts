/** Calls shaped like the clients and shop plugins of this API family, which must work with another base address alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder, makeKey } from '../support/holders.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

type Envelope = {
  message: { code: number; success?: string[]; error?: string[] };
  data: Record<string, never>;
  type: string;
};

const base = '/pay/api/v1';
let server: TestServer;
let keys: { client_id: string; secret_id: string };

beforeAll(async () => {
  server = await createTestServer();
  const merchant = await makeHolder(server.db, 'merchant', 'Plugin Shop');
  const pair = await makeKey(server.db, merchant);
  keys = { client_id: pair.clientId, secret_id: pair.clientSecret };
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

/** No Accept header, and addresses as clients glue them together. */
async function post(
  path: string,
  body: object,
  token?: string,
): Promise<{ status: number; text: string; json: Envelope }> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${base}${path}`,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, text: answer.body, json: answer.json() };
}

const tokenOf = async (): Promise<string> =>
  (await post('/authentication/token', keys)).json.data.access_token as never;

const create = (token: string, fields: object) =>
  post(
    '/payment/create',
    { amount: '10.00', currency: 'USD', return_url: 'https://shop.example/ok', ...fields },
    token,
  );

describe('clients in the wild', () => {
  it.each([
    ['a string', '20.50'],
    ['a string without decimals', '20'],
    ['a float', 20.5],
    ['an integer', 20],
  ])('send the amount as %s', async (_what, amount) => {
    const { status, json } = await create(await tokenOf(), { amount });
    expect([status, json.message.success, json.type]).toEqual([200, ['CREATED'], 'success']);
  });

  it('glue a base that ends with a slash to a path that begins with one', async () => {
    expect((await post('//authentication/token', keys)).status).toBe(200);
  });

  it('paste keys with a line break behind them', async () => {
    expect((await post('/authentication/token', { ...keys, secret_id: `${keys.secret_id}\n` })).status).toBe(200);
  });

  it('name a webhook we cannot reach', async () => {
    expect((await create(await tokenOf(), { webhook_url: 'http://10.0.0.5/hook' })).status).toBe(200);
  });

  it('send empty optional fields, and fields nobody knows', async () => {
    const { status } = await create(await tokenOf(), { cancel_url: '', custom: '', webhook_url: null, plugin: '1.2' });
    expect(status).toBe(200);
  });

  it('add slashes at the end', async () => {
    expect((await post('/authentication/token/', keys)).status).toBe(200);
    const token = await tokenOf();
    expect(
      (await post('/payment/create/', { amount: '1.00', currency: 'USD', return_url: 'https://a.example' }, token))
        .status,
    ).toBe(200);
  });

  it('use one token for many payments', async () => {
    const token = await tokenOf();
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(token, {})));
    expect(new Set(answers.map((answer) => answer.json.data.token)).size).toBe(25);
  });

  it('read the error out of the first 120 bytes of an answer', async () => {
    const answers = [
      await post('/authentication/token', { ...keys, secret_id: `${keys.secret_id}x` }),
      await create('nonsense', {}),
      await create(await tokenOf(), { currency: 'usd' }),
    ];
    const texts = answers.map(({ text }) => JSON.parse(text.slice(0, 120)).message.error[0]);
    expect(texts).toEqual(['Invalid secret ID', 'Requested with invalid token!', 'The currency is invalid.']);
  });

  it('come back to an address with a token, an order, a query and a fragment of its own, and ask at once', async () => {
    const token = await tokenOf();
    const mine = 'https://shop.example/wc-api/?token=mine&order_id=77&a=1%202#done';
    const { json } = await create(token, { return_url: mine, cancel_url: mine, custom: 'order 77' });
    const payment = json.data as unknown as { token: string; payment_url: string };
    const path = new URL(payment.payment_url).pathname;
    const customer = createBrowser(server.app);
    await customer.open(path);
    const paid = await customer.submit(`${path}/pay`, goodCard);
    expect(paid.headers.location).toBe(`${path}/result`);

    const byBearer = await server.app.inject({
      url: `${base}/payment/status/${payment.token}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const byQuery = await server.app.inject({
      url: `${base}/payment/status?token=${payment.token}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const byBody = await post('/payment/status', { token: payment.token }, token);
    const byKeys = await post('/payment/status', { ...keys, token: payment.token });
    for (const answer of [byBearer.json(), byQuery.json(), byBody.json, byKeys.json]) {
      expect(answer.data).toMatchObject({ token: payment.token, paid: true, status: 'succeeded', amount: '10.00' });
    }
    const result = await customer.open(`${path}/result`);
    const address = String(result.headers.refresh).replace(/^2; url=/, '');
    expect(address).toMatch(
      /^https:\/\/shop\.example\/wc-api\/\?token=mine&order_id=77&a=1%202&message%5Bcode%5D=200&.*#done$/,
    );
    expect(new URL(address).searchParams.getAll('token')).toEqual(['mine']);
    expect(new URL(address).searchParams.get('data[token]')).toBe(payment.token);
    expect(new URL(address).searchParams.get('data[custom]')).toBe('order 77');
  });

  it('cancel back to an address that has a token of its own, untouched', async () => {
    const mine = 'https://shop.example/cancel?token=mine';
    const { json } = await create(await tokenOf(), { cancel_url: mine });
    const path = new URL((json.data as unknown as { payment_url: string }).payment_url).pathname;
    const customer = createBrowser(server.app);
    await customer.open(path);
    await customer.submit(`${path}/cancel`);
    const result = await customer.open(`${path}/result`);
    expect(result.headers.refresh).toBe(`2; url=${mine}`);
  });

  it('refund in the same ways they create, and are told why not', async () => {
    const token = await tokenOf();
    const { json } = await create(token, { amount: 19.99 });
    const payment = json.data as unknown as { token: string; payment_url: string };
    const refund = async (amount: string, ref: string) => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: `${base}/payment/refund`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload: `{"token":"${payment.token}","refund_ref":"${ref}","amount":${amount}}`,
      });
      const { message, data } = JSON.parse(body);
      return [statusCode, message.error?.[0] ?? data.amount];
    };
    expect(await refund('1', 'early')).toEqual([400, 'The payment is not paid; its status is created.']);
    const path = new URL(payment.payment_url).pathname;
    const customer = createBrowser(server.app);
    await customer.open(path);
    await customer.submit(`${path}/pay`, goodCard);

    // What is empty by mistake must not refund everything.
    for (const amount of ['""', 'null', 'false']) {
      expect(await refund(amount, 'r')).toEqual([400, 'The amount must be a decimal number.']);
    }
    for (const amount of ['-5', '"-5"', '0']) {
      expect(await refund(amount, 'r')).toEqual([400, 'The amount must be greater than 0.']);
    }
    expect(await refund('10.005', 'r')).toEqual([400, 'The amount has too many decimal places.']);
    expect(await refund('"4.9900000000000002"', 'r')).toEqual([400, 'The amount has too many decimal places.']);
    expect(await refund('4.9900000000000002', 'r')).toEqual([200, '4.99']);
    for (const ref of ['.', '..', ' ']) expect(await refund('1', ref)).toEqual([400, 'The refund_ref is invalid.']);
    expect(await refund('15.000000000000001', 'r2')).toEqual([400, 'The amount has too many decimal places.']);
    expect(await refund('15.0', 'r2')).toEqual([200, '15.00']);
  });
});
