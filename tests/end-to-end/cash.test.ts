/**
 * Cash on delivery through both interfaces: what a company sets and sees, what a courier hands over, and what its events say
 * (docs/contract/partner.md, "Cash on delivery").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { lockCollectors } from '../../src/features/orders/collector-locks.repository.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { sent } from '../fixtures/console.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { hold } from '../support/lock-waits.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { positionEvents } from '../support/position-events.ts';

let account: TestAccount;
let cookie: string;
let personId: string;
let company: bigint;
let rider: bigint;
let link: number;
let api: PartnerClient;

beforeAll(async () => {
  account = await createTestAccount();
  const { browser, holderId } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await account.pool.query('select person_id as id from members where holder_id = $1', [holderId]);
  personId = rows[0].id;
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});
beforeEach(async () => {
  const { db } = account;
  company = await makeCompany(db, { name: 'Nimbus' });
  rider = await makeHolder(db, 'courier');
  await inTransaction(db, (tx) => insertMember(tx, rider, personId, 'owner'));
  const wanted = { holderId: rider, type: 'courier', name: 'Ada' } as const;
  link = Number(await inTransaction(db, (tx) => insertLink(tx, company, wanted)));
  api = createPartnerClient(account.app, await makeKey(db, company));
});

const track = (changes: object = {}) => sent(api.call('PUT', '/cash/settings', { is_tracked: true, ...changes }));

/** 10: 2 for the courier, the rest for the company. */
const bodyOf = (ref: string) => ({
  partner_order_ref: ref,
  payment_source: 'cod',
  total_amount: 10,
  currency: 'EUR',
  splits: [
    { beneficiary_type: 'courier', beneficiary_ref: link, amount: 2 },
    { beneficiary_type: 'partner', amount: 8 },
  ],
});

const order = (ref: string, changes: Record<string, unknown> = {}, by = api) =>
  by.post('/orders', { ...bodyOf(ref), ...changes });

async function collect(ref: string): Promise<void> {
  await sent(order(ref));
  await sent(api.post('/wallets/topups', { amount: 10, currency: 'EUR' }));
  await sent(api.post('/settlements'));
}

const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  account.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(rider), 'sluice-mode': 'test' },
    ...(payload === undefined ? {} : { payload }),
  });
const read = async (url: string) => (await ask('GET', url)).json().data;
const codeOf = (answer: { statusCode: number; json(): { error: { code: string } } }) => [
  answer.statusCode,
  answer.json().error.code,
];

describe('the settings', () => {
  it('are off until the company switches them on, in one mode alone, and what is not named stays', async () => {
    const off = { is_tracked: false, limits: {}, days_max: null, above_limits: 'warn' };
    expect((await api.get('/cash/settings')).json().data).toEqual(off);
    await track({ limits: { EUR: 20.5 }, days_max: 7 });
    const on = { is_tracked: true, limits: { EUR: 20.5 }, days_max: 7, above_limits: 'refuse' };
    expect((await api.call('PUT', '/cash/settings', { above_limits: 'refuse' })).json().data).toEqual(on);
    const live = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    expect((await live.get('/cash/settings')).json().data).toEqual(off);
  });

  it.each([
    ['a limit in no currency', { limits: { XYZ: 1 } }, 'limits.XYZ'],
    ['a limit of too many decimals', { limits: { EUR: 1.005 } }, 'limits.EUR'],
    ['no days', { days_max: 0 }, 'days_max'],
  ])('refuse %s, and change nothing', async (_what, body, field) => {
    const answer = await api.call('PUT', '/cash/settings', body);
    expect(codeOf(answer)).toEqual([422, 'validation_failed']);
    expect(answer.json().error.details[0].field).toBe(field);
    expect((await api.get('/cash/settings')).json().data).toMatchObject({
      is_tracked: false,
      limits: {},
      days_max: null,
    });
  });
});

describe('an order', () => {
  it('says nothing of cash while it is not tracked, and may not', async () => {
    const { data } = (await order('a')).json();
    expect(data.splits[0]).toEqual({ beneficiary_type: 'courier', beneficiary_ref: link, amount: 2 });
    const splits = [{ beneficiary_type: 'courier', beneficiary_ref: link, amount: 10, collects_cash: true }];
    const refused = await order('b', { splits });
    expect(codeOf(refused)).toEqual([422, 'validation_failed']);
    expect(refused.json().error.details[0].field).toBe('splits[0].collects_cash');
    expect((await api.get('/orders/b')).statusCode).toBe(404);
  });

  it('is collected by its courier from then on, also when it is read', async () => {
    await track();
    expect((await order('a')).json().data.splits[0]).toMatchObject({ collects_cash: true });
    expect((await api.get('/orders/a')).json().data.splits[0]).toMatchObject({ collects_cash: true });
    const again = await order('a');
    expect([again.statusCode, again.json().data.warnings]).toEqual([200, []]);
    const live = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const inLive = await order('a', {}, live);
    expect(inLive.json().data.splits[0]).not.toHaveProperty('collects_cash');
    await track({ is_tracked: false });
    expect((await order('b')).json().data.splits[0]).not.toHaveProperty('collects_cash');
  });

  it('above a limit has a warning, with what it would add to what is held and expected; or is refused', async () => {
    await track({ limits: { EUR: 25 } });
    await collect('a');
    expect((await order('b')).json().data.warnings).toEqual([]);
    const message = 'would hold 28.00 EUR of cash, and the limit is 25.00 EUR';
    expect((await order('c')).json().data.warnings).toEqual([`splits[0].beneficiary_ref ${message}.`]);
    await track({ above_limits: 'refuse' });
    const refused = await order('d');
    expect(codeOf(refused)).toEqual([422, 'cash_limit_exceeded']);
    expect((await api.get('/orders/d')).statusCode).toBe(404);
    expect((await order('c')).statusCode).toBe(200);
    expect((await order('e', { payment_source: 'card' })).statusCode).toBe(201);
  });

  it('of many at once counts those before it', async () => {
    await track({ limits: { EUR: 15 }, above_limits: 'refuse' });
    const body = (ref: string) => ({
      partner_order_ref: ref,
      payment_source: 'cod',
      total_amount: 10,
      currency: 'EUR',
      splits: [{ beneficiary_type: 'courier', beneficiary_ref: link, amount: 10 }],
    });
    const answer = await api.post('/orders/bulk', { orders: [body('a'), body('b')] });
    const results = answer.json().data.results as { status: number; error?: { code: string } }[];
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      [201, undefined],
      [422, 'cash_limit_exceeded'],
    ]);
  });

  it('does not pass a limit together with one recorded at the same moment', async () => {
    await track({ limits: { EUR: 15 }, above_limits: 'refuse' });
    const collector = { linkId: BigInt(link), currency: 'EUR' };
    const held = await hold(account.db, account.pool, (tx) =>
      lockCollectors(tx, { holderId: company, mode: 'test' }, [collector]),
    );
    const bulk = {
      orders: [{ ...bodyOf('b'), splits: [{ beneficiary_type: 'courier', beneficiary_ref: link, amount: 10 }] }],
    };
    const both = Promise.all([order('a'), api.post('/orders/bulk', bulk)]);
    await held.awaitedBy(both);
    await held.commit();
    const [single, many] = await both;
    expect([single.statusCode, many.json().data.results[0].status].sort()).toEqual([201, 422]);
    expect((await api.get('/cash')).json().totals).toEqual([{ currency: 'EUR', held: 0, waiting: 0, expected: 10 }]);
  });

  it('is refused, or warned about, once a collector has held cash for too long', async () => {
    await track({ days_max: 2 });
    await collect('a');
    expect((await order('b')).json().data.warnings).toEqual([]);
    await sent(api.post('/test/clock', { advance_seconds: 3 * 86_400 }));
    expect((await order('c')).json().data.warnings).toEqual([
      'splits[0].beneficiary_ref has held cash for more than 2 days.',
    ]);
    // What it collected first is what it hands over first.
    const { handover_id: id } = (
      await ask('POST', '/earnings/cash/handovers', { beneficiary_ref: link, currency: 'EUR' })
    ).json().data;
    await sent(api.post(`/cash/handovers/${id}/confirm`));
    expect((await order('d')).json().data.warnings).toEqual([]);
  });
});

describe('cash in hand', () => {
  it('is seen by both, handed over by one, confirmed by the other, and told as events', async () => {
    await track({ limits: { EUR: 9 }, days_max: 7 });
    await collect('a');
    const [held] = (await api.get('/cash')).json().data;
    const amounts = {
      beneficiary_ref: link,
      beneficiary_name: 'Ada',
      currency: 'EUR',
      held: 8,
      waiting: 0,
      expected: 0,
    };
    expect(held).toEqual({ ...amounts, held_since: expect.any(String), above_limit: false, reference: null });
    const [own] = await read('/earnings/cash');
    expect(own).toEqual({
      ...{ ...amounts, held_since: held.held_since, company: 'Nimbus', limit: 9, days_max: 7 },
      ...{ reference: null, transferable: true },
    });
    expect((await read('/earnings')).totals[0]).toMatchObject({ available: 0, debt: 0 });

    const body = { beneficiary_ref: link, currency: 'EUR', amount: 5, note: 'At the office' };
    const said = await ask('POST', '/earnings/cash/handovers', body);
    expect(said.statusCode).toBe(201);
    const handover = said.json().data;
    expect(handover).toMatchObject({
      kind: 'handed_over',
      status: 'waiting',
      recorded_by: 'link',
      amount: 5,
      note: body.note,
    });
    expect((await api.get('/cash')).json().data[0]).toMatchObject({ held: 8, waiting: 5 });
    const path = `cash/handovers/${handover.handover_id}`;
    expect(codeOf(await ask('POST', `/earnings/${path}/confirm`))).toEqual([409, 'invalid_state']);
    expect(codeOf(await api.post(`/${path}/withdraw`))).toEqual([409, 'invalid_state']);
    expect((await api.post(`/${path}/confirm`)).json().data).toMatchObject({ status: 'posted' });
    expect((await read('/earnings/cash'))[0]).toMatchObject({ held: 3, waiting: 0 });
    await sent(api.post('/cash/handovers', { beneficiary_ref: link, currency: 'EUR', kind: 'owed' }));
    expect((await read('/earnings')).totals[0]).toMatchObject({ debt: 3 });
    expect((await read('/earnings/cash/handovers')).map((one: { kind: string }) => one.kind)).toEqual([
      'owed',
      'handed_over',
    ]);

    while ((await positionEvents(account.db)) > 0);
    const types = (answer: { data: { type: string }[] }) => answer.data.map(({ type }) => type);
    expect(types((await api.get('/events?limit=100')).json())).toEqual(
      expect.arrayContaining(['cash_handover.recorded', 'cash_handover.posted', 'cash_handover.posted']),
    );
    const own2 = types((await ask('GET', '/events?limit=100')).json());
    expect(own2.sort()).toEqual(['earning.netted', 'earning.owed', 'earning.settled']);
  });

  it.each([
    ['more than is held', { amount: 9 }, 422, 'validation_failed'],
    ['what is held in another currency', { currency: 'USD' }, 409, 'invalid_state'],
    ['another’s cash', { beneficiary_ref: 999_999 }, 404, 'not_found'],
  ])('%s can’t be handed over', async (_what, changes, status, code) => {
    await track();
    await collect('a');
    const body = { beneficiary_ref: link, currency: 'EUR', ...changes };
    expect(codeOf(await ask('POST', '/earnings/cash/handovers', body))).toEqual([status, code]);
    expect(codeOf(await api.post('/cash/handovers', { ...body, kind: 'returned' }))).toEqual([status, code]);
    expect((await api.get('/cash')).json().data[0]).toMatchObject({ held: 8, waiting: 0 });
  });

  it('in live mode is handed over by bank transfer, with the payee’s reference', async () => {
    const live = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const body = { beneficiary_ref: link, currency: 'EUR' };
    expect(codeOf(await live.post('/cash/transfers', body))).toEqual([422, 'validation_failed']);
    const at = account.server.clock.now(0n, 'live');
    const empty = {
      bic: null,
      bankName: null,
      other: null,
      accountNumber: null,
      bankCode: null,
      town: null,
      country: null,
    };
    const details = {
      currency: 'EUR',
      accountHolder: 'Sluice',
      iban: 'DE89370400440532013000',
      ...empty,
      changedAt: at,
    };
    await inTransaction(account.db, (tx) => saveBankDetails(tx, details));
    const given = await sent(live.post('/cash/transfers', body));
    expect(given).toMatchObject({
      reference: expect.stringMatching(/^RF/),
      bank_details: { iban: details.iban },
      top_up: null,
    });
    expect((await live.get('/cash')).json().data[0]).toMatchObject({ held: 0, reference: given.reference });
    expect(codeOf(await live.post('/cash/transfers', { ...body, amount: 5 }))).toEqual([422, 'validation_failed']);

    const unused = { holderId: rider, type: 'merchant', name: 'For tests', servesLive: false } as const;
    const ref = Number(await inTransaction(account.db, (tx) => insertLink(tx, company, unused)));
    for (const [path, more] of [
      ['/cash/transfers', {}],
      ['/cash/handovers', { kind: 'returned' }],
    ] as const) {
      expect(codeOf(await live.post(path, { ...body, ...more, beneficiary_ref: ref }))).toEqual([404, 'not_found']);
    }
  });

  it('test money is transferred at once', async () => {
    await track();
    await collect('a');
    const { top_up: topUp } = await sent(
      api.post('/cash/transfers', { beneficiary_ref: link, currency: 'EUR', amount: 9 }),
    );
    expect(topUp).toMatchObject({ status: 'succeeded', amount: 9, beneficiary_ref: link, reference: null });
    expect((await read('/earnings/cash/handovers'))[0]).toMatchObject({
      ...{ amount: 8, kind: 'handed_over', status: 'posted', recorded_by: 'link', taken_back: null },
      topup_id: (topUp as { topup_id: string }).topup_id,
    });
    expect((await read('/earnings')).totals[0]).toMatchObject({ available: 1 });
    while ((await positionEvents(account.db)) > 0);
    const own = (await ask('GET', '/events?limit=100')).json().data.map(({ type }: { type: string }) => type);
    expect(own.sort()).toEqual(['earning.netted', 'earning.overpaid', 'earning.settled']);
  });
});
