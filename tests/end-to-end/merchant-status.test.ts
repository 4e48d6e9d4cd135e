/** The status of a payment, by Bearer and by key pair: docs/contract/merchant.md, "Payment status". */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { cancelPayment } from '../../src/features/payments/capture-payment.ts';
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
import { payer } from '../support/actors.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';

const clock = createTestClock();
const notFound = 'Payment not found';

let shop: Shop;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  shop = await createShop({ clock });
  merchant = await shop.addMerchant();
  token = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

const byKeys = (id: string, at = base, pair = merchant.test): Promise<Answer> =>
  shop.call('POST', `${at}/payment/status`, { body: { ...keysOf(pair), token: id } });

const headersOf = (bearer: string) => ({ authorization: `Bearer ${bearer}` });
const byQuery = (id: string, bearer = token, at = base): Promise<Answer> =>
  shop.call('GET', `${at}/payment/status?token=${encodeURIComponent(id)}`, { headers: headersOf(bearer) });
const byBody = (id: string, bearer = token, at = base): Promise<Answer> =>
  shop.call('POST', `${at}/payment/status`, { body: { token: id }, headers: headersOf(bearer) });

/** All ways to ask tell the same. */
async function statusOf(id: string): Promise<Record<string, unknown>> {
  const bearer = await shop.status(token, id);
  for (const other of [await byKeys(id), await byQuery(id), await byBody(id)]) expect(other.text).toBe(bearer.text);
  return dataOf(bearer, /^SUCCESS$/);
}

const make = async (fields: object = {}): Promise<string> =>
  dataOf(await shop.create(token, { ...payment, ...fields })).token as string;

const pay = async (id: string): Promise<void> => {
  const key = { holderId: merchant.holderId, id };
  const deps = simulatedPayDeps(shop.db, clock);
  expect(await payByCard(deps, key, { payerName: 'Ada Lovelace' })).toBe('succeeded');
};

describe('what a status tells', () => {
  it('unpaid: a 200 with paid false, and null for what is not known yet', async () => {
    const id = await make({ custom: 'cart-7' });
    expect(await statusOf(id)).toEqual({
      token: id,
      trx_id: null,
      status: 'created',
      paid: false,
      amount: '12.50',
      currency: 'USD',
      custom: 'cart-7',
      payer: null,
      created_at: '2031-03-01T12:00:00.000Z',
      paid_at: null,
    });
  });

  it('paid: who, when and the transaction', async () => {
    const id = await make();
    await pay(id);
    expect(await statusOf(id)).toEqual({
      token: id,
      trx_id: expect.stringMatching(/^trx_[0-9A-Za-z]+$/),
      status: 'succeeded',
      paid: true,
      amount: '12.50',
      currency: 'USD',
      custom: '',
      payer: { username: 'Ada Lovelace', email: null },
      created_at: '2031-03-01T12:00:00.000Z',
      paid_at: '2031-03-01T12:00:00.000Z',
    });
  });

  it('canceled', async () => {
    const id = await make();
    await inTransaction(shop.db, (tx) =>
      cancelPayment(payer, tx, simulatedPayDeps(shop.db, clock), { holderId: merchant.holderId, id }),
    );
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled', paid: false, trx_id: null, payer: null });
  });

  it('after 24 hours on the book’s clock: expired; a paid one stays paid', async () => {
    const [open, paid] = [await make(), await make()];
    await pay(paid);
    clock.advance(24 * 3_600 - 1);
    expect(await statusOf(open)).toMatchObject({ status: 'created' });
    clock.advance(1);
    expect(await statusOf(open)).toMatchObject({ status: 'expired', paid: false });
    expect(await statusOf(paid)).toMatchObject({ status: 'succeeded', paid: true });
    clock.set('2031-03-01T12:00:00.000Z');
  });

  it('the same on both bases for a test payment, through whichever it was made', async () => {
    const id = await make();
    expect((await shop.status(token, id, sandbox)).text).toBe((await shop.status(token, id)).text);
    expect((await byKeys(id, sandbox)).text).toBe((await byKeys(id)).text);
  });
});

describe('what is nobody’s business is a 404', () => {
  it('another merchant’s payment', async () => {
    const id = await make();
    const other = await shop.addMerchant('Another Shop');
    expectError(await shop.status(await shop.token(other.test), id), 404, notFound);
    expectError(await byKeys(id, base, other.test), 404, notFound);
  });

  it('the other mode’s payment, both ways round', async () => {
    const live = await shop.token(merchant.live);
    const testId = await make();
    const liveId = dataOf(await shop.create(live, payment)).token as string;
    expectError(await shop.status(live, testId), 404, notFound);
    expectError(await shop.status(token, liveId), 404, notFound);
    expectError(await byQuery(testId, live), 404, notFound);
    expectError(await byBody(testId, live), 404, notFound);
    expectError(await byKeys(testId, base, merchant.live), 404, notFound);
    expectError(await byKeys(liveId), 404, notFound);
    dataOf(await shop.status(live, liveId));
    dataOf(await byKeys(liveId, base, merchant.live));
  });

  it.each([
    'none',
    'pay_',
    'pay_000',
    `pay_${'z'.repeat(33)}`,
    '%00',
    '%F0%9F%92%A9',
    `trx_2${'0'.repeat(22)}`,
    'x'.repeat(2_048),
  ])('a token that never was: %.30s', async (id) => {
    expectError(await shop.status(token, id), 404, notFound);
    expectError(await byKeys(decodeURIComponent(id)), 404, notFound);
    expectError(await byQuery(decodeURIComponent(id)), 404, notFound);
    expectError(await byBody(decodeURIComponent(id)), 404, notFound);
  });

  it('a token in another case, cut or lengthened', async () => {
    const id = await make();
    for (const wrong of [id.toUpperCase(), id.slice(0, -1), `${id}0`, ` ${id}`]) {
      expectError(await byKeys(wrong), 404, notFound);
    }
  });
});

describe('by key pair', () => {
  it('needs no Bearer, and a wrong one does no harm', async () => {
    const id = await make();
    const body = { ...keysOf(merchant.test), token: id };
    dataOf(await shop.call('POST', `${base}/payment/status`, { body, headers: { authorization: 'Bearer wrong' } }));
  });

  it.each(['client_id', 'secret_id', 'token'])('%s is required', async (field) => {
    const body: Record<string, unknown> = { ...keysOf(merchant.test), token: 'x' };
    for (const value of [undefined, null, '', 7]) {
      expectError(
        await shop.call('POST', `${base}/payment/status`, { body: { ...body, [field]: value } }),
        400,
        `The ${field} field is required.`,
      );
    }
  });

  it('a wrong pair is told before the payment is looked for', async () => {
    const id = await make();
    const keys = keysOf(merchant.test);
    const ask = (body: object): Promise<Answer> =>
      shop.call('POST', `${base}/payment/status`, { body: { ...body, token: id } });
    expectError(await ask({ ...keys, client_id: 'pk' }), 400, 'Invalid client ID');
    expectError(await ask({ ...keys, secret_id: 'sk' }), 400, 'Invalid secret ID');
  });

  it('with neither pair nor Bearer, the pair is what is missing', async () => {
    const ask = (body: object, headers = {}): Promise<Answer> =>
      shop.call('POST', `${base}/payment/status`, { body, headers });
    expectError(await ask({ token: await make() }), 400, 'The client_id field is required.');
    // Half a pair is a mistake in the pair, whatever the header says.
    const { client_id } = keysOf(merchant.test);
    expectError(await ask({ token: 'x', client_id }, headersOf(token)), 400, 'The secret_id field is required.');
  });
});

describe('by Bearer, in the query or in the body', () => {
  it('a wrong token is a 403, before anything else is looked at', async () => {
    for (const ask of [byQuery, byBody]) {
      expectError(await ask('', 'wrong'), 403, 'Requested with invalid token!');
      expectError(await ask('x', await shop.token(merchant.live), sandbox), 403, 'Requested with invalid token!');
    }
    const bare = await shop.call('GET', `${base}/payment/status?token=x`);
    expectError(bare, 403, 'Access denied! Token not found');
  });

  it('the payment’s token is required, once', async () => {
    const required = 'The token field is required.';
    const ask = (query: string): Promise<Answer> =>
      shop.call('GET', `${base}/payment/status${query}`, { headers: headersOf(token) });
    for (const query of ['', '/', '?', '?token=', '?token=a&token=b', '?id=x'])
      expectError(await ask(query), 400, required);
    for (const body of [{}, { token: 7 }, { token: '' }, { token: ['x'] }]) {
      expectError(
        await shop.call('POST', `${base}/payment/status`, { body, headers: headersOf(token) }),
        400,
        required,
      );
    }
  });
});
