/** GET /events and /webhook-endpoints of interface A: the merchant's own, of one mode, in this interface's envelope. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newPublicId, newTimedId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { revokeKeyPair, rotateKey } from '../../src/features/api-keys/manage-keys.ts';
import { closeAccount } from '../../src/features/closing/close-account.ts';
import { insertEndpoint } from '../../src/features/webhooks/endpoints.repository.ts';
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
import { memberOf, shell } from '../support/actors.ts';
import { positionEvents } from '../support/position-events.ts';

let shop: Shop;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  shop = await createShop({ metricsToken: 'a-token-of-more-than-32-characters-x' });
});
beforeEach(async () => {
  merchant = await shop.addMerchant();
  token = await shop.token(merchant.test);
});
afterAll(async () => {
  await shop.expectBooksHold();
  await shop.close();
});

function close(holderId: bigint) {
  const deps = { clock: shop.server.clock, publicUrl: 'http://localhost', now: () => new Date() };
  const actor = memberOf({ holderId, mode: 'live' }, { holderKind: 'merchant' });
  return inTransaction(shop.db, (tx) => closeAccount(actor, tx, deps, { holderId, name: 'Test Shop' }));
}

type Event = {
  id: string;
  type: string;
  mode: string;
  subject: string;
  created_at: string;
  request_id: string | null;
  data: Record<string, unknown>;
};
type Page = { events: Event[]; next_cursor: string | null };

async function read(query = '', { as = token, at = base } = {}): Promise<Page> {
  await positionEvents(shop.db);
  const headers = { authorization: `Bearer ${as}` };
  return dataOf(await shop.call('GET', `${at}/events${query}`, { headers }), /^SUCCESS$/) as Page;
}

const create = async (custom: string, as = token) =>
  dataOf(await shop.create(as, { ...payment, custom })).token as string;

describe('GET /events', () => {
  it('shows the payment as its status does, oldest first, page by page', async () => {
    const tokens = [await create('a'), await create('b'), await create('c')];
    const all = await read();
    expect(Object.keys(all)).toEqual(['events', 'next_cursor']);
    expect(all.events.map(({ type, subject }) => [type, subject])).toEqual(
      tokens.map((one) => ['payment.created', `payment:${one}`]),
    );
    const [first] = all.events;
    expect(Object.keys(first ?? {})).toEqual(['id', 'type', 'mode', 'subject', 'created_at', 'request_id', 'data']);
    expect(first?.data).toEqual(dataOf(await shop.status(token, tokens[0] as string)));
    const page = await read('?limit=2');
    expect(page).toEqual({ events: all.events.slice(0, 2), next_cursor: all.events[1]?.id });
    expect(await read(`?limit=2&after=${page.next_cursor}`)).toEqual({
      events: all.events.slice(2),
      next_cursor: null,
    });
    const { headers } = await shop.create(token, { ...payment, custom: 'd' });
    expect((await read()).events.at(-1)?.request_id).toBe(headers['x-request-id']);
  });

  it('shows one type only when asked', async () => {
    const [a] = [await create('a'), await create('b')];
    await shop.call('POST', `${base}/payment/cancel`, {
      headers: { authorization: `Bearer ${token}` },
      body: { token: a },
    });
    const { events } = await read('?type=payment.cancelled');
    expect(events.map(({ type }) => type)).toEqual(['payment.cancelled']);
    expect(events[0]?.data).toEqual({ ...dataOf(await shop.status(token, a)), cancelled_by: 'api' });
    expect((await read('?type=payment.paid')).events).toEqual([]);
  });

  it('waits for the next event when there is none, and answers with the place to go on from', async () => {
    await create('before');
    const { events } = await read();
    expect(await read('?wait=0&after=latest')).toEqual({ events: [], next_cursor: events[0]?.id });
    const waiting = read(`?wait=30&after=${events[0]?.id}&type=payment.cancelled`);
    const after = await create('after');
    await shop.call('POST', `${base}/payment/cancel`, {
      headers: { authorization: `Bearer ${token}` },
      body: { token: after },
    });
    await positionEvents(shop.db);
    const page = await waiting;
    expect(page.events.map(({ type, subject }) => [type, subject])).toEqual([
      ['payment.cancelled', `payment:${after}`],
    ]);
    expect(page.next_cursor).toBe(page.events[0]?.id);
    const none = await read(`?wait=0&type=refund.*&after=${events[0]?.id}`);
    expect(none).toEqual({ events: [], next_cursor: page.next_cursor });
  });

  // Unheard, each would be answered after its 30 seconds. They are heard from the database alone, as in another process.
  it.each([
    ['its key pair is revoked', () => revokeKeyPair(shell, { db: shop.db }, merchant.test.clientId)],
    ['its key pair is replaced', () => rotateKey(shell, { db: shop.db }, merchant.test.clientId, 0)],
    ['the account is closed', () => close(merchant.holderId)],
  ])('ends a wait at once when %s; others go on', { timeout: 20_000 }, async (_how, end) => {
    const other = await shop.token((await shop.addMerchant()).test);
    const [ending, going] = [token, other].map((as) =>
      shop.call('GET', `${base}/events?wait=30`, { headers: { authorization: `Bearer ${as}` } }),
    ) as [Promise<Answer>, Promise<Answer>];
    while (!(await shop.server.metrics?.render())?.includes('\nsluice_event_readers_waiting 2\n')) {
      // What is waited for needs its turn.
      await shop.database.owner.query('select');
    }
    await end();
    expectError(await ending, 403, 'Requested with invalid token!');
    const created = await create('after', other);
    await positionEvents(shop.db);
    const { events } = dataOf(await going) as Page;
    expect(events.map(({ subject }) => subject)).toEqual([`payment:${created}`]);
  });

  it('is the log of one merchant and one mode, on either base', async () => {
    await create('mine');
    const live = await shop.token(merchant.live);
    const stranger = await shop.token((await shop.addMerchant()).test);
    const mine = await read();
    expect(mine.events).toHaveLength(1);
    expect(await read('', { at: sandbox })).toEqual(mine);
    for (const as of [live, stranger]) {
      expect(await read('', { as })).toEqual({ events: [], next_cursor: null });
      const headers = { authorization: `Bearer ${as}` };
      const answer = await shop.call('GET', `${base}/events?after=${mine.events[0]?.id}`, { headers });
      expectError(answer, 400, 'The after is invalid.');
    }
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=x', 'limit'],
    ['?after=', 'after'],
    ['?after=evt_x', 'after'],
    [`?after=${'e'.repeat(65)}`, 'after'],
    ['?type=payment.succeeded', 'type'],
    ['?type=', 'type'],
    ['?type=payment.*,', 'type'],
    ['?wait=31', 'wait'],
    ['?wait=-1', 'wait'],
  ])('refuses %s', async (query, field) => {
    const headers = { authorization: `Bearer ${token}` };
    expectError(await shop.call('GET', `${base}/events${query}`, { headers }), 400, `The ${field} is invalid.`);
  });

  it('is for who has a token', async () => {
    expectError(await shop.call('GET', `${base}/events`), 403, 'Access denied! Token not found');
  });
});

describe('webhook endpoints', () => {
  const at = `${base}/webhook-endpoints`;
  const headers = () => ({ authorization: `Bearer ${token}` });
  const resend = (id: string, body?: object, more: Record<string, string> = {}) =>
    shop.call('POST', `${at}/${id}/resend`, { headers: { ...headers(), ...more }, ...(body && { body }) });

  async function makeEndpoint(mode: 'test' | 'live' = 'test', { holderId } = merchant): Promise<string> {
    const id = newPublicId('whe', holderId);
    const place = { url: 'https://shop.example/hooks', host: 'shop.example' };
    const rest = {
      description: 'Shop system',
      eventTypes: ['payment.created'],
      format: 'standard' as const,
      extraHeader: null,
      extraHeaderPrefix: '',
    };
    await inTransaction(shop.db, (tx) => insertEndpoint(tx, { holderId, mode }, { id, ...place, ...rest }));
    return id;
  }

  it('are listed for their own key pair and mode', async () => {
    const stranger = await shop.addMerchant();
    const [id] = [await makeEndpoint(), await makeEndpoint('live'), await makeEndpoint('test', stranger)];
    const { endpoints } = dataOf(await shop.call('GET', at, { headers: headers() }), /^SUCCESS$/) as {
      endpoints: object[];
    };
    expect(endpoints).toMatchObject([{ endpoint_id: id, url: 'https://shop.example/hooks', status: 'active' }]);
  });

  it('are sent one event, what was given up or a time range again, once for each Idempotency-Key', async () => {
    const id = await makeEndpoint();
    for (const custom of ['a', 'b']) await create(custom);
    const [first] = (await read()).events;
    const resent = async (...args: Parameters<typeof resend>) => dataOf(await resend(...args), /^SUCCESS$/).resent;
    expect(await resent(id, { event_id: first?.id })).toBe(1);
    const hour = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    expect(await resent(id, hour)).toBe(2);
    const before = { from: hour.from, to: new Date(Date.now() - 600_000) };
    expect(await resent(id, before)).toBe(0);
    expect(await resent(id, { parked: true })).toBe(0);
    await shop.database.owner.query(
      `update webhook_deliveries set status = 'parked', reason = 'attempts_exhausted', next_attempt_at = null,
        finished_at = now() where endpoint_id = $1`,
      [id],
    );
    const keyed = { 'idempotency-key': 'again' };
    expect(await resent(id, { parked: true }, keyed)).toBe(2);
    expect(await resent(id, { parked: true })).toBe(0);
    expect(await resent(id, { parked: true }, keyed)).toBe(2);
    const { rows } = await shop.database.owner.query(
      `select actor_kind, after from audit_log where action = 'webhooks.resend' and object_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ actor_kind: kind, after }) => [kind, after.resent])).toEqual(
      [1, 2, 0, 0, 2, 0].map((count) => ['key', count]),
    );
  });

  it('are sent 10,000 events again at once, and no more', async () => {
    const id = await makeEndpoint();
    const { holderId } = merchant;
    const fill = (from: number, to: number) =>
      shop.database.owner.query(
        `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at, position)
        select $1, $2 || lpad(n::text, 6, '0'), 'test', 'payment.created', 'payment', 'pay_1', '{}', now(), n
        from generate_series($3::int, $4::int) n`,
        [holderId, newTimedId('evt', holderId).slice(0, -6), from, to],
      );
    onTestFinished(async () => {
      for (const table of ['webhook_deliveries', 'events']) {
        await shop.database.owner.query(`delete from ${table} where holder_id = $1`, [holderId]);
      }
    });
    await fill(1, 10_000);
    const range = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
    expect(dataOf(await resend(id, range), /^SUCCESS$/).resent).toBe(10_000);
    await fill(10_001, 10_001);
    expectError(await resend(id, range), 400, 'The to is invalid.');
  });

  it('refuse in words what is unknown, not active or unclear', async () => {
    const id = await makeEndpoint();
    const foreign = await makeEndpoint('test', await shop.addMerchant());
    for (const unknown of [foreign, await makeEndpoint('live'), 'addresses']) {
      expectError(await resend(unknown, { parked: true }), 404, 'No webhook endpoint has this id.');
    }
    expectError(await resend(id, { event_id: 'evt_1' }), 404, 'No event of this endpoint has this id.');
    const live = { authorization: `Bearer ${await shop.token(merchant.live)}` };
    expectError(await resend(id, { parked: true }, live), 404, 'No webhook endpoint has this id.');
    const instant = '2031-03-01T12:00:00Z';
    for (const [body, field] of [
      [{}, 'from'],
      [{ from: instant }, 'to'],
      [{ from: instant, to: instant }, 'to'],
      [{ from: 'yesterday', to: instant }, 'from'],
      [{ parked: 'yes' }, 'parked'],
      [{ parked: true, from: instant }, 'parked'],
      [{ parked: true, event_id: 'evt_1' }, 'event_id'],
      [{ event_id: '' }, 'event_id'],
    ] as const) {
      expectError(await resend(id, body), 400, `The ${field} is invalid.`);
    }
    expectError(await resend(id), 400, 'Malformed JSON body');
    await shop.database.owner.query(
      `update webhook_endpoints set status = 'paused', status_reason = 'by_hand', due_at = null where id = $1`,
      [id],
    );
    expectError(await resend(id, { parked: true }), 400, 'The endpoint is not active. Resume it first.');
    expectError(await shop.call('GET', at), 403, 'Access denied! Token not found');
  });
});
