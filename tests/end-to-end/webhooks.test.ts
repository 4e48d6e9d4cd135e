/** docs/webhooks.md, "Endpoints" and "Retries": endpoints and deliveries of a running service, received by real HTTP servers. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inRepeatableTransaction } from '../../src/base/database/transaction.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import { verifyLedger } from '../../src/core/ledger/verify.ts';
import { type Claimed, releaseClaims } from '../../src/features/webhooks/delivery-queue.repository.ts';
import { resealEndpointSecrets } from '../../src/features/webhooks/endpoint-secrets.ts';
import { createSealedSecrets } from '../../src/features/webhooks/sealed-secrets.ts';
import { webhookJobs } from '../../src/features/webhooks/webhooks.jobs.ts';
import { createReceiver, ok, type Receiver, status, verified } from '../fixtures/webhooks.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { holdLock, untilLockWaits } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { type TestServer, testSecret } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

let service: TestServer;
let holderId: bigint;
let partner: PartnerClient;
let receiver: Receiver;

beforeAll(async () => {
  service = await createTestService({ webhooks: { loopbackInTest: true, allow: [] } });
});
beforeEach(async () => {
  holderId = await makeCompany(service.db);
  partner = createPartnerClient(service.app, await makeKey(service.db, holderId));
  receiver = await createReceiver();
});
afterEach(async () => {
  // Whatever still waits must not be sent to the next test's receiver, which may have the same port.
  const { data: endpoints } = (await partner.get('/webhook-endpoints')).json();
  for (const { endpoint_id: id, kind } of endpoints) {
    if (kind === 'endpoint') await partner.call('DELETE', `/webhook-endpoints/${id}`);
    else await partner.post('/webhook-endpoints/addresses/pause');
  }
  await receiver.close();
  await expectBooksToHold(service.db, { byHand: ['members'] });
});
afterAll(() => service.close());

type Made = { endpoint_id: string; secret: string; extra_header_secret: string | null; status: string };

async function make(body: object = {}): Promise<Made> {
  const answer = await partner.post('/webhook-endpoints', { url: receiver.url, ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
}

const order = (ref: string, more: object = {}) =>
  partner.post('/orders', orderBody({ partner_order_ref: ref, ...more }));

type Log = {
  event_id: string;
  status: string;
  reason: string | null;
  attempts: number;
  next_attempt_at: string | null;
};

async function deliveries(id: string): Promise<Log[]> {
  const answer = await partner.get(`/webhook-endpoints/${id}/deliveries`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

/** Reads until it is so: a result is written after the receiver has answered. */
async function untilLog(id: string, is: (log: Log[]) => boolean): Promise<Log[]> {
  for (;;) {
    const log = await deliveries(id);
    if (is(log)) return log;
  }
}

/** Brings the next attempts forward, as if their time had come. The statements name the holder, so that a cluster takes them at one machine. */
async function passTime(): Promise<void> {
  const { owner } = service.database;
  await owner.query(
    `update webhook_deliveries set next_attempt_at = now() where holder_id = $1 and status = 'pending'`,
    [holderId],
  );
  await owner.query(
    `update webhook_endpoints set due_at = now() where holder_id = $1 and status = 'active' and deleted_at is null`,
    [holderId],
  );
}

it('a delivery that a stopping service gives back is claimed by nobody and due at once', async () => {
  const { endpoint_id: endpointId } = await make();
  await partner.post(`/webhook-endpoints/${endpointId}/pause`);
  const pool = service.database.owner;
  const claimed = { holderId, endpointId, eventId: 'evt_1' };
  await pool.query(
    `insert into webhook_deliveries
      (holder_id, endpoint_id, event_id, event_type, position, host, status, next_attempt_at, claimed_until)
    values ($1, $2, $3, 'order.created', 1, 'shop.example', 'pending', now() + interval '1 hour', now() + interval '1 hour')`,
    Object.values(claimed),
  );
  await inRepeatableTransaction(service.db, (tx) => releaseClaims(tx, [claimed as Claimed]));
  const { rows } = await pool.query(
    'select claimed_until, next_attempt_at <= now() as due from webhook_deliveries where endpoint_id = $1',
    [endpointId],
  );
  expect(rows).toEqual([{ claimed_until: null, due: true }]);
  await pool.query('delete from webhook_deliveries where endpoint_id = $1', [endpointId]);
});

describe('an endpoint', () => {
  it.each<[string, (paused: string) => Promise<string>]>([
    ['made', async () => (await make()).endpoint_id],
    ['resumed', async (id) => (await partner.post(`/webhook-endpoints/${id}/resume`)).json().data.endpoint_id],
  ])('gets nothing that happened before it was %s, though it had no position yet', async (_, begin) => {
    const { endpoint_id: paused } = await make();
    await partner.post(`/webhook-endpoints/${paused}/pause`);
    const { owner } = service.database;
    // Held back, the sequencer gives no position meanwhile.
    const held = await holdLock(owner, 'select pg_advisory_xact_lock(5109, 0)', []);
    await order('before');
    const begun = begin(paused);
    await Promise.race([begun, untilLockWaits(owner, 1)]);
    await held.release();
    const id = await begun;
    await service.positionEvents();
    const { rows } = await owner.query(
      `select e.type, e.position <= w.position as passed from events e
      join webhook_endpoints w on w.holder_id = e.holder_id and w.mode = e.mode where w.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ type: 'order.created', passed: true }]);
  });

  it('gets every event of its types, once, signed so that the public library accepts it', async () => {
    const { endpoint_id: id, secret } = await make({ event_types: ['order.created'], description: 'Screen' });
    const recorded = [await order('a')];
    await partner.post('/orders/a/confirm-payment');
    recorded.push(await order('b'));
    const received = await receiver.until(2);
    for (const one of received) expect(verified(one, secret)).toEqual(one.event);
    const requestIds = recorded.map(({ headers }) => headers['x-request-id']);
    expect(received.map(({ event }) => event.request_id).sort()).toEqual(requestIds.sort());
    const { data: events } = (await partner.get('/events?type=order.created')).json();
    expect(received.map(({ event }) => event.id).sort()).toEqual(
      events.map((event: { id: string }) => event.id).sort(),
    );
    const [first] = received;
    expect(first?.headers['webhook-id']).toBe(first?.event.id);
    expect(first?.event).toEqual({
      id: events[0].id,
      type: 'order.created',
      mode: 'test',
      created_at: events[0].created_at,
      request_id: events[0].request_id,
      data: events[0].data,
    });
    const log = await untilLog(id, (found) => found.every((one) => one.status === 'delivered'));
    expect(log.map(({ attempts }) => attempts)).toEqual([1, 1]);
    const detail = (await partner.get(`/webhook-endpoints/${id}/deliveries/${first?.event.id}`)).json().data;
    expect(detail.request_id).toBe(first?.event.request_id);
    expect(detail.log).toMatchObject([
      { number: 1, outcome: 'delivered', status_code: 200, request: { body: first?.body }, response: { body: 'ok' } },
    ]);
    expect(JSON.stringify(detail)).not.toContain(first?.headers['webhook-signature']);
  });

  it('signs with both secrets while one is being replaced, and at once with the new one alone', async () => {
    const { endpoint_id: id, secret: old } = await make();
    const rotate = async (grace: number): Promise<string> => {
      const answer = await partner.post(`/webhook-endpoints/${id}/rotations`, { grace_hours: grace });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().data.secret;
    };
    const next = await rotate(24);
    await order('a');
    const [first] = await receiver.until(1);
    if (first === undefined) return;
    verified(first, old);
    verified(first, next);
    const last = await rotate(0);
    await order('b');
    const [, second] = await receiver.until(2);
    if (second === undefined) return;
    verified(second, last);
    for (const ended of [old, next]) expect(() => verified(second, ended)).toThrow('No matching signature');
  });

  it('signs with the old secret for the hours that were asked for, and no longer', async () => {
    const { endpoint_id: id, secret: old } = await make();
    await partner.post(`/webhook-endpoints/${id}/rotations`, { grace_hours: 5 });
    const { owner } = service.database;
    const { rows } = await owner.query(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from webhook_secrets
      where endpoint_id = $1 order by number`,
      [id],
    );
    expect(rows).toEqual([{ hours: 5 }, { hours: null }]);
    await owner.query(`update webhook_secrets set expires_at = now() where endpoint_id = $1 and number = 1`, [id]);
    await order('a');
    const [first] = await receiver.until(1);
    if (first === undefined) return;
    expect(first.headers['webhook-signature']).not.toContain(' ');
    expect(() => verified(first, old)).toThrow('No matching signature');
  });

  it('is signed by the real clock, however far the test clock of the company is ahead', async () => {
    const { secret } = await make();
    await partner.post('/test/clock', { advance_seconds: 30 * 86_400 });
    await order('later');
    const [first] = await receiver.until(1);
    if (first === undefined) return;
    // The public library refuses what is five minutes away.
    verified(first, secret);
    expect(Date.parse(first.event.created_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  it('may name an extra header, with the fields that older plugins read', async () => {
    const { endpoint_id: id, extra_header_secret: secret } = await make({ extra_header: 'X-MyPay-Signature' });
    await order('a');
    const [first] = await receiver.until(1);
    expect(first?.headers['x-mypay-signature']).toBe(
      createHmac('sha256', secret as string)
        .update(first?.body as string)
        .digest('hex'),
    );
    expect(first?.event).toMatchObject({ event: 'order.created', type: 'order.created', token: null, custom: null });
    await untilLog(id, (log) => log[0]?.status === 'delivered');
    const answer = await partner.get(`/webhook-endpoints/${id}/deliveries/${first?.event.id}`);
    expect(answer.body).not.toContain(first?.headers['x-mypay-signature']);
    const turnedOff = await partner.call('PUT', `/webhook-endpoints/${id}`, { extra_header: '' });
    expect(turnedOff.json().data).toMatchObject({ extra_header: null, extra_header_secret: null });
    await order('b');
    const [, second] = await receiver.until(2);
    expect(second?.headers['x-mypay-signature']).toBeUndefined();
    expect(second?.event).not.toHaveProperty('event');
  });

  it.each<[string, object, string]>([
    ['no address', { url: 'nowhere' }, 'url'],
    ['ftp', { url: 'ftp://shop.example/' }, 'url'],
    ['a name and password', { url: 'https://me:secret@shop.example/' }, 'url'],
    ['this service', { url: 'http://localhost:8080/hook' }, 'url'],
    ['an unknown type', { event_types: ['order.eaten'] }, 'event_types[0]'],
    ['a header without X-', { extra_header: 'Signature' }, 'extra_header'],
    ['a header of proxies', { extra_header: 'X-Forwarded-For' }, 'extra_header'],
    ['a header in two lines', { extra_header: 'X-A\r\nB: c' }, 'extra_header'],
  ])('is refused with %s', async (_, body, field) => {
    const answer = await partner.post('/webhook-endpoints', { url: receiver.url, ...body });
    expect([answer.statusCode, answer.json().error.details[0]?.field]).toEqual([422, field]);
  });

  it('in live mode must be https', async () => {
    const live = createPartnerClient(service.app, await makeKey(service.db, holderId, 'live'));
    const answer = await live.post('/webhook-endpoints', { url: 'http://shop.example/' });
    expect(answer.json().error.details[0]).toMatchObject({ field: 'url', message: 'must be https in live mode' });
    expect((await live.post('/webhook-endpoints', { url: 'https://shop.example/' })).statusCode).toBe(201);
    expect((await partner.get('/webhook-endpoints')).json().data).toEqual([]);
  });

  it('there are twenty at most, also when two are asked for at once; a key names one request', async () => {
    for (let n = 0; n < 19; n += 1) await make();
    const two = await Promise.all([1, 2].map(() => partner.post('/webhook-endpoints', { url: receiver.url })));
    expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const [{ endpoint_id: id }] = (await partner.get('/webhook-endpoints')).json().data;
    expect((await partner.call('DELETE', `/webhook-endpoints/${id}`)).statusCode).toBe(200);
    const sent = () => partner.post('/webhook-endpoints', { url: receiver.url }, { 'idempotency-key': 'one' });
    const [first, again] = [await sent(), await sent()];
    expect(again.json().data).toEqual({ ...first.json().data, secret: null });
    expect(first.json().data.secret).toMatch(/^whsec_/);
  });

  it('belongs to its holder and mode', async () => {
    const { endpoint_id: id } = await make();
    const stranger = createPartnerClient(service.app, await makeKey(service.db, await makeCompany(service.db)));
    const live = createPartnerClient(service.app, await makeKey(service.db, holderId, 'live'));
    for (const other of [stranger, live]) {
      for (const path of ['', '/deliveries', '/deliveries/evt_1']) {
        expect((await other.get(`/webhook-endpoints/${id}${path}`)).statusCode).toBe(404);
      }
      for (const path of ['/pause', '/resume', '/test', '/deliveries/evt_1/resend']) {
        expect((await other.post(`/webhook-endpoints/${id}${path}`)).statusCode).toBe(404);
      }
      expect((await other.call('DELETE', `/webhook-endpoints/${id}`)).statusCode).toBe(404);
    }
  });

  it('keeps no secret in clear', async () => {
    const { secret, extra_header_secret: extra } = await make({ extra_header: 'X-Sig' });
    const { rows } = await service.database.owner.query('select sealed from webhook_secrets');
    for (const text of [secret, secret.replace('whsec_', ''), extra as string]) {
      expect(JSON.stringify(rows)).not.toContain(text);
    }
    const { rows: audited } = await service.database.owner.query(
      'select action, before, after from audit_log where holder_id = $1 order by at, id',
      [holderId],
    );
    expect(audited.map(({ action }) => action)).toEqual(['keys.make', 'webhooks.change']);
    expect(JSON.stringify(audited)).not.toContain(secret);
  });
});

describe('a delivery', () => {
  it('is tried again later when it was refused, and not before the receiver asks', async () => {
    const { endpoint_id: id } = await make();
    receiver.answer = status(503, { 'retry-after': '7200' });
    await order('a');
    const [{ next_attempt_at: next } = { next_attempt_at: null }] = await untilLog(id, ([log]) => log?.attempts === 1);
    const inSeconds = (Date.parse(next as string) - Date.now()) / 1_000;
    expect(inSeconds).toBeGreaterThan(7_000);
    expect(inSeconds).toBeLessThan(7_201);
    receiver.answer = ok;
    await passTime();
    const [first, second] = await receiver.until(2);
    expect([second?.event, second?.body]).toEqual([first?.event, first?.body]);
    expect(await untilLog(id, ([log]) => log?.status === 'delivered')).toMatchObject([{ attempts: 2, reason: null }]);
  });

  it('is given up after ten attempts, and can be resent with the rest that was', async () => {
    const { endpoint_id: id } = await make();
    receiver.answer = status(500);
    await order('a');
    for (let n = 1; n <= 10; n += 1) {
      await untilLog(id, ([log]) => log?.attempts === n);
      await passTime();
    }
    expect(await deliveries(id)).toMatchObject([
      { status: 'parked', reason: 'attempts_exhausted', next_attempt_at: null },
    ]);
    const { data } = (await partner.get(`/webhook-endpoints/${id}`)).json();
    expect(data).toMatchObject({ pending: 0, parked: 1, has_secret: true });
    const answer = await partner.post(`/webhook-endpoints/${id}/resend`, { parked: true });
    expect([answer.statusCode, answer.json().data]).toEqual([202, { resent: 1 }]);
    // It has ten attempts of its own.
    expect(await untilLog(id, ([log]) => log?.attempts === 11)).toMatchObject([{ status: 'pending' }]);
    receiver.answer = ok;
    await passTime();
    await untilLog(id, ([log]) => log?.status === 'delivered' && log.attempts === 12);
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
  });

  it('to a receiver that is gone disables the endpoint; what waits is given up', async () => {
    const { endpoint_id: id } = await make();
    receiver.answer = status(410);
    await order('a');
    await untilLog(id, ([log]) => log?.status === 'parked');
    expect((await partner.get(`/webhook-endpoints/${id}`)).json().data).toMatchObject({
      status: 'disabled',
      status_reason: 'gone',
    });
    const refused = await partner.post(`/webhook-endpoints/${id}/test`);
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'invalid_state']);
  });

  it('that has failed for three days pauses its endpoint and mails its people', async () => {
    const { endpoint_id: id } = await make();
    receiver.answer = status(500);
    await order('a');
    await untilLog(id, ([log]) => log?.attempts === 1);
    const { owner } = service.database;
    await owner.query(
      `update webhook_endpoints set failing_since = now() - interval '73 hours' where holder_id = $1 and id = $2`,
      [holderId, id],
    );
    await owner.query(
      `with ada as (insert into people (id, name, email, email_verified, created_at, updated_at)
        values ('ada-webhooks', 'Ada', 'ada-webhooks@example.com', true, now(), now()) returning id)
       insert into members (holder_id, person_id, role) select $1, id, 'owner' from ada`,
      [holderId],
    );
    await passTime();
    await untilLog(id, ([log]) => log?.reason === 'endpoint_paused');
    expect((await partner.get(`/webhook-endpoints/${id}`)).json().data).toMatchObject({
      status: 'paused',
      status_reason: 'failing',
    });
    const { rows } = await owner.query(`select subject, kind from mails where recipient = 'ada-webhooks@example.com'`);
    expect(rows).toEqual([{ subject: `Test: Webhooks to localhost:${receiver.port} are paused`, kind: 'webhooks' }]);
  });

  it('that has failed for less than three days, or has arrived since, pauses nothing', async () => {
    const { endpoint_id: id } = await make();
    const failing = (hours: number) =>
      service.database.owner.query(
        `update webhook_endpoints set failing_since = now() - make_interval(hours => $3) where holder_id = $1 and id = $2`,
        [holderId, id, hours],
      );
    const shown = async () => (await partner.get(`/webhook-endpoints/${id}`)).json().data;
    receiver.answer = status(500);
    await failing(71);
    await order('a');
    await untilLog(id, ([log]) => log?.attempts === 1);
    const since = (await shown()).failing_since;
    expect([(await shown()).status, Date.now() - Date.parse(since) > 70 * 3_600_000]).toEqual(['active', true]);
    await failing(73);
    receiver.answer = ok;
    await passTime();
    await untilLog(id, ([log]) => log?.status === 'delivered');
    expect(await shown()).toMatchObject({ status: 'active', failing_since: null });
    receiver.answer = status(500);
    await order('b');
    await untilLog(id, ([log]) => log?.attempts === 1);
    expect(await shown()).toMatchObject({ status: 'active', status_reason: null });
  });

  it('is not made while its endpoint is paused; what was missed is resent by its time', async () => {
    const { endpoint_id: id } = await make();
    const from = new Date();
    expect((await partner.post(`/webhook-endpoints/${id}/pause`)).json().data.status).toBe('paused');
    await order('missed');
    await service.positionEvents();
    expect((await partner.post(`/webhook-endpoints/${id}/resend`, { parked: true })).statusCode).toBe(409);
    expect((await partner.post(`/webhook-endpoints/${id}/resume`)).json().data.status).toBe('active');
    await order('after');
    const [first] = await receiver.until(1);
    expect(first?.event.data).toMatchObject({ partner_order_ref: 'after' });
    await untilLog(id, ([log]) => log?.status === 'delivered');
    const range = { from: from.toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
    const answer = await partner.post(`/webhook-endpoints/${id}/resend`, range);
    expect(answer.json().data).toEqual({ resent: 2 });
    const [, ...rest] = await receiver.until(3);
    expect(rest.map(({ event }) => event.data.partner_order_ref).sort()).toEqual(['after', 'missed']);
    for (const wrong of [
      {},
      { from: range.from },
      { to: range.to },
      { from: range.to, to: range.from },
      { parked: true, ...range },
      { event_id: 'evt_1', ...range },
    ]) {
      expect((await partner.post(`/webhook-endpoints/${id}/resend`, wrong)).statusCode).toBe(422);
    }
  });

  it('of one event is made again, with the same id and a new time', async () => {
    const { endpoint_id: id, secret } = await make();
    await order('a');
    const [first] = await receiver.until(1);
    await untilLog(id, ([log]) => log?.status === 'delivered');
    const path = `/webhook-endpoints/${id}/deliveries/${first?.event.id}/resend`;
    expect((await partner.post(path)).statusCode).toBe(202);
    const [, second] = await receiver.until(2);
    if (second === undefined) return;
    expect(second.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    verified(second, secret);
    expect((await partner.post(`/webhook-endpoints/${id}/deliveries/evt_unknown/resend`)).statusCode).toBe(404);
  });

  it('of a test event arrives, and is in no log of events', async () => {
    const { endpoint_id: id, secret } = await make();
    const answer = await partner.post(`/webhook-endpoints/${id}/test`);
    const [first] = await receiver.until(1);
    if (first === undefined) return;
    expect(verified(first, secret)).toMatchObject({
      id: answer.json().data.event_id,
      type: 'webhook_endpoint.tested',
      request_id: answer.headers['x-request-id'],
      data: { endpoint_id: id },
    });
    expect((await partner.get('/events')).json().data).toEqual([]);
  });
});

describe('the webhook_url of an order', () => {
  it('gets the events of that order alone, signed with the secret of the company', async () => {
    const { secret } = (await partner.post('/webhook-endpoints/addresses/rotations', { grace_hours: 0 })).json().data;
    await order('other');
    await order('a', { webhook_url: receiver.url });
    await partner.post('/orders/a/confirm-payment');
    const received = await receiver.until(2);
    for (const one of received) verified(one, secret);
    expect(received.map(({ event }) => [event.type, event.data.partner_order_ref]).sort()).toEqual([
      ['order.created', 'a'],
      ['order.paid', 'a'],
    ]);
    const log = await untilLog('addresses', (found) => found.every((one) => one.status === 'delivered'));
    expect(log).toHaveLength(2);
  });

  it('needs no setting up: the first order that has one is not passed over', async () => {
    await order('a', { webhook_url: receiver.url });
    const [first] = await receiver.until(1);
    expect(first?.event.type).toBe('order.created');
    expect((await partner.get('/webhook-endpoints/addresses')).json().data).toMatchObject({
      kind: 'addresses',
      url: null,
    });
  });

  it('that answers 410 gets no more of that event; other addresses do, and the endpoint stays', async () => {
    receiver.answer = status(410);
    await order('a', { webhook_url: receiver.url });
    await untilLog('addresses', ([log]) => log?.reason === 'gone');
    expect((await partner.get('/webhook-endpoints/addresses')).json().data.status).toBe('active');
    receiver.answer = ok;
    await order('b', { webhook_url: receiver.url });
    await untilLog('addresses', (log) => log.some((one) => one.status === 'delivered'));
  });

  it('never keeps the order from being recorded; what leads nowhere is in the log', async () => {
    for (const [ref, url] of [
      ['a', 'nowhere'],
      ['b', 'http://169.254.169.254/'],
    ] as const) {
      expect((await order(ref, { webhook_url: url })).statusCode).toBe(201);
    }
    const log = await untilLog(
      'addresses',
      (found) => found.length === 2 && found.every(({ attempts }) => attempts > 0),
    );
    expect(log.map(({ status: now, reason }) => [now, reason]).sort()).toEqual([
      ['parked', 'unusable_address'],
      ['pending', null],
    ]);
  });
});

describe('what the operator can rely on', () => {
  it('verification names an event that was lost, and one that waits where nothing is sent', async () => {
    const { endpoint_id: id } = await make();
    await order('a');
    await untilLog(id, ([log]) => log?.status === 'delivered');
    const { owner } = service.database;
    const named = async (): Promise<string[]> => {
      const { checks } = await verifyLedger(service.db);
      const ofEvents = checks.filter(({ name }) => name.startsWith('Every event was delivered'));
      return ofEvents.flatMap(({ offences }) => offences.map(({ problem }) => problem));
    };
    await owner.query(
      `update webhook_deliveries set status = 'pending', finished_at = null, next_attempt_at = now()
      where holder_id = $1 and endpoint_id = $2`,
      [holderId, id],
    );
    await owner.query(
      `update webhook_endpoints set status = 'paused', status_reason = 'by_hand', due_at = null
      where holder_id = $1 and id = $2`,
      [holderId, id],
    );
    expect(await named()).toEqual(['waits for an endpoint that takes nothing']);
    await owner.query('delete from webhook_deliveries where holder_id = $1 and endpoint_id = $2', [holderId, id]);
    expect(await named()).toEqual(['was never queued for delivery']);
    await owner.query('update webhook_endpoints set since_position = position where holder_id = $1 and id = $2', [
      holderId,
      id,
    ]);
    expect(await named()).toEqual([]);
  });

  it('what is older than 30 days is purged, with its log, but nothing that still waits', async () => {
    const { endpoint_id: id } = await make();
    await order('a');
    await untilLog(id, ([log]) => log?.status === 'delivered');
    receiver.answer = status(500);
    await order('b');
    await untilLog(id, (log) => log.length === 2 && log.every(({ attempts }) => attempts === 1));
    const { owner } = service.database;
    const age = (days: number) =>
      owner.query(
        `update webhook_deliveries set created_at = now() - make_interval(days => $2) where endpoint_id = $1`,
        [id, days],
      );
    await age(29);
    await webhookJobs({ db: service.db }).purge_webhooks.run(systemActor('purge_webhooks'), undefined);
    expect(await deliveries(id)).toHaveLength(2);
    await age(31);
    await webhookJobs({ db: service.db }).purge_webhooks.run(systemActor('purge_webhooks'), undefined);
    expect(await deliveries(id)).toMatchObject([{ status: 'pending' }]);
    // The verification does not miss what was purged.
    await expectBooksToHold(service.db, { byHand: ['members'] });
    const { rows } = await owner.query('select count(*)::int as count from webhook_attempts where endpoint_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    await partner.call('DELETE', `/webhook-endpoints/${id}`);
    await age(31);
    await webhookJobs({ db: service.db }).purge_webhooks.run(systemActor('purge_webhooks'), undefined);
    const left = await owner.query('select from webhook_endpoints where id = $1', [id]);
    expect(left.rows).toHaveLength(0);
  });

  it('secrets are sealed again when SLUICE_SECRET changes', async () => {
    const { secret } = await make();
    const next = createSealedSecrets(['a new secret of more than 32 characters', testSecret]);
    await resealEndpointSecrets(service.db, next);
    const { rows } = await service.database.owner.query('select distinct key_id from webhook_secrets');
    expect(rows).toEqual([{ key_id: next.keyId }]);
    await resealEndpointSecrets(
      service.db,
      createSealedSecrets([testSecret, 'a new secret of more than 32 characters']),
    );
    await order('a');
    const [first] = await receiver.until(1);
    if (first !== undefined) verified(first, secret);
  });
});
