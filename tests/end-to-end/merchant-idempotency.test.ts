/**
 * `Idempotency-Key` on POST /payment/create: sent twice, at once or with another body (docs/contract/common.md,
 * "Idempotency").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  base,
  createShop,
  dataOf,
  expectError,
  type Merchant,
  payment,
  type Shop,
  sandbox,
} from '../fixtures/shop.ts';

let shop: Shop;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  shop = await createShop();
  merchant = await shop.addMerchant();
  token = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

describe('Idempotency-Key', () => {
  const keyed = (key: string, fields: object = {}, with_ = token, at = base): Promise<Answer> =>
    shop.create(with_, { ...payment, ...fields }, { 'idempotency-key': key }, at);

  it('same key and body: the same payment, and the answer says it was given before', async () => {
    const [first, again] = [await keyed('k1'), await keyed('k1')];
    dataOf(first, /^CREATED$/);
    expect(again.text).toBe(first.text);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('twenty at once: one payment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed('k2', { custom: 'raced' })));
    expect(new Set(answers.map((answer) => dataOf(answer).token)).size).toBe(1);
    const rows = await shop.db.selectFrom('payments').select('id').where('custom', '=', 'raced').execute();
    expect(rows).toHaveLength(1);
  });

  it('same key, other body or other base: 409', async () => {
    dataOf(await keyed('k3'));
    const conflict = 'This idempotency key was used for another request.';
    expectError(await keyed('k3', { amount: '12.51' }), 409, conflict);
    expectError(await keyed('k3', {}, token, sandbox), 409, conflict);
  });

  it('another key, mode or merchant: another payment', async () => {
    const other = await shop.token((await shop.addMerchant('Another Shop')).test);
    const live = await shop.token(merchant.live);
    const answers = [await keyed('k4'), await keyed('k5'), await keyed('k4', {}, live), await keyed('k4', {}, other)];
    expect(new Set(answers.map((answer) => dataOf(answer).token)).size).toBe(4);
  });

  it('a refused request keeps nothing: mended, it goes through under the same key', async () => {
    expectError(await keyed('k6', { currency: 'usd' }), 400, 'The currency is invalid.');
    dataOf(await keyed('k6'));
  });

  it('an empty one counts as none; one of more than 255 characters is refused', async () => {
    const [one, two] = [dataOf(await keyed('')), dataOf(await keyed(''))];
    expect(one.token).not.toBe(two.token);
    expectError(await keyed('x'.repeat(256)), 400, 'The Idempotency-Key must be text of at most 255 characters');
    dataOf(await keyed('x'.repeat(255)));
  });
});
