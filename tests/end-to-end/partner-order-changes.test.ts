/**
 * POST /orders/{ref}/confirm-payment and /cancel: from which states, once, with an event each
 * (docs/contract/partner.md, "Confirm or cancel an order").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let partner: PartnerClient;
let live: PartnerClient;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const company = await makeCompany(server.db);
  partner = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

type Change = 'confirm-payment' | 'cancel';
const both: Change[] = ['confirm-payment', 'cancel'];

/** An order; the shadow ones can be settled without funds. @returns its ref. */
async function record(changes: Record<string, unknown> = {}): Promise<string> {
  const body = orderBody(changes);
  expect((await partner.post('/orders', body)).statusCode).toBe(201);
  return body.partner_order_ref;
}
const change = (ref: string, what: Change, headers = {}) => partner.post(`/orders/${ref}/${what}`, undefined, headers);
const find = async (ref: string) => (await partner.get(`/orders/${ref}`)).json().data;
const statesOf = async (ref: string) => {
  const { payment_status, settlement_status } = await find(ref);
  return [payment_status, settlement_status];
};
async function eventsOf(ref: string): Promise<string[]> {
  const { order_id } = await find(ref);
  const { rows } = await server.database.pool.query(
    `select type from events where subject_kind = 'order' and subject_id = $1 order by type`,
    [String(order_id)],
  );
  return rows.map((row) => row.type);
}
async function expectRefused(ref: string, what: Change, message: string): Promise<void> {
  const before = await stateOf(server.database);
  const answer = await change(ref, what);
  expect([answer.statusCode, answer.json().error]).toMatchObject([409, { code: 'invalid_state', message }]);
  expect(await stateOf(server.database)).toBe(before);
}

describe('docs/contract/partner.md, "Confirm or cancel an order": confirm-payment', () => {
  it.each(['card', 'onlinewallet', 'cod'])('the partner has the money of source %s: pending → paid', async (source) => {
    const ref = await record({ payment_source: source });
    clock.advance(5);
    const answer = await change(ref, 'confirm-payment');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, data: await find(ref) });
    expect(answer.json().data).toMatchObject({ payment_status: 'paid', settlement_status: 'unsettled' });
    expect(answer.json().data.updated_at).not.toBe(answer.json().data.created_at);
    expect(await eventsOf(ref)).toEqual(['order.created', 'order.paid']);
  });

  it('source service is a 409: only the checkout pays it', async () => {
    const ref = await record({ payment_source: 'service' });
    await expectRefused(ref, 'confirm-payment', 'An order with source service is paid at its checkout only.');
    expect(await statesOf(ref)).toEqual(['pending', 'unsettled']);
  });
});

describe('docs/contract/partner.md, "Confirm or cancel an order": cancel of an unsettled order', () => {
  it.each(['service', 'card', 'onlinewallet', 'cod'])(
    'source %s: payment cancelled, settlement void',
    async (source) => {
      const ref = await record({ payment_source: source });
      const answer = await change(ref, 'cancel');
      expect([answer.statusCode, answer.json().data]).toMatchObject([
        200,
        { payment_status: 'cancelled', settlement_status: 'void' },
      ]);
      expect(await eventsOf(ref)).toEqual(['order.cancelled', 'order.created', 'order.voided']);
    },
  );

  it('while it awaits funds or is on hold; it never settles afterwards', async () => {
    const waiting = await record();
    const held = await record({ splits: [{ beneficiary_type: 'merchant', amount: 1 }], currency: 'USD' });
    await partner.post('/settlements');
    expect([await statesOf(waiting), await statesOf(held)]).toEqual([
      ['pending', 'awaiting_funds'],
      ['pending', 'on_hold'],
    ]);
    for (const ref of [waiting, held]) {
      expect((await change(ref, 'cancel')).statusCode).toBe(200);
      expect(await statesOf(ref)).toEqual(['cancelled', 'void']);
    }
    await partner.post('/wallets/topups', { amount: 1_000, currency: 'EUR' });
    await partner.post('/settlements');
    expect(await statesOf(waiting)).toEqual(['cancelled', 'void']);
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/partner.md, "Order states": invalid_state names the state it is in', () => {
  it('a paid order is neither confirmed again nor canceled', async () => {
    const ref = await record();
    await change(ref, 'confirm-payment');
    for (const what of both) await expectRefused(ref, what, "The order's payment_status is paid.");
  });
  it('a canceled order is neither confirmed nor canceled again', async () => {
    const ref = await record();
    await change(ref, 'cancel');
    for (const what of both) await expectRefused(ref, what, "The order's payment_status is cancelled.");
  });
});

describe.each(both)('docs/contract/partner.md, "Confirm or cancel an order": %s', (what) => {
  it('of an unknown ref, another mode’s or another company’s order is a 404 and changes nothing', async () => {
    const ref = await record();
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    const before = await stateOf(server.database);
    for (const answer of [
      await live.post(`/orders/${ref}/${what}`),
      await other.post(`/orders/${ref}/${what}`),
      await change('unknown', what),
    ]) {
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
    }
    expect(await stateOf(server.database)).toBe(before);
  });

  it('needs no body, and ignores one', async () => {
    for (const body of [undefined, '', {}, { payment_status: 'refunded' }]) {
      const ref = await record();
      expect((await partner.post(`/orders/${ref}/${what}`, body)).statusCode).toBe(200);
    }
  });

  it('with an Idempotency-Key is answered again as it was', async () => {
    const ref = await record();
    const headers = { 'idempotency-key': `${what} ${ref}` };
    const first = await change(ref, what, headers);
    const again = await change(ref, what, headers);
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body]);
    const other = await change(await record(), what, headers);
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'idempotency_conflict']);
  });
});

it('docs/contract/partner.md, "Confirm or cancel an order": confirmed and canceled at once, 20 orders: of each exactly one wins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ref = await record();
    const answers = await Promise.all([
      change(ref, 'confirm-payment'),
      change(ref, 'cancel'),
      change(ref, 'confirm-payment'),
      change(ref, 'cancel'),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.findIndex((answer) => answer.statusCode === 200) % 2 === 0 ? 'paid' : 'cancelled';
    expect((await statesOf(ref))[0]).toBe(winner);
    expect(await eventsOf(ref)).toEqual(
      winner === 'paid' ? ['order.created', 'order.paid'] : ['order.cancelled', 'order.created', 'order.voided'],
    );
  }
});

it('docs/contract/partner.md, "Confirm or cancel an order": canceled while it is being settled, 20 orders: void when it had not settled, else reversed', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ref = await record({ is_shadow: true });
    const answers = await Promise.all([change(ref, 'cancel'), partner.post('/settlements')]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 201]);
    const hadSettled = (await eventsOf(ref)).includes('order.settled');
    expect(await statesOf(ref)).toEqual(['cancelled', hadSettled ? 'reversed' : 'void']);
  }
  await expectBooksToHold(server.db);
});
