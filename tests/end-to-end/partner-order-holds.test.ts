/**
 * Assign, hold and release, singly and in bulk: from which states, once, with an event each (docs/contract/partner.md,
 * "Hold, release and assign").
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { job } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { dropJobs } from '../support/drain-jobs.ts';
import { endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let partner: PartnerClient;
let live: PartnerClient;
let merchant: number;
let other: number;
let courier: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});
beforeEach(async () => {
  company = await makeCompany(server.db);
  partner = createPartnerClient(server.app, await makeKey(server.db, company, 'test'));
  live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
  merchant = Number(await makeLink(server.db, company, 'merchant'));
  other = Number(await makeLink(server.db, company, 'merchant'));
  courier = Number(await makeLink(server.db, company, 'courier'));
});

async function record(changes: Record<string, unknown> = {}): Promise<string> {
  const body = orderBody(changes);
  const answer = await partner.post('/orders', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return body.partner_order_ref;
}
const unassigned = () => ({ splits: [{ beneficiary_type: 'merchant', amount: 12.5 }] });
const find = async (ref: string) => (await partner.get(`/orders/${ref}`)).json().data;
const hold = (ref: string, body?: unknown) => partner.post(`/orders/${ref}/hold`, body);
const release = (ref: string) => partner.post(`/orders/${ref}/release`);
const assign = (ref: string, n: unknown, link: unknown) =>
  partner.post(`/orders/${ref}/splits/${n}/assign`, { beneficiary_ref: link });
const settle = async () => expect((await partner.post('/settlements')).statusCode).toBe(201);
const topUp = (amount: number) => partner.post('/wallets/topups', { amount, currency: 'EUR' });

async function eventsOf(ref: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { order_id } = await find(ref);
  const { rows } = await server.database.pool.query(
    `select type, data from events where subject_kind = 'order' and subject_id = $1 order by appended`,
    [String(order_id)],
  );
  return rows;
}
const typesOf = async (ref: string) => (await eventsOf(ref)).map((event) => event.type).sort();

/** An order with an unassigned split where it can have one, brought to a state. */
const inState: Record<string, () => Promise<string>> = {
  unsettled: () => record(),
  awaiting_funds: async () => {
    const ref = await record();
    await settle();
    return ref;
  },
  'on_hold (unassigned_split)': async () => {
    const ref = await record(unassigned());
    await settle();
    return ref;
  },
  'on_hold (by_hand)': async () => {
    const ref = await record();
    await hold(ref);
    return ref;
  },
  settled: async () => {
    await topUp(12.5);
    const ref = await record();
    await settle();
    return ref;
  },
  void: async () => {
    const ref = await record();
    await partner.post(`/orders/${ref}/cancel`);
    return ref;
  },
};

describe('docs/contract/partner.md, "Order states": hold and release by state', () => {
  it.each<[string, 'hold' | 'release', number, string, string | null]>([
    ['unsettled', 'hold', 200, 'on_hold', 'by_hand'],
    ['awaiting_funds', 'hold', 200, 'on_hold', 'by_hand'],
    ['on_hold (unassigned_split)', 'hold', 200, 'on_hold', 'by_hand'],
    ['on_hold (by_hand)', 'hold', 200, 'on_hold', 'by_hand'],
    ['settled', 'hold', 409, 'settled', null],
    ['void', 'hold', 409, 'void', null],
    ['unsettled', 'release', 200, 'unsettled', null],
    ['awaiting_funds', 'release', 200, 'awaiting_funds', null],
    ['on_hold (unassigned_split)', 'release', 409, 'on_hold', 'unassigned_split'],
    ['on_hold (by_hand)', 'release', 200, 'unsettled', null],
    ['settled', 'release', 409, 'settled', null],
    ['void', 'release', 409, 'void', null],
  ])('%s, %s: %i → %s', async (state, what, status, becomes, reason) => {
    const ref = await (inState[state] as () => Promise<string>)();
    const before = await find(ref);
    const events = await eventsOf(ref);
    const answer = await partner.post(`/orders/${ref}/${what}`);
    expect(answer.statusCode, answer.body).toBe(status);
    const after = await find(ref);
    expect(after).toMatchObject({ settlement_status: becomes, hold_reason: reason });
    if (status === 200) expect(answer.json()).toEqual({ status: true, data: after });
    const changed = before.settlement_status !== becomes || before.hold_reason !== reason;
    expect(await eventsOf(ref)).toHaveLength(events.length + (changed ? 1 : 0));
    if (!changed) expect(after).toEqual(before);
    if (status === 409 && state !== 'on_hold (unassigned_split)') {
      expect(answer.json().error.message).toBe(`The order's settlement_status is ${becomes}.`);
    }
  });

  it('a hold keeps the caller’s reason in its event', async () => {
    const ref = await record();
    await hold(ref, { reason: 'under review' });
    expect((await eventsOf(ref)).find((event) => event.type === 'order.held')?.data).toMatchObject({
      partner_order_ref: ref,
      hold_reason: 'by_hand',
      reason: 'under review',
    });
  });

  it('what was held and released settles, with the same amounts', async () => {
    await topUp(12.5);
    const ref = await record();
    await hold(ref);
    await settle();
    expect(await find(ref)).toMatchObject({ settlement_status: 'on_hold', order_amount: 12.5 });
    await release(ref);
    await settle();
    expect(await find(ref)).toMatchObject({ settlement_status: 'settled', order_amount: 12.5 });
    expect(await typesOf(ref)).toEqual(['order.created', 'order.held', 'order.released', 'order.settled']);
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/partner.md, "Hold, release and assign": an order on hold blocks no other', () => {
  it('the head of a queue that awaits funds is held: what waits behind it is settled by itself', async () => {
    await topUp(10);
    const head = await record();
    const behind = await record({ total_amount: 10, splits: [{ beneficiary_type: 'partner', amount: 10 }] });
    await settle();
    expect((await find(behind)).settlement_status).toBe('awaiting_funds');
    await dropJobs(server.database);
    await hold(head);
    const { rows } = await server.database.pool.query('select key from graphile_worker.jobs');
    expect(rows).toEqual([{ key: `settle_on_funds:${company}:test:EUR` }]);
    await server.runner.settleIfWaiting(job, { holderId: company, mode: 'test' }, 'funds');
    expect([(await find(head)).settlement_status, (await find(behind)).settlement_status]).toEqual([
      'on_hold',
      'settled',
    ]);
    await expectBooksToHold(server.db);
  });
});

describe('docs/contract/partner.md, "Hold, release and assign": assign', () => {
  it('an order that waited for it alone is released; the next run pays the link', async () => {
    await topUp(12.5);
    const ref = await record({
      splits: [
        { beneficiary_type: 'merchant', amount: 10 },
        { beneficiary_type: 'courier', beneficiary_ref: 999_999, amount: 2 },
        { beneficiary_type: 'partner', amount: 0.5 },
      ],
    });
    await settle();
    expect((await assign(ref, 0, merchant)).json().data).toMatchObject({ settlement_status: 'on_hold' });
    expect((await release(ref)).json().error.message).toBe('The order has an unassigned split: splits[1].');
    const answer = await assign(ref, 1, courier);
    expect(answer.json().data).toMatchObject({
      settlement_status: 'unsettled',
      hold_reason: null,
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 10 },
        { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 2 },
        { beneficiary_type: 'partner', beneficiary_ref: null, amount: 0.5 },
      ],
    });
    await settle();
    const { rows } = await server.database.pool.query(
      `select link_id, balance::int from accounts where holder_id = $1 and kind = 'earnings' order by 1`,
      [company],
    );
    expect(rows).toEqual(
      [
        { link_id: BigInt(merchant), balance: 1_000 },
        { link_id: BigInt(courier), balance: 200 },
      ].sort((a, b) => (a.link_id < b.link_id ? -1 : 1)),
    );
    expect((await assign(ref, 1, courier)).statusCode).toBe(200);
    expect((await assign(ref, 1, other)).json().error.message).toBe("The order's settlement_status is settled.");
    expect(await typesOf(ref)).toEqual([
      'order.created',
      'order.held',
      'order.released',
      'order.settled',
      'split.assigned',
      'split.assigned',
    ]);
    await expectBooksToHold(server.db);
  });

  it.each(['unsettled', 'awaiting_funds', 'by_hand'])('while %s: the state stays', async (state) => {
    const ref = await record(unassigned());
    if (state === 'awaiting_funds') {
      await server.database.pool.query(
        `update orders set settlement_status = 'awaiting_funds' where holder_id = $1 and partner_order_ref = $2`,
        [company, ref],
      );
    }
    if (state === 'by_hand') await hold(ref);
    const before = await find(ref);
    const { data } = (await assign(ref, 0, merchant)).json();
    expect([data.settlement_status, data.hold_reason]).toEqual([before.settlement_status, before.hold_reason]);
    expect(data.splits[0].beneficiary_ref).toBe(merchant);
    const again = await assign(ref, 0, merchant);
    expect([again.statusCode, again.json().data]).toEqual([200, data]);
    expect((await assign(ref, 0, other)).json().error).toMatchObject({
      code: 'invalid_state',
      message: `splits[0] is assigned to link ${merchant} already.`,
    });
  });

  it('only an active link of this company and of the split’s type is accepted', async () => {
    const ref = await record(unassigned());
    const foreign = await makeLink(server.db, await makeCompany(server.db), 'merchant');
    const ended = await makeLink(server.db, company, 'merchant');
    await endLink(server.db, company, ended);
    const before = await stateOf(server.database);
    for (const link of [courier, Number(foreign), Number(ended), Number.MAX_SAFE_INTEGER]) {
      const answer = await assign(ref, 0, link);
      expect([answer.statusCode, answer.json().error]).toMatchObject([
        422,
        { code: 'unknown_beneficiary', details: [{ field: 'beneficiary_ref' }] },
      ]);
    }
    expect(await stateOf(server.database)).toBe(before);
  });

  it('the company’s own share, a shadow restaurant’s and a void order’s are refused', async () => {
    const own = await record();
    const shadow = await record({ ...unassigned(), is_shadow: true });
    const cancelled = await record(unassigned());
    await partner.post(`/orders/${cancelled}/cancel`);
    for (const [ref, message] of [
      [own, "splits[0] is the company's own share."],
      [shadow, "splits[0] is a restaurant's share of a shadow order: it is given by a claim."],
      [cancelled, "The order's settlement_status is void."],
    ] as const) {
      const answer = await assign(ref, 0, merchant);
      expect([answer.statusCode, answer.json().error]).toMatchObject([409, { code: 'invalid_state', message }]);
    }
  });
});

describe('docs/contract/partner.md, "Errors": hostile requests are clear errors and change nothing', () => {
  it.each([-1, 1.5, 'x', 999, '1e400', '%00', 1, 199])(
    'splits/%s/assign is a 404: there is no such split',
    async (n) => {
      const ref = await record(unassigned());
      const before = await stateOf(server.database);
      const answer = await assign(ref, n, merchant);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
      expect(await stateOf(server.database)).toBe(before);
    },
  );

  it.each<[string, unknown, number]>([
    ['splits/0/assign', undefined, 400],
    ['splits/0/assign', {}, 422],
    ['splits/0/assign', { beneficiary_ref: '1' }, 422],
    ['splits/0/assign', { beneficiary_ref: 1.5 }, 422],
    ['splits/0/assign', { beneficiary_ref: 0 }, 422],
    ['splits/0/assign', { beneficiary_ref: null }, 422],
    ['hold', { reason: 5 }, 422],
    ['hold', { reason: '' }, 422],
    ['hold', { reason: 'x'.repeat(256) }, 422],
    ['hold', { reason: 'a\u0000b' }, 422],
  ])('%s with %j is a %i', async (path, body, status) => {
    const ref = await record(unassigned());
    const before = await stateOf(server.database);
    const answer = await partner.post(`/orders/${ref}/${path}`, body);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(await stateOf(server.database)).toBe(before);
  });

  it.each<[string, unknown]>([
    ['holds', {}],
    ['holds', { partner_order_refs: [] }],
    ['holds', { partner_order_refs: 'a' }],
    ['holds', { partner_order_refs: [1] }],
    ['holds', { partner_order_refs: [null] }],
    ['releases', { partner_order_refs: Array.from({ length: 501 }, () => 'a') }],
    ['assignments', { assignments: [{}] }],
    ['assignments', { assignments: [{ partner_order_ref: 'a', split: -1, beneficiary_ref: 1 }] }],
    ['assignments', { assignments: [{ partner_order_ref: 'a', split: 0, beneficiary_ref: 1e30 }] }],
  ])('POST /orders/%s with %j is a 422', async (path, body) => {
    const answer = await partner.post(`/orders/${path}`, body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'validation_failed']);
  });

  it('an unknown ref, another mode’s or another company’s order is a 404', async () => {
    const ref = await record(unassigned());
    const stranger = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    const before = await stateOf(server.database);
    for (const path of ['hold', 'release', 'splits/0/assign']) {
      const body = { beneficiary_ref: merchant };
      for (const answer of [
        await live.post(`/orders/${ref}/${path}`, body),
        await stranger.post(`/orders/${ref}/${path}`, body),
        await partner.post(`/orders/unknown/${path}`, body),
      ]) {
        expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
      }
    }
    expect(await stateOf(server.database)).toBe(before);
  });
});

describe('in bulk: each item by itself, in the order sent', () => {
  it('holds and releases, what is refused leaves the others alone', async () => {
    const [a, b, cancelled] = [await record(), await record(), await record()];
    await partner.post(`/orders/${cancelled}/cancel`);
    const refs = [b, 'unknown', cancelled, a, b];
    const held = await partner.post('/orders/holds', { partner_order_refs: refs, reason: 'all of them' });
    const done = (ref: string) => ({
      partner_order_ref: ref,
      ok: true,
      settlement_status: 'on_hold',
      hold_reason: 'by_hand',
    });
    const refused = (ref: string, code: string, message: string) => ({
      partner_order_ref: ref,
      ok: false,
      error: { code, message, details: [] },
    });
    const unknown = refused('unknown', 'not_found', 'No order has this partner_order_ref.');
    const isVoid = refused(cancelled, 'invalid_state', "The order's settlement_status is void.");
    expect([held.statusCode, held.json()]).toEqual([
      200,
      { status: true, data: { results: [done(b), unknown, isVoid, done(a), done(b)] } },
    ]);
    const released = await partner.post('/orders/releases', { partner_order_refs: refs });
    const free = { settlement_status: 'unsettled', hold_reason: null };
    expect(released.json().data.results).toEqual([
      { ...done(b), ...free },
      unknown,
      isVoid,
      { ...done(a), ...free },
      { ...done(b), ...free },
    ]);
    expect(await typesOf(b)).toEqual(['order.created', 'order.held', 'order.released']);
  });

  it('assignments, several of one order', async () => {
    const ref = await record({ splits: [...unassigned().splits, { beneficiary_type: 'courier', amount: 0 }] });
    await settle();
    const headers = { 'idempotency-key': `assign ${ref}` };
    const body = {
      assignments: [
        { partner_order_ref: ref, split: 1, beneficiary_ref: courier },
        { partner_order_ref: ref, split: 0, beneficiary_ref: courier },
        { partner_order_ref: ref, split: 0, beneficiary_ref: merchant },
        { partner_order_ref: ref, split: 0, beneficiary_ref: other },
        { partner_order_ref: ref, split: 7, beneficiary_ref: other },
      ],
    };
    const first = await partner.post('/orders/assignments', body, headers);
    expect(
      first
        .json()
        .data.results.map((one: { ok: boolean; settlement_status?: string; error?: { code: string } }) =>
          one.ok ? one.settlement_status : one.error?.code,
        ),
    ).toEqual(['on_hold', 'unknown_beneficiary', 'unsettled', 'invalid_state', 'not_found']);
    const again = await partner.post('/orders/assignments', body, headers);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  });
});

describe('raced', () => {
  it('two links at once: one wins, 10 orders', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ref = await record(unassigned());
      const answers = await Promise.all([merchant, other, merchant, other].map((link) => assign(ref, 0, link)));
      const winner = (await find(ref)).splits[0].beneficiary_ref;
      expect(answers.map((answer) => answer.statusCode)).toEqual(
        [merchant, other, merchant, other].map((link) => (link === winner ? 200 : 409)),
      );
      expect(await typesOf(ref)).toEqual(['order.created', 'split.assigned']);
    }
  });

  it('held while it is settled: either held and unpaid, or settled and refused, 10 orders', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ref = await record({ is_shadow: true });
      const [held] = await Promise.all([hold(ref), settle()]);
      expect((await find(ref)).settlement_status).toBe(held.statusCode === 200 ? 'on_hold' : 'settled');
    }
    await expectBooksToHold(server.db);
  });

  it('held and released at once, singly and in bulk: every answer is true and the last stands', async () => {
    const refs = await Promise.all(Array.from({ length: 6 }, () => record()));
    const answers = await Promise.all([
      ...refs.flatMap((ref) => [hold(ref), release(ref)]),
      partner.post('/orders/holds', { partner_order_refs: refs }),
      partner.post('/orders/releases', { partner_order_refs: refs.toReversed() }),
      partner.post('/settlements'),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([...Array(14).fill(200), 201]);
    for (const ref of refs)
      expect(['unsettled', 'on_hold', 'awaiting_funds']).toContain((await find(ref)).settlement_status);
  });
});
