/** A test city and its Friday evening (docs/contract/people.md, "A test city"), played by the jobs of a service. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { MemberRole } from '../../src/core/access/roles.ts';
import { setServesLive } from '../../src/features/links/links.repository.ts';
import { cityPayees } from '../../src/features/test-city/city-payees.ts';
import { planEvening } from '../../src/features/test-city/plan-evening.ts';
import { listCityLinks } from '../../src/features/test-city/test-city.repository.ts';
import { type Player, playAs } from '../fixtures/test-city.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { stateOf } from '../support/database-state.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const clock = createTestClock('2031-03-01T12:00:00.000Z');
const opening = '2031-03-07T17:00:00.000Z';
const end = '2031-03-07T23:30:00.000Z';
let server: TestServer;
let company: bigint;
let owner: Player;
beforeAll(async () => {
  server = await createTestService({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await makeCompany(server.db);
  owner = await playAs(server, company, 'owner');
});

/** Until the last move has been played. */
async function whenPlayed(player = owner) {
  await expect.poll(async () => (await player.city()).evening?.is_playing, { timeout: 60_000 }).toBe(false);
  return (await player.city()).evening;
}

async function playUntil(until: string) {
  await owner.city('POST', '/evening/play', { until });
  return whenPlayed();
}

const rows = async (text: string): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query(text.replaceAll('$company', String(company)))).rows;
const valuesOf = async (column: string) =>
  (await rows(`select distinct ${column} as value from orders where holder_id = $company`)).map(({ value }) => value);

describe('a test city', () => {
  it('is made once: payees that nobody signs in for, of test mode alone, and an entry in the audit log', async () => {
    expect(await owner.city()).toMatchObject({ is_made: false, evening: null });
    const [first, second] = await Promise.all([owner.city('POST'), owner.city('POST')]);
    expect([first.is_made, second.is_made]).toEqual([true, true]);
    const links = (await owner.send('GET', '/beneficiaries?limit=100')).json().data;
    expect(links.map(({ name }: { name: string }) => name).sort()).toEqual(cityPayees.map(({ name }) => name).sort());
    for (const link of links) expect(link).toMatchObject({ status: 'active', modes: ['test'] });
    for (const { name } of cityPayees) expect(name).toMatch(/ \(test\)$/);
    expect(
      await rows(`
        select h.status, count(m.person_id)::int as members, count(*)::int as holders
        from links l join holders h on h.id = l.holder_id left join members m on m.holder_id = h.id
        where l.company_id = $company group by 1`),
    ).toEqual([{ status: 'active', members: 0, holders: cityPayees.length }]);
    expect(await rows(`select action from audit_log where holder_id = $company`)).toEqual([
      { action: 'test_city.make' },
    ]);
    await expectBooksToHold(server.db);
  });

  it('never serves live mode: by no use case, and not by the database', async () => {
    await owner.city('POST');
    const [link] = await listCityLinks(server.db, company);
    const id = link?.id as bigint;
    const live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    const answer = await live.post(`/beneficiaries/${id}/widen`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'invalid_state']);
    await expect(inTransaction(server.db, (tx) => setServesLive(tx, company, id))).rejects.toThrow('links_test_payee');
  });
});

describe('a Friday evening', () => {
  it('has every state, and the books hold', { timeout: 120_000 }, async () => {
    await owner.city('POST');
    await owner.city('POST', '/evening', { orders: 100 });
    expect(await whenPlayed()).toMatchObject({ starts_at: opening, ends_at: end, ended_at: null });
    const first = await playUntil('2031-03-07T19:30:00Z');
    expect(first?.ran).toMatchObject({ from: opening, to: '2031-03-07T19:30:00.000Z' });
    const orders = (evening: typeof first) =>
      evening?.ran.events.find(({ type }) => type === 'order.created')?.count ?? 0;
    const last = await playUntil(end);
    expect(last).toMatchObject({ refused_steps: 0, ended_at: end, ran: { from: '2031-03-07T19:30:00.000Z', to: end } });
    expect(orders(first) + orders(last)).toBe(100);

    expect((await valuesOf('payment_status')).sort()).toEqual([
      'cancelled',
      'paid',
      'partially_refunded',
      'pending',
      'refunded',
    ]);
    expect(await valuesOf('settlement_status')).toEqual(
      expect.arrayContaining(['settled', 'awaiting_funds', 'on_hold', 'void']),
    );
    const types = (await rows(`select distinct type from events where holder_id = $company`)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'payment.declined',
        'payment.paid',
        'chargeback.created',
        'order_refund.succeeded',
        'shortfall.detected',
        'settlement.completed',
      ]),
    );
    // Nothing is dated outside the evening, and a courier's cash is confirmed after the order.
    expect(
      await rows(`select count(*)::int as count from orders where holder_id = $company
        and (created_at < '${opening}' or created_at > '${end}' or paid_at < created_at)`),
    ).toEqual([{ count: 0 }]);
    await expectBooksToHold(server.db);
  });

  it('is begun once by two clicks, and another only when it has ended', { timeout: 120_000 }, async () => {
    await owner.city('POST');
    await Promise.all([
      owner.city('POST', '/evening', { orders: 100 }),
      owner.city('POST', '/evening', { orders: 100 }),
    ]);
    await owner.city('POST', '/evening', { orders: 500 });
    expect(await whenPlayed()).toMatchObject({ number: 1, orders: 100 });
    await Promise.all([
      owner.city('POST', '/evening/play', { until: end }),
      owner.city('POST', '/evening/play', { until: end }),
    ]);
    expect(await whenPlayed()).toMatchObject({ ended_at: end });
    const [link] = [await listCityLinks(server.db, company)];
    const idsOf = (wanted: string) => link.filter(({ type }) => type === wanted).map(({ id }) => Number(id));
    const plan = planEvening(
      { number: 1, orders: 100 },
      { restaurants: idsOf('merchant'), couriers: idsOf('courier') },
    );
    expect(await rows(`select count(*)::int as count from orders where holder_id = $company`)).toEqual([
      { count: 100 },
    ]);
    expect(await rows(`select count(*)::int as count from top_ups where holder_id = $company`)).toEqual([
      { count: plan.filter(({ kind }) => kind === 'top_up').length },
    ]);
    await owner.city('POST', '/evening', { orders: 100 });
    expect(await whenPlayed()).toMatchObject({ number: 2, starts_at: '2031-03-14T17:00:00.000Z' });
  });

  it('follows a test clock that is moved another way', { timeout: 120_000 }, async () => {
    await owner.city('POST');
    await owner.city('POST', '/evening', { orders: 100 });
    await whenPlayed();
    const test: PartnerClient = createPartnerClient(server.app, await makeKey(server.db, company));
    await test.post('/test/clock', { now: '2031-03-08T01:00:00Z' });
    while (!(await test.post('/test/drain')).json().data.drained);
    expect((await owner.city()).evening).toMatchObject({ ended_at: end });
    expect(await rows(`select count(*)::int as count from orders where holder_id = $company`)).toEqual([
      { count: 100 },
    ]);
  });

  it.each<[what: string, path: string, body: object, status: number]>([
    ['a size that it has not', '/evening', { orders: 1_000 }, 422],
    ['an instant before it', '/evening/play', { until: '2031-03-07T16:59:59Z' }, 422],
    ['an instant after it', '/evening/play', { until: '2031-03-07T23:30:01Z' }, 422],
    ['no instant', '/evening/play', { until: 'later' }, 422],
    ['nothing', '/evening/play', {}, 422],
  ])('refuses %s and changes nothing', async (_what, path, body, status) => {
    await owner.city('POST');
    await owner.city('POST', '/evening', { orders: 100 });
    await whenPlayed();
    const before = await stateOf(server.database);
    expect((await owner.send('POST', `/test/city${path}`, body)).statusCode).toBe(status);
    expect(await stateOf(server.database)).toEqual(before);
  });

  it.each(['/evening', '/evening/play'])('is refused without a city: %s', async (path) => {
    const body = path === '/evening' ? { orders: 100 } : { until: end };
    expect((await owner.send('POST', `/test/city${path}`, body)).json().error.code).toBe('invalid_state');
  });

  it('never goes back', async () => {
    await owner.city('POST');
    await owner.city('POST', '/evening', { orders: 100 });
    await playUntil('2031-03-07T17:30:00Z');
    await owner.city('POST', '/evening/play', { until: '2031-03-07T17:10:00Z' });
    expect((await owner.city()).evening).toMatchObject({ until: '2031-03-07T17:30:00.000Z' });
  });

  it('ends when the person for whom it is played has left', async () => {
    await owner.city('POST');
    await owner.city('POST', '/evening', { orders: 100 });
    await whenPlayed();
    await server.database.pool.query('delete from members where person_id = $1', [owner.personId]);
    const finance = await playAs(server, company, 'finance');
    await finance.city('POST', '/evening/play', { until: end });
    await whenPlayed(finance);
    expect(await rows(`select count(*)::int as count from orders where holder_id = $company`)).toEqual([{ count: 0 }]);
  });
});

it.each<[role: MemberRole, mode: 'test' | 'live', reads: number, writes: number]>([
  ['owner', 'test', 200, 200],
  ['finance', 'test', 200, 200],
  ['developer', 'test', 200, 200],
  ['viewer', 'test', 200, 403],
  ['owner', 'live', 403, 403],
  ['finance', 'live', 403, 403],
  ['developer', 'live', 403, 403],
])('%s in %s mode', async (role, mode, reads, writes) => {
  const player = role === 'owner' ? owner : await playAs(server, company, role);
  expect((await player.send('GET', '/test/city', undefined, mode)).statusCode).toBe(reads);
  expect((await player.send('POST', '/test/city', undefined, mode)).statusCode).toBe(writes);
  expect((await player.send('POST', '/test/city/evening', { orders: 100 }, mode)).statusCode).toBe(writes);
});
