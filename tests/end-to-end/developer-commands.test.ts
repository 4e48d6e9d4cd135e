/**
 * `sluice listen` and `sluice events resend` as processes, and `sluice trigger`: the events of a running service on a
 * developer's machine, signed and none missed.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCaller, connect } from '../../src/app/commands/api-caller.ts';
import { readTime } from '../../src/app/commands/read-time.ts';
import { companyRecipes } from '../../src/app/commands/trigger/company-recipes.ts';
import { merchantRecipes } from '../../src/app/commands/trigger/merchant-recipes.ts';
import { trigger } from '../../src/app/commands/trigger/trigger.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { createReceiver, type Receiver } from '../fixtures/webhooks.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createPlace, type Running } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const place = createPlace();
let database: TestDatabase;
let service: TestServer;
let port: number;
let pairs: { company: KeyPair; merchant: KeyPair };
let apis: { company: ApiCaller; merchant: ApiCaller };

/** So that what is resent reaches a receiver on this machine. */
const webhooks = { loopbackInTest: true, allow: [] };

const asPair = ({ clientId, clientSecret }: KeyPair) => ({ clientId, secret: clientSecret });
const environment = ({ clientId, clientSecret }: KeyPair) => ({
  PORT: String(port),
  SLUICE_CLIENT_ID: clientId,
  SLUICE_CLIENT_SECRET: clientSecret,
});

beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  service = await createTestService({ port, database, webhooks });
  const { db, clock } = service;
  const company = await makeCompany(db);
  await inTransaction(db, (tx) => addBankAccount(shell, tx, clock, company, bankForm()));
  pairs = {
    company: await makeKey(db, company),
    merchant: await makeKey(db, await makeHolder(db, 'merchant', 'Corner Bookshop')),
  };
  const origin = `http://localhost:${port}`;
  apis = {
    company: await connect(origin, asPair(pairs.company)),
    merchant: await connect(origin, asPair(pairs.merchant)),
  };
});
afterAll(async () => {
  await expectBooksToHold(service.db);
  await service.close();
  await database.drop();
  await place.remove();
});

describe('sluice trigger', () => {
  it.each(Object.keys(companyRecipes))('makes %s happen for a company', async (type) => {
    expect(await trigger(apis.company, type)).toMatch(/^evt_/);
  });

  it.each(Object.keys(merchantRecipes))('makes %s happen for a merchant', async (type) => {
    expect(await trigger(apis.merchant, type)).toMatch(/^evt_/);
  });

  it('says what it cannot, and lists what it can', async () => {
    await expect(trigger(apis.merchant, 'order.created')).rejects.toThrow(
      /key pair of a merchant. See: sluice trigger/,
    );
    const [listed, none, live] = await Promise.all([
      place.run(['trigger', '--list']),
      place.run(['trigger', 'payment.paid'], { PORT: String(port) }),
      place.run(['trigger', 'payment.paid'], { SLUICE_CLIENT_ID: 'pk_live_1', SLUICE_CLIENT_SECRET: 'sk_live_1' }),
    ]);
    expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/^order\.created +company$/m)]);
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/^Set SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET/)]);
    expect([live.code, live.err]).toEqual([1, expect.stringMatching(/^Events can be triggered in test mode only/)]);
  });
});

type Received = { headers: Record<string, string>; body: string; event: { id: string; type: string } };

/** A developer's own server; it remembers what it was sent. */
async function openReceiver() {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body, event: JSON.parse(body) });
    response.writeHead(received.length === 1 ? 500 : 204).end();
    for (const look of waiting.splice(0)) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Resolves once it has been sent so many. */
    async has(count: number): Promise<string[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received.map(({ event }) => event.type);
    },
    async hasEvent(id: string): Promise<void> {
      while (!received.some(({ event }) => event.id === id))
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('sluice events resend', () => {
  let hook: Receiver;
  beforeAll(async () => {
    hook = await createReceiver();
  });
  afterAll(() => hook.close());
  const resend = (pair: KeyPair, ...args: string[]) => place.run(['events', 'resend', ...args], environment(pair));
  const said = (count: string, id: string) => ({ code: 0, out: `${count} being resent to ${id}.\n`, err: '' });
  /** The events that the receiver was sent after so many, once it is written that it took them: until then none is resent. */
  async function idsAfter(from: number, count: number): Promise<string[]> {
    const received = await hook.until(from + count);
    const underWay = service.db.selectFrom('webhookDeliveries').select('eventId').where('claimedUntil', 'is not', null);
    while ((await underWay.execute()).length > 0);
    return received.slice(from).map(({ event }) => event.id);
  }

  async function makeEndpoint(): Promise<string> {
    const body = { url: hook.url, event_types: ['order.cancelled'] };
    const answer = await apis.company.call('POST', '/webhook-endpoints', body);
    return (answer as { data: { endpoint_id: string } }).data.endpoint_id;
  }

  it('sends one event, those of a time range or all that were given up again, for a company', async () => {
    const since = new Date().toISOString();
    const endpoint = await makeEndpoint();
    const ids = [await trigger(apis.company, 'order.cancelled'), await trigger(apis.company, 'order.cancelled')].sort();
    expect((await idsAfter(0, 2)).sort()).toEqual(ids);
    const [first] = ids as [string];
    expect(await resend(pairs.company, first)).toEqual(said('1 event is', endpoint));
    expect(await idsAfter(2, 1)).toEqual([first]);
    expect(await resend(pairs.company, '--since', since)).toEqual(said('2 events are', endpoint));
    expect((await idsAfter(3, 2)).sort()).toEqual(ids);
    expect(await resend(pairs.company, '--since', since, '--until', since)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^422: .* to: must be after `from`\.$/m),
    });
    await database.owner.query(
      `update webhook_deliveries set status = 'parked', reason = 'attempts_exhausted', next_attempt_at = null,
        claimed_until = null, finished_at = now() where event_id = $1`,
      [first],
    );
    expect(await resend(pairs.company, '--parked')).toEqual(said('1 event is', endpoint));
    expect(await idsAfter(5, 1)).toEqual([first]);

    const other = await makeEndpoint();
    const several = await resend(pairs.company, first);
    expect([several.code, several.err]).toEqual([1, expect.stringContaining(`${other}  ${hook.url}\n`)]);
    expect(await resend(pairs.company, first, '--endpoint', other)).toEqual(said('1 event is', other));
    expect(await idsAfter(6, 1)).toEqual([first]);
    await apis.company.call('POST', `/webhook-endpoints/${other}/pause`);
    expect(await resend(pairs.company, first)).toEqual(said('1 event is', endpoint));
    expect(await idsAfter(7, 1)).toEqual([first]);
    await apis.company.call('POST', `/webhook-endpoints/${other}/resume`);
    const unknown = await resend(pairs.company, 'evt_unknown', '--endpoint', other);
    expect([unknown.code, unknown.err]).toEqual([1, '404: No event of this endpoint has this id.\n']);
  });

  it('does so for a merchant, by the alias of the addresses that payments carry too', async () => {
    expect(await resend(pairs.merchant, '--parked')).toMatchObject({
      code: 1,
      err: 'There is no active webhook endpoint in this mode.\n',
    });
    const before = hook.received.length;
    await apis.merchant.call('POST', '/payment/create', {
      ...{ amount: '10.00', currency: 'USD', return_url: 'https://example.com/paid', webhook_url: hook.url },
    });
    const [id] = (await idsAfter(before, 1)) as [string];
    const { code, out } = await resend(pairs.merchant, id);
    expect([code, out]).toEqual([0, expect.stringMatching(/^1 event is being resent to whe_\w+\.\n$/)]);
    expect(await resend(pairs.merchant, id, '--endpoint', 'addresses')).toEqual(said('1 event is', 'addresses'));
    expect(await idsAfter(before + 1, 2)).toEqual([id, id]);
  });

  it.each([
    [[], /^Give an event, --parked or --since\.$/m],
    [['evt_1', '--parked'], /^Give an event, --parked or --since\.$/m],
    [['--parked', '--until', '1h'], /^--until needs --since\.$/m],
    [['--since', 'yesterday'], /^--since must be a time such as 30m/],
    [['--since', '2h', '--until', 'now'], /^--until must be a time such as 30m/],
  ])('refuses %j in words', async (args, message) => {
    const result = await resend(pairs.company, ...args);
    expect([result.code, result.err]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe('sluice listen', () => {
  it('forwards what happens, signed; what it missed follows, and the service may restart', {
    timeout: 120_000,
  }, async () => {
    const receiver = await openReceiver();
    const { received, address, hasEvent } = receiver;
    const listen = (...more: string[]): Running =>
      place.begin(['listen', '--forward-to', address, ...more], environment(pairs.company));
    const types = 'order.created,order.cancelled,order.paid';
    const first = listen('--events', types);
    await first.printed(/The signing secret is whsec_\S+\n/);
    const secret = /whsec_\S+/.exec(first.out())?.[0] as string;
    // Until its first question is asked, what happens is the past for it.
    while (received.length === 0) await trigger(apis.company, 'order.created');
    await first.printed(/ {2}order\.created {2}evt_\w+ {2}500 in \d+ ms\n/);
    first.interrupt();
    expect(await first.ended).toBe(0);

    const missed = [await trigger(apis.company, 'order.cancelled'), await trigger(apis.company, 'top_up.succeeded')];
    await service.close();
    service = await createTestService({ port, database, webhooks });
    const second = listen('--events', types);
    await hasEvent(missed[0] as string);
    await service.close();
    service = await createTestService({ port, database, webhooks });
    const after = await trigger(apis.company, 'order.paid');
    await hasEvent(after);
    // Before them, what happened while the first one was being interrupted.
    const last = received.slice(-4).map(({ event }) => event);
    expect([last[1]?.id, last[3]?.id]).toEqual([missed[0], after]);
    expect(last.map(({ type }) => type)).toEqual(['order.created', 'order.cancelled', 'order.created', 'order.paid']);
    second.interrupt();
    expect([await second.ended, second.out().includes(secret)]).toEqual([0, true]);

    for (const { headers, body, event } of received) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(event);
      expect([headers['webhook-id'], headers['content-type']]).toEqual([event.id, 'application/json']);
    }
    const [{ body }] = received as [Received];
    const data = expect.objectContaining({ order_amount: 10 });
    expect(JSON.parse(body)).toEqual({
      id: received[0]?.event.id,
      type: 'order.created',
      mode: 'test',
      subject: expect.stringMatching(/^order:\d+$/),
      created_at: expect.any(String),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data,
    });
    await receiver.close();
  });

  it('begins with what happened since a time, for a merchant too; a receiver that is away is told', {
    timeout: 60_000,
  }, async () => {
    const receiver = await openReceiver();
    const args = ['listen', '--forward-to', receiver.address, '--since', '2h', '--events', 'payment.paid'];
    const listening = place.begin(args, environment(pairs.merchant));
    const [first] = await receiver.has(1);
    expect(first).toBe('payment.paid');
    await receiver.close();
    await trigger(apis.merchant, 'payment.paid');
    await listening.printed(/ {2}payment\.paid {2}evt_\w+ {2}not reached\n/);
    listening.interrupt();
    expect(await listening.ended).toBe(0);
  });

  it.each([
    [['--forward-to', 'file:///tmp'], {}, /^--forward-to must be an address such as/],
    [['--forward-to', 'http://localhost:1', '--since', 'yesterday'], {}, /^--since must be a time such as 30m/],
    [['--forward-to', 'http://localhost:1', '--events', 'order'], {}, /^400: The type is invalid\./],
    [['--forward-to', 'http://localhost:1'], { SLUICE_CLIENT_SECRET: 'sk_test_x' }, /^400: Invalid secret ID/],
    [['--forward-to', 'http://localhost:1'], { SLUICE_CLIENT_SECRET: '' }, /^Set SLUICE_CLIENT_ID and/],
  ])('refuses %j with %j in words', async (args, env, message) => {
    const result = await place.run(['listen', ...args], { ...environment(pairs.merchant), ...env });
    expect([result.code, result.err]).toEqual([1, expect.stringMatching(message)]);
    expect(result.out + result.err).not.toContain(pairs.merchant.clientSecret);
  });

  it.each([
    ['30m', '2031-03-05T11:30:00.000Z'],
    ['7d', '2031-02-26T12:00:00.000Z'],
    ['90s', '2031-03-05T11:58:30.000Z'],
    ['2031-03-01', '2031-03-01T00:00:00.000Z'],
    ['2031-03-01T10:00:00Z', '2031-03-01T10:00:00.000Z'],
  ])('since %s is %s', (text, expected) => {
    expect(readTime('--since', text, new Date('2031-03-05T12:00:00Z')).toISOString()).toBe(expected);
  });
});
