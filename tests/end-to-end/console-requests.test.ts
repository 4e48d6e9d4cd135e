/** docs/contract/people.md, "The request log": requests of key pairs, as the people of their holder see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logRequests } from '../../src/api/operations/log-requests.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import type { Role } from '../../src/core/access/roles.ts';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { revokeKeyPair } from '../../src/features/api-keys/manage-keys.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import type { NotedRequest, RequestParts } from '../../src/features/requests/logged-request.ts';
import { purgeRequests } from '../../src/features/requests/logged-requests.repository.ts';
import {
  countedPerWriteMax,
  createRequestLog,
  keptPerMinuteMax,
  keptPerWriteMax,
  readPerWriteMax,
} from '../../src/features/requests/request-log.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { keyHeaders, makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let company: bigint;
let pair: KeyPair;
let partner: PartnerClient;
let owner: Reader;
let count = 0;

type Reader = Awaited<ReturnType<typeof newMember>>;
type Failure = { request_id: string; code: string; path: string; omitted: number } & Record<string, unknown>;

beforeAll(async () => {
  account = await createTestAccount();
  company = await makeCompany(account.db);
  pair = await makeKey(account.db, company);
  partner = createPartnerClient(account.app, pair);
  owner = await newMember(company, 'owner');
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function newMember(holderId: bigint, role: Role) {
  count += 1;
  const email = `reader${count}@example.com`;
  const { personId } = await account.people.signUp(shell, { name: 'Ada', email, password, emailVerified: true });
  await inTransaction(account.db, (tx) => insertMember(tx, holderId, personId, role));
  const browser = createConsoleBrowser(account.app);
  await browser.signIn(email);
  const headers = (mode: Mode) => ({ ...ownPage, 'sluice-holder': String(holderId), 'sluice-mode': mode });
  const get = async (path: string, mode: Mode = 'test') => {
    await account.server.requestLog.flush();
    return browser.call('GET', path, undefined, headers(mode));
  };
  return {
    get,
    list: async (query = '', mode: Mode = 'test') => (await get(`/requests${query}`, mode)).json().data as Failure[],
  };
}

const idOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers['x-request-id']);

describe('a failed request of a company', () => {
  it('is listed as it was answered, with its address, and without its headers, its secret or what no route knows', async () => {
    const body = { ...orderBody({ currency: 'euros' }), payer: 'Ada Lovelace' };
    const answer = await partner.post('/orders?limit=7', body, { 'x-private': 'a-private-header' });
    const { error } = answer.json();
    const [failure] = await owner.list();
    expect(failure).toEqual({
      request_id: idOf(answer),
      at: expect.any(String),
      client_id: pair.clientId,
      method: 'POST',
      path: '/partner/v1/orders',
      query: null,
      status: 422,
      code: error.code,
      message: error.message,
      details: error.details,
      duration_ms: expect.any(Number),
      omitted: 0,
    });
    const { rows } = await account.pool.query('select string_agg(f::text, $1) as everything from failed_requests f', [
      '',
    ]);
    for (const secret of [pair.clientSecret, 'Ada Lovelace', 'a-private-header']) {
      expect(rows[0].everything).not.toContain(secret);
    }
    const { request } = (await owner.get(`/requests/${idOf(answer)}`)).json().data;
    expect(request).toMatchObject({
      status: 422,
      body: { ...body, payer: '…' },
      response: null,
    });
  });

  it('has the values of the parameters that its route knows, and of none a secret that was put there by mistake', async () => {
    await partner.get(`/orders?limit=x&cursor=sk_test_${'a'.repeat(40)}&password=private`);
    await partner.get('/orders/whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const [second, first] = await owner.list();
    expect(first?.query).toBe(new URLSearchParams({ limit: 'x', cursor: 'sk_test_…' }).toString());
    expect(second?.path).toBe('/partner/v1/orders/whsec_…');
  });

  it('that names a pair without proving it is listed with it; one that names none is nobody’s', async () => {
    const before = (await owner.list()).length;
    const headers = { 'x-client-id': pair.clientId, 'x-client-secret': `sk_test_${'b'.repeat(43)}` };
    const wrong = await account.app.inject({ method: 'GET', url: '/partner/v1/wallets', headers });
    await account.app.inject({ method: 'GET', url: '/partner/v1/wallets' });
    const stranger = await account.app.inject({
      method: 'POST',
      url: '/partner/v1/orders',
      headers,
      payload: orderBody({ partner_order_ref: 'a-strangers' }),
    });
    expect((await owner.get(`/requests/${idOf(stranger)}`)).json().data.request).toMatchObject({
      status: 401,
      body: null,
    });
    const unknown = { ...headers, 'x-client-id': `pk_test_${'0'.repeat(24)}` };
    await account.app.inject({ method: 'GET', url: '/partner/v1/wallets', headers: unknown });
    const lost = await account.app.inject({ method: 'GET', url: '/partner/v1/nowhere', headers: keyHeaders(pair) });
    const listed = await owner.list();
    expect(listed.length - before).toBe(3);
    expect(listed.filter((one) => one.request_id !== idOf(stranger)).slice(0, 2)).toMatchObject([
      { request_id: idOf(lost), code: 'not_found', path: '/partner/v1/nowhere', client_id: pair.clientId },
      { request_id: idOf(wrong), code: 'invalid_credentials', status: 401, client_id: pair.clientId },
    ]);
  });

  it('is listed with a pair that was revoked', async () => {
    const revoked = await makeKey(account.db, company);
    await revokeKeyPair(shell, account.server, revoked.clientId);
    await createPartnerClient(account.app, revoked).get('/wallets');
    expect((await owner.list())[0]).toMatchObject({ client_id: revoked.clientId, status: 401 });
  });

  it('is found by status, key pair, path and ID, newest first and page by page', async () => {
    const other = await makeKey(account.db, company);
    const missing = await createPartnerClient(account.app, other).get('/orders/a-missing-one');
    expect((await owner.list(`?client_id=${other.clientId}`)).map((one) => one.request_id)).toEqual([idOf(missing)]);
    expect((await owner.list('?path=A-Missing')).map((one) => one.request_id)).toEqual([idOf(missing)]);
    expect((await owner.list(`?request_id=${idOf(missing)}`)).map((one) => one.code)).toEqual(['not_found']);
    for (const [status, is] of [
      ['404', (one: number) => one === 404],
      ['4xx', (one: number) => one >= 400 && one < 500],
      ['5xx', () => false],
    ] as const) {
      const found = await owner.list(`?status=${status}`);
      expect(found.every((one) => is(Number(one.status)))).toBe(true);
      expect(found.length > 0).toBe(status !== '5xx');
    }
    const all = await owner.list();
    const page = (await owner.get('/requests?limit=2')).json();
    expect(page.data).toEqual(all.slice(0, 2));
    expect(await owner.list(`?limit=2&cursor=${page.next_cursor}`)).toEqual(all.slice(2, 4));
    expect(await owner.list('?request_id=nothing')).toEqual([]);
    expectRefused(await owner.get('/requests?cursor=nothing'), 422, 'validation_failed', ['cursor']);
    expectRefused(await owner.get('/requests?status=200'), 422, 'validation_failed', ['status']);
  });

  it('belongs to its holder and mode; of live mode a developer does not see what was asked for', async () => {
    const live = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    await live.get('/orders?partner_order_ref=Ada&limit=x');
    const developer = await newMember(company, 'developer');
    const stranger = await newMember(await makeCompany(account.db), 'owner');
    const queryOf = async (who: Reader) => (await who.list('', 'live')).map(({ query }) => query);
    expect(await queryOf(owner)).toEqual(['limit=x&partner_order_ref=Ada']);
    expect(await queryOf(developer)).toEqual([null]);
    expect((await developer.list())[0]).toEqual((await owner.list())[0]);
    expect([await stranger.list(), await stranger.list('', 'live')]).toEqual([[], []]);
    const [{ request_id: id } = { request_id: '' }] = await owner.list('', 'live');
    expect((await developer.get(`/requests/${id}`, 'live')).json().data.failure.query).toBeNull();
    expectRefused(await owner.get(`/requests/${id}`), 404, 'not_found');
    expectRefused(await stranger.get(`/requests/${id}`, 'live'), 404, 'not_found');
  });
});

describe('a failed request of a shop', () => {
  it('is listed with the one message of interface A, by the pair that its token was made for or that it names', async () => {
    const shop = await makeHolder(account.db, 'merchant');
    const keys = await makeKey(account.db, shop);
    const boss = await newMember(shop, 'owner');
    const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
      account.app.inject({ method: 'POST', url: `/pay/api/v1${path}`, headers, payload });
    const pairOf = (secret: string) => ({ client_id: keys.clientId, secret_id: secret });
    const { access_token: token } = (await post('/authentication/token', pairOf(keys.clientSecret))).json().data;
    const paid = { amount: '1.00', currency: 'USD', return_url: 'https://shop.example/' };
    const answers = [
      await post('/authentication/token', pairOf('sk_test_wrong')),
      await post('/payment/create', paid, { authorization: `Bearer ${token}`, 'idempotency-key': '.' }),
    ];
    expect(answers[1]?.json().message.error[0]).toMatch(/Idempotency-Key/i);
    // Both may be of the same millisecond, in which their order is not kept.
    const listed = (await boss.list()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(listed).toMatchObject(
      answers.map((answer) => ({
        request_id: idOf(answer),
        status: 400,
        message: answer.json().message.error[0],
        client_id: keys.clientId,
        path: answer === answers[0] ? '/pay/api/v1/authentication/token' : '/pay/api/v1/payment/create',
      })),
    );
    expect(listed.map(({ code }) => code)).toEqual(['invalid_secret_id', 'validation_failed']);
    const bodies = await Promise.all(listed.map(({ request_id: id }) => boss.get(`/requests/${id}`)));
    expect(bodies.map((one) => one.json().data.request.body)).toEqual([null, paid]);

    await revokeKeyPair(shell, account.server, keys.clientId);
    await post('/payment/create', paid, { authorization: `Bearer ${token}` });
    expect((await boss.list())[0]).toMatchObject({ code: 'token_invalid', client_id: keys.clientId });
  });
});

describe('one request', () => {
  it('says why it failed, and what its error means', async () => {
    const answer = await partner.post('/orders', orderBody({ currency: 'nothing' }));
    const { failure, events } = (await owner.get(`/requests/${idOf(answer)}`)).json().data;
    expect(failure).toMatchObject({
      request_id: idOf(answer),
      explanation: { meaning: expect.stringMatching(/\w/), remedy: expect.stringMatching(/\w/) },
    });
    expect(events).toEqual([]);
  });

  it('that is not in the log is found by what it did', async () => {
    await partner.post('/orders', orderBody({ partner_order_ref: 'another-just-before' }));
    const answer = await partner.post('/orders', orderBody({ partner_order_ref: 'found-by-its-id' }));
    await account.server.requestLog.flush();
    await account.pool.query('delete from succeeded_requests where request_id = $1', [idOf(answer)]);
    expect((await owner.get(`/requests/${idOf(answer)}`)).json().data).toEqual({
      request_id: idOf(answer),
      request: null,
      failure: null,
      events: [expect.objectContaining({ type: 'order.created', partner_order_ref: 'found-by-its-id' })],
    });
  });

  it.each(['nothing', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f'])(
    'is not %s',
    async (id) => expectRefused(await owner.get(`/requests/${id}`), 404, 'not_found'),
  );
});

describe('a write that succeeded', () => {
  it('is listed beside what failed if that is asked for, and has what was sent and what was answered', async () => {
    const body = orderBody({ partner_order_ref: 'a-success' });
    const answer = await partner.post('/orders', body);
    await partner.get('/orders/a-success');
    const failed = await partner.get('/orders/a-failure');
    const listed = {
      request_id: idOf(answer),
      at: expect.any(String),
      client_id: pair.clientId,
      method: 'POST',
      path: '/partner/v1/orders',
      query: null,
      status: 201,
      code: null,
      message: null,
      details: [],
      duration_ms: expect.any(Number),
      omitted: 0,
    };
    expect((await owner.list('?outcome=succeeded'))[0]).toEqual(listed);
    // The read between them is no write.
    expect((await owner.list('?outcome=any')).slice(0, 2)).toEqual([
      expect.objectContaining({ request_id: idOf(failed), code: 'not_found' }),
      listed,
    ]);
    expect((await owner.list()).map((one) => one.request_id)).not.toContain(idOf(answer));
    const first = (await owner.get('/requests?outcome=any&limit=1')).json();
    expect((await owner.list(`?outcome=any&limit=1&cursor=${first.next_cursor}`))[0]).toEqual(listed);
    expect((await owner.get(`/requests/${idOf(answer)}`)).json().data).toMatchObject({
      request: { status: 201, body, response: answer.json() },
      failure: null,
      events: [{ type: 'order.created' }],
    });
    // In the order in which it was sent.
    const { request } = (await owner.get(`/requests/${idOf(answer)}`)).json().data;
    expect(Object.keys(request.body)).toEqual(Object.keys(body));
    expectRefused(await owner.get('/requests?outcome=all'), 422, 'validation_failed', ['outcome']);
  });

  it('of many orders has the first of them; of one that is too long to be read, nothing', async () => {
    const keptOf = async (answer: { headers: Record<string, unknown> }) =>
      (await owner.get(`/requests/${idOf(answer)}`)).json().data.request;
    const orders = Array.from({ length: 21 }, () => orderBody());
    const some = await partner.post('/orders/bulk', { orders });
    const { body, response } = await keptOf(some);
    expect(body).toEqual({ orders: [...orders.slice(0, 20), '… 1 more'] });
    expect(response.data.results).toEqual([...some.json().data.results.slice(0, 20), '… 1 more']);

    const many = await partner.post('/orders/bulk', {
      orders: Array.from({ length: 300 }, () => orderBody({ is_shadow: true, shadow_merchant_name: 'x'.repeat(200) })),
    });
    expect(many.statusCode).toBe(200);
    expect(await keptOf(many)).toMatchObject({ status: 200, body: null, response: null });
  });

  it('says nothing of secrets; of live mode a developer does not see what was sent', async () => {
    const hook = await partner.post('/webhook-endpoints', { url: 'https://shop.example/hook' });
    expect(hook.json().data.secret).toMatch(/^whsec_/);
    const { request } = (await owner.get(`/requests/${idOf(hook)}`)).json().data;
    expect(request.response.data).toMatchObject({ url: 'https://shop.example/hook', secret: '…' });

    const live = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const body = orderBody({ partner_order_ref: 'a-live-one' });
    const made = await live.post('/orders', body);
    const developer = await newMember(company, 'developer');
    const seen = async (who: Reader) => (await who.get(`/requests/${idOf(made)}`, 'live')).json().data.request;
    expect(await seen(owner)).toMatchObject({ body, response: made.json() });
    expect(await seen(developer)).toMatchObject({ status: 201, body: null, response: null });
    expectRefused(await owner.get(`/requests/${idOf(made)}`), 404, 'not_found');
  });

  it('of a shop is one that its token was made for; swapping keys for a token is none', async () => {
    const shop = await makeHolder(account.db, 'merchant');
    const keys = await makeKey(account.db, shop);
    const boss = await newMember(shop, 'owner');
    const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
      account.app.inject({ method: 'POST', url: `/pay/api/v1${path}`, headers, payload });
    const token = await post('/authentication/token', { client_id: keys.clientId, secret_id: keys.clientSecret });
    const paid = { amount: '1.00', currency: 'USD', return_url: 'https://shop.example/' };
    const made = await post('/payment/create', paid, { authorization: `Bearer ${token.json().data.access_token}` });
    expect(made.statusCode).toBeLessThan(300);
    expect((await boss.list('?outcome=any')).map((one) => [one.path, one.client_id])).toEqual([
      ['/pay/api/v1/payment/create', keys.clientId],
    ]);
    expect((await boss.get(`/requests/${idOf(made)}`)).json().data.request.body).toEqual(paid);
  });
});

describe('the log is bounded', () => {
  const failureOf = (requestId: string, isProven: boolean, changes: Partial<RequestParts> = {}): NotedRequest => ({
    ...{ requestId, clientId: pair.clientId, isProven, hasFailed: changes.failure !== null, bodiesLength: 0 },
    parts: () => ({
      ...{ at: new Date(), method: 'GET', path: '/partner/v1/flood', query: null, status: 404, durationMs: 1 },
      ...{ failure: { code: 'not_found', message: 'Nothing', details: [] }, body: null, response: null },
      ...changes,
    }),
  });
  const idAt = (n: number): string => `01909b6e-3f80-7c57-9d0e-${String(n).padStart(12, '0')}`;
  const written = async () =>
    (await owner.list('?path=flood&limit=100')).map(({ request_id: id, omitted }) => [id, omitted]);

  it('a flood is counted at the last request that is listed; whoever only names a pair takes no places', async () => {
    let now = 0;
    const log = createRequestLog(account.db, () => now);
    const flood = keptPerMinuteMax.proven + 5;
    let read = 0;
    const counted = (request: NotedRequest): NotedRequest => {
      const parts = () => {
        read += 1;
        return request.parts();
      };
      return { ...request, parts };
    };
    for (let n = 0; n < flood; n += 1) log.note(counted(failureOf(idAt(n), true)));
    // Nothing is put together for what is not listed.
    expect(read).toBe(keptPerMinuteMax.proven);
    for (let n = 0; n < 50; n += 1) log.note(failureOf(idAt(100 + n), false));
    await log.flush();
    const listed = await written();
    expect(listed).toHaveLength(keptPerMinuteMax.proven + keptPerMinuteMax.named);
    expect(listed.filter(([, omitted]) => omitted !== 0)).toEqual([
      [idAt(100 + keptPerMinuteMax.named - 1), 50 - keptPerMinuteMax.named],
      [idAt(keptPerMinuteMax.proven - 1), 5],
    ]);
    log.note(failureOf(idAt(200), true));
    now = 60_000;
    log.note(failureOf(idAt(201), true));
    await log.flush();
    const later = await written();
    expect(later[0]).toEqual([idAt(201), 0]);
    expect(later.find(([id]) => id === idAt(keptPerMinuteMax.proven - 1))?.[1]).toBe(6);
  });

  it('what cannot be written is dropped, and the next is written again', async () => {
    const log = createRequestLog(account.db);
    log.note(failureOf(idAt(300), true, { status: 999 }));
    await log.flush();
    log.note(failureOf(idAt(301), true));
    await log.flush();
    expect((await written())[0]).toEqual([idAt(301), 0]);
  });

  it('successes are counted apart, and take no places of failures', async () => {
    const log = createRequestLog(account.db);
    const success = { failure: null, status: 201, method: 'POST' };
    for (let n = 0; n < keptPerMinuteMax.succeeded + 2; n += 1) log.note(failureOf(idAt(400 + n), true, success));
    log.note(failureOf(idAt(500), true));
    await log.flush();
    const listed = (await owner.list('?path=flood&outcome=succeeded&limit=100')).map((one) => [
      one.request_id,
      one.omitted,
    ]);
    expect(listed).toHaveLength(keptPerMinuteMax.succeeded);
    expect(listed[0]).toEqual([idAt(400 + keptPerMinuteMax.succeeded - 1), 2]);
    expect((await written())[0]).toEqual([idAt(500), 0]);
  });

  it('of all pairs together no more successes are kept than one write takes, and what followed others is counted in turns', async () => {
    const log = createRequestLog(account.db);
    const pairs = await Promise.all(Array.from({ length: countedPerWriteMax + 2 }, () => makeKey(account.db, company)));
    const success = { failure: null, status: 201, method: 'POST', path: '/partner/v1/shared' };
    const note = (n: number, { clientId }: KeyPair) => log.note({ ...failureOf(idAt(n), true, success), clientId });
    const listed = async () => (await owner.list('?path=shared&outcome=succeeded&limit=100')).map((one) => one.omitted);
    for (const [n, one] of pairs.entries()) {
      note(600 + n, one);
      if ((n + 1) % keptPerWriteMax.succeeded === 0) await log.flush();
    }
    await log.flush();
    expect(await listed()).toEqual(pairs.map(() => 0));
    for (let n = 0; n < keptPerWriteMax.succeeded; n += 1) note(700 + n, pair);
    for (const [n, one] of pairs.entries()) note(800 + n, one);
    const counted = async () => (await listed()).filter((omitted) => omitted > 0);
    await log.flush();
    expect(await listed()).toHaveLength(pairs.length + keptPerWriteMax.succeeded);
    expect(await counted()).toEqual(Array(countedPerWriteMax).fill(1));
    await log.flush();
    expect(await counted()).toEqual(pairs.map(() => 1));
  });

  it('of long bodies no more are read for one write than it may', async () => {
    const log = createRequestLog(account.db);
    const success = { failure: null, status: 201, method: 'POST', path: '/partner/v1/long' };
    const note = (n: number, bodiesLength: number) =>
      log.note({ ...failureOf(idAt(n), true, success), clientId: (n < 1_000 ? other : pair).clientId, bodiesLength });
    const other = await makeKey(account.db, company);
    const listed = async () =>
      (await owner.list('?path=long&outcome=succeeded&limit=100')).map((one) => [one.request_id, one.omitted]);
    note(900, readPerWriteMax - 10);
    note(901, 11);
    note(1_000, 10);
    await log.flush();
    expect((await listed()).toSorted()).toEqual([
      [idAt(900), 1],
      [idAt(1_000), 0],
    ]);
    note(902, readPerWriteMax);
    await log.flush();
    expect(await listed()).toContainEqual([idAt(902), 0]);
  });

  it('a request is as long as what was sent and answered, except what is too long to be read', () => {
    const noted: NotedRequest[] = [];
    const hooks = new Map<string, (request: object, reply: object, done: () => void) => void>();
    const app = {
      decorateRequest() {},
      addHook: (name: string, hook: (request: object, reply: object, done: () => void) => void) =>
        hooks.set(name, hook),
    };
    logRequests(app as never, { note: (request) => void noted.push(request), flush: async () => {} });
    const long = 'x'.repeat(65_537);
    const requests: [sent: object, response: string | null][] = [
      [{ body: { sent: 1 }, headers: { 'content-length': '10' } }, 'abc'],
      [{ body: Buffer.alloc(65_536), headers: {} }, null],
      [{ body: Buffer.alloc(65_537), headers: {} }, 'abc'],
      [{ body: {}, headers: { 'content-length': '2' } }, long],
      [{ body: { sent: 'in chunks' }, headers: {} }, 'abc'],
      [{ body: undefined, headers: {} }, 'abc'],
    ];
    for (const [sent, response] of requests) {
      const request = { ...sent, method: 'POST', raw: { url: '/' }, partner: { clientId: pair.clientId }, response };
      hooks.get('onResponse')?.(request, { statusCode: 201 }, () => {});
    }
    expect(noted.map(({ bodiesLength }) => bodiesLength)).toEqual([13, 65_536, 3, 2, 65_539, 3]);
  });

  it.each(['failed', 'succeeded'])(
    'seven days of what %s are kept, and of each account the newest ten thousand',
    async (outcome) => {
      const table = `${outcome}_requests`;
      const [more, values] = outcome === 'failed' ? [', code, message, details', ", 'not_found', '', '[]'"] : ['', ''];
      const ids = outcome === 'failed' ? '01909b6e-3f80-7c57-9d0f-' : '01909b6e-3f80-7c57-9d1f-';
      const before = await partner.post(
        '/orders',
        orderBody({ partner_order_ref: `old-${outcome}`, ...(outcome === 'failed' && { currency: 'x' }) }),
      );
      await account.server.requestLog.flush();
      await account.pool.query(
        `insert into ${table} (holder_id, mode, request_id, at, client_id, method, path, status, duration_ms${more})
      select $1, 'test', ('${ids}' || lpad(n::text, 12, '0'))::uuid, now(), $2, 'GET', '/many',
        ${outcome === 'failed' ? 404 : 200}, 1${values} from generate_series(1, 10010) n`,
        [company, pair.clientId],
      );
      await account.pool.query(`update ${table} set at = now() - interval '8 days' where request_id = $1`, [
        idOf(before),
      ]);
      const kept = async () =>
        (await account.pool.query(`select mode, request_id from ${table} where holder_id = $1`, [company])).rows;
      const first = await kept();
      expect(first.some(({ request_id: id }) => id === idOf(before))).toBe(true);
      await purgeRequests(account.db);
      const after = await kept();
      expect(after.filter(({ mode }) => mode === 'test')).toHaveLength(10_000);
      expect(after.filter(({ mode }) => mode === 'live')).toEqual(first.filter(({ mode }) => mode === 'live'));
      expect(after.some(({ request_id: id }) => id === idOf(before))).toBe(false);
      expect(after.some(({ request_id: id }) => id === `${ids}000000000001`)).toBe(false);
    },
  );
});
