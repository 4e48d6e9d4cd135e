/** docs/contract/partner.md, "Refund an order": `POST /orders/{ref}/refunds`, as a partner calls it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let partner: PartnerClient;
let live: PartnerClient;
let shop: number;
let rider: number;

beforeAll(async () => {
  server = await createTestServer();
});
beforeEach(async () => {
  const company = await makeCompany(server.db);
  shop = Number(await makeLink(server.db, company, 'merchant'));
  rider = Number(await makeLink(server.db, company, 'courier'));
  partner = createPartnerClient(server.app, await makeKey(server.db, company));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});
afterEach(() => expectBooksToHold(server.db));
afterAll(() => server.close());

const splits = () => [
  { beneficiary_type: 'merchant', beneficiary_ref: shop, amount: 7 },
  { beneficiary_type: 'courier', beneficiary_ref: rider, amount: 2 },
  { beneficiary_type: 'partner', amount: 1 },
];

async function settled(ref: string): Promise<void> {
  await partner.post('/orders', orderBody({ partner_order_ref: ref, total_amount: 10, splits: splits() }));
  await partner.post('/wallets/topups', { amount: 10, currency: 'EUR' });
  await partner.post('/settlements');
}

describe('a refund of a settled order', () => {
  it('is 201 with who gave what back, and exactly the transfers that the dry run showed', async () => {
    await settled('a');
    const body = { refund_ref: 'r1', amount: 5, reason: 'cold' };
    const before = await stateOf(server.database);
    const preview = await partner.post('/orders/a/refunds', { ...body, dry_run: true });
    expect(preview.statusCode).toBe(200);
    expect(await stateOf(server.database)).toBe(before);
    const made = await partner.post('/orders/a/refunds', body);
    expect(made.statusCode).toBe(201);
    expect(made.json().data).toMatchObject({
      refund_id: expect.stringMatching(/^ref_/),
      refund_ref: 'r1',
      status: 'succeeded',
      amount: 5,
      currency: 'EUR',
      reason: 'cold',
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: shop, amount: 3.5 },
        { beneficiary_type: 'courier', beneficiary_ref: rider, amount: 1 },
        { beneficiary_type: 'partner', beneficiary_ref: null, amount: 0.5 },
      ],
      transfers: [
        { from: `earnings:${shop}`, to: 'clearing', amount: 3.5, currency: 'EUR', code: 'reversal' },
        { from: `earnings:${rider}`, to: 'clearing', amount: 1, currency: 'EUR', code: 'reversal' },
        { from: 'commission', to: 'clearing', amount: 0.5, currency: 'EUR', code: 'reversal' },
      ],
    });
    expect(preview.json().data).toMatchObject({ refund_id: null, dry_run: true, status: 'succeeded' });
    expect(preview.json().data.transfers).toEqual(made.json().data.transfers);
  });

  it('is shown with its order', async () => {
    await settled('a');
    await partner.post('/orders/a/refunds', { refund_ref: 'r1', amount: 5 });
    const shown = (await partner.get('/orders/a')).json().data;
    expect(shown).toMatchObject({
      payment_status: 'partially_refunded',
      settlement_status: 'partially_reversed',
      refunded_amount: 5,
      refunds: [{ refund_ref: 'r1', status: 'succeeded', amount: 5 }],
    });
    expect((await partner.get('/orders')).json().data[0].refunds).toEqual(shown.refunds);
  });

  it('sent again is answered with the first one; another request under its ref is a 409', async () => {
    await settled('a');
    const first = await partner.post('/orders/a/refunds', { refund_ref: 'r1', amount: 5 });
    const again = await partner.post('/orders/a/refunds', { refund_ref: 'r1', amount: 5 });
    expect(again.statusCode).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json().data.refund_id).toBe(first.json().data.refund_id);
    const other = await partner.post('/orders/a/refunds', { refund_ref: 'r1', amount: 4 });
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'idempotency_conflict']);
  });
});

it('reads a null field of `liable` as absent', async () => {
  await settled('a');
  const made = await partner.post('/orders/a/refunds', {
    refund_ref: 'r1',
    amount: 2,
    liable: { beneficiary_type: 'partner', beneficiary_ref: null },
  });
  expect([made.statusCode, made.json().data.transfers]).toMatchObject([
    201,
    [{ from: 'commission', code: 'reversal' }],
  ]);
});

describe('what is refused changes nothing', () => {
  it.each<[why: string, ref: string, body: object, status: number, code: string, field?: string]>([
    ['an unknown order', 'x', { refund_ref: 'r' }, 404, 'not_found'],
    ['no refund_ref', 'a', {}, 422, 'validation_failed', 'refund_ref'],
    ['an amount of 0', 'a', { refund_ref: 'r', amount: 0 }, 422, 'validation_failed', 'amount'],
    ['no amount where one is expected', 'a', { refund_ref: 'r', amount: null }, 422, 'validation_failed', 'amount'],
    ['an amount as text', 'a', { refund_ref: 'r', amount: '5' }, 422, 'validation_failed', 'amount'],
    ['too many decimals', 'a', { refund_ref: 'r', amount: 1.234 }, 422, 'validation_failed', 'amount'],
    ['more than the order', 'a', { refund_ref: 'r', amount: 10.01 }, 422, 'refund_exceeds', 'amount'],
    [
      'more than a party has',
      'a',
      { refund_ref: 'r', splits: [{ beneficiary_type: 'courier', amount: 2.01 }] },
      422,
      'refund_exceeds',
      'splits[0].amount',
    ],
    [
      'a party that has no share',
      'a',
      { refund_ref: 'r', splits: [{ beneficiary_type: 'courier', beneficiary_ref: 999_999, amount: 1 }] },
      422,
      'validation_failed',
      'splits[0]',
    ],
    [
      'a ref for the partner',
      'a',
      { refund_ref: 'r', liable: { beneficiary_type: 'partner', beneficiary_ref: 1 } },
      422,
      'validation_failed',
      'liable.beneficiary_ref',
    ],
    [
      'splits and liable together',
      'a',
      {
        refund_ref: 'r',
        splits: [{ beneficiary_type: 'courier', amount: 1 }],
        liable: { beneficiary_type: 'courier' },
      },
      422,
      'validation_failed',
      'liable',
    ],
    ['splits of none', 'a', { refund_ref: 'r', splits: [] }, 422, 'validation_failed', 'splits'],
    [
      'an unknown party',
      'a',
      { refund_ref: 'r', liable: { beneficiary_type: 'customer' } },
      422,
      'validation_failed',
      'liable.beneficiary_type',
    ],
    ['a canceled order', 'cancelled', { refund_ref: 'r' }, 409, 'invalid_state'],
    ['an order the customer has not paid', 'unpaid', { refund_ref: 'r' }, 409, 'invalid_state'],
  ])('%s', async (_, ref, body, status, code, field) => {
    await settled('a');
    await partner.post('/orders', orderBody({ partner_order_ref: 'cancelled' }));
    await partner.post('/orders/cancelled/cancel');
    await partner.post('/orders', orderBody({ partner_order_ref: 'unpaid', payment_source: 'service' }));
    const before = await stateOf(server.database);
    const answer = await partner.post(`/orders/${ref}/refunds`, body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    if (field !== undefined) {
      expect(answer.json().error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    }
    const rehearsed = await partner.post(`/orders/${ref}/refunds`, { ...body, dry_run: true });
    expect([rehearsed.statusCode, rehearsed.json().error.code]).toEqual([status, code]);
    expect(await stateOf(server.database)).toBe(before);
  });

  it('the order of the other mode', async () => {
    await settled('a');
    expect((await live.post('/orders/a/refunds', { refund_ref: 'r' })).statusCode).toBe(404);
  });
});
