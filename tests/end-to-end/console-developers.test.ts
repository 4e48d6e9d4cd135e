/**
 * What the people's API offers to a company's and a merchant's developers: key pairs, links, copied invitation links,
 * events; and documents that are opened by their address.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { exampleOf } from '../../src/base/schemas/example.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { createTrials } from '../../src/features/api-keys/trials.ts';
import { catalog } from '../../src/features/event-catalog.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { positionEvents } from '../support/position-events.ts';

let account: TestAccount;
let company: bigint;
let owner: Awaited<ReturnType<typeof newMember>>;
let count = 0;

beforeAll(async () => {
  account = await createTestAccount();
  company = await makeCompany(account.db);
  owner = await newMember(company, 'owner');
});
afterAll(() => account.close());

/** A person of a holder, signed in with a second factor that was just passed. */
async function newMember(holderId: bigint, role: Role) {
  count += 1;
  const email = `developer${count}@example.com`;
  const { personId } = await account.people.signUp(shell, { name: 'Ada', email, password, emailVerified: true });
  await inTransaction(account.db, (tx) => insertMember(tx, holderId, personId, role));
  const browser = createConsoleBrowser(account.app);
  await browser.signIn(email);
  await account.pool.query('update people set second_factor = true where id = $1', [personId]);
  await account.pool.query('update sessions set second_factor_at = now() where person_id = $1', [personId]);
  const headers = (mode: Mode) => ({ ...ownPage, 'sluice-holder': String(holderId), 'sluice-mode': mode });
  return {
    cookie: browser.cookie,
    get: (path: string, mode: Mode = 'test') => browser.call('GET', path, undefined, headers(mode)),
    post: (path: string, body?: object, mode: Mode = 'test') => browser.call('POST', path, body, headers(mode)),
    delete: (path: string, mode: Mode = 'test') => browser.call('DELETE', path, undefined, headers(mode)),
  };
}

async function made(label: string, mode: Mode = 'test'): Promise<{ client_id: string; client_secret: string }> {
  const answer = await owner.post('/keys', { label }, mode);
  expect(answer.statusCode).toBe(201);
  return answer.json().data;
}

const clientIds = (answer: { json(): { data: { client_id: string }[] } }) =>
  answer.json().data.map(({ client_id }) => client_id);

describe('docs/contract/people.md, "For developers": a key pair', () => {
  it('is answered with its secret once, and never again: no list, log, event, audit entry or stored answer has it', async () => {
    const key = { 'idempotency-key': 'make-it-once' };
    const headers = { ...ownPage, ...key, 'sluice-holder': String(company), cookie: owner.cookie() };
    const answer = await account.app.inject({ method: 'POST', url: '/api/v1/keys', headers, payload: {} });
    const { client_id: id, client_secret: secret } = answer.json().data;
    const rotated = (await owner.post(`/keys/${id}/rotations`, { grace_hours: 1 })).json().data;
    await owner.delete(`/keys/${id}`);
    expect(secret).toMatch(/^sk_test_/);
    const lists = await Promise.all([owner.get('/keys'), owner.get('/keys?works=false'), owner.get('/events')]);
    const { rows } = await account.pool.query(
      `select (select string_agg(k::text, '') from api_keys k) || (select string_agg(a::text, '') from audit_log a)
         || (select coalesce(string_agg(i::text, ''), '') from idempotency_keys i)
         || (select coalesce(string_agg(e::text, ''), '') from events e) as everything`,
    );
    const everything = [...lists.map(({ body }) => body), rows[0].everything, ...account.lines].join('\n');
    expect(everything).toContain(id);
    for (const one of [secret, rotated.client_secret]) expect(everything).not.toContain(one);
  });

  it('is listed with its label and its state, newest first, apart from those of the other mode', async () => {
    const [first, second, live] = [await made('First'), await made(' Second '), await made('Live', 'live')];
    const listed = (await owner.get('/keys')).json().data;
    expect(listed.slice(0, 2)).toMatchObject([
      { client_id: second.client_id, label: 'Second', status: 'active', last_used_at: null, expires_at: null },
      { client_id: first.client_id, label: 'First', status: 'active' },
    ]);
    expect(clientIds(await owner.get('/keys', 'live'))).toEqual([live.client_id]);
    expectRefused(await owner.delete(`/keys/${live.client_id}`), 404, 'not_found');

    const page = await owner.get('/keys?limit=1');
    expect(clientIds(page)).toEqual([second.client_id]);
    const next = page.json().next_cursor;
    expect(clientIds(await owner.get(`/keys?limit=1&cursor=${next}`))).toEqual([first.client_id]);

    await createPartnerClient(account.app, { clientId: first.client_id, clientSecret: first.client_secret }).get(
      '/wallets',
    );
    await expect
      .poll(async () =>
        (await owner.get('/keys')).json().data.find(({ label }: { label: string }) => label === 'First'),
      )
      .toMatchObject({ last_used_at: expect.any(String) });
  });

  it('keeps its label when it is rotated; the old one ends with its grace, or at once', async () => {
    const old = await made('Server');
    const fresh = (await owner.post(`/keys/${old.client_id}/rotations`, { grace_hours: 24 })).json().data;
    expect(fresh).toEqual({
      client_id: expect.not.stringMatching(old.client_id),
      client_secret: expect.stringMatching(/^sk_test_/),
      mode: 'test',
      label: 'Server',
    });
    const [shown] = (await owner.get('/keys')).json().data.filter((one: typeof old) => one.client_id === old.client_id);
    expect(shown).toMatchObject({ status: 'ending', expires_at: expect.any(String), revoked_at: null });
    await owner.post(`/keys/${old.client_id}/rotations`, { grace_hours: 0 });
    expectDone(await owner.delete(`/keys/${fresh.client_id}`));
    const ended = await owner.get('/keys?works=false');
    expect(clientIds(ended)).toEqual(expect.arrayContaining([old.client_id, fresh.client_id]));
    for (const { status } of ended.json().data) expect(status).toBe('revoked');
    expectRefused(await owner.delete(`/keys/${fresh.client_id}`), 404, 'not_found');
  });

  it.each<[object, string]>([
    [{ label: 'x'.repeat(101) }, 'label'],
    [{ label: 'a\u0000b' }, 'label'],
  ])('whose label is unfit is refused: %j', async (body, field) => {
    expectRefused(await owner.post('/keys', body), 422, 'validation_failed', [field]);
  });

  it.each([-1, 73, 1.5, 'long'])('is not rotated with a grace of %s hours', async (grace) => {
    const { client_id: id } = await made('Graceful');
    const answer = await owner.post(`/keys/${id}/rotations`, { grace_hours: grace });
    expectRefused(answer, 422, 'validation_failed', ['grace_hours']);
  });

  it('of a merchant is made by its owner', async () => {
    const shop = await newMember(await makeHolder(account.db, 'merchant'), 'owner');
    expect((await shop.post('/keys', { label: 'Shop' })).statusCode).toBe(201);
    expect((await shop.get('/keys')).json().data).toHaveLength(1);
  });
});

it('links of the people’s API are found by a part of the name or the id, narrowed and paged, newest first', async () => {
  const holderId = await makeCompany(account.db);
  const member = await newMember(holderId, 'viewer');
  const ids: number[] = [];
  for (const [type, name] of [
    ['merchant', 'Taverna'],
    ['courier', 'Ada'],
    ['merchant', 'Pizzeria 100%'],
  ] as const) {
    ids.push(Number(await makeLink(account.db, holderId, type, name)));
  }
  const found = async (query: string) =>
    (await member.get(`/links${query}`)).json().data.map(({ id }: { id: number }) => ids.indexOf(id));
  expect(await found('')).toEqual([2, 1, 0]);
  expect(await found('?search=AVER')).toEqual([0]);
  expect(await found('?search=0%25')).toEqual([2]);
  expect(await found(`?search=${ids[1]}`)).toEqual([1]);
  expect(await found('?type=merchant&status=active')).toEqual([2, 0]);
  expect(await found('?status=ended')).toEqual([]);
  const first = (await member.get('/links?limit=2')).json();
  expect(await found(`?limit=2&cursor=${first.next_cursor}`)).toEqual([0]);
});

describe('a copied link to an invitation', () => {
  const open = async (url: string): Promise<string> => {
    const answer = await account.app.inject({
      method: 'POST',
      url: '/api/v1/opened-invitations',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { invitation: url.split('/').at(-1) },
    });
    return answer.json().data?.state ?? answer.json().error.code;
  };
  const invite = async (email: string): Promise<string> =>
    (await owner.post('/invitations', { email, type: 'merchant', name: 'Taverna' })).json().data.invitation_id;
  const mailedToken = async (email: string) =>
    /invitations\/([0-9A-Za-z]+)/.exec((await account.mailsTo(email)).at(-1)?.text ?? '')?.[1];
  const copy = async (id: string): Promise<string> => (await owner.post(`/invitations/${id}/link`)).json().data.url;

  it('works beside the mailed one until it is copied or sent again', async () => {
    const email = 'taverna@example.com';
    const id = await invite(email);
    const mailed = `http://localhost:8080/invitations/${await mailedToken(email)}`;
    const first = await copy(id);
    expect([await open(mailed), await open(first)]).toEqual(['signed_out', 'signed_out']);
    const second = await copy(id);
    expect([await open(second), await open(first)]).toEqual(['signed_out', 'not_found']);
    await owner.post(`/invitations/${id}/resend`);
    expect([await open(second), await open(mailed)]).toEqual(['not_found', 'not_found']);
  });

  it('is not made of one that was answered or revoked, and is stored as a hash alone', async () => {
    const id = await invite('pizzeria@example.com');
    const token = (await copy(id)).split('/').at(-1) as string;
    const { rows } = await account.pool.query('select i::text as row from invitations i where id = $1', [id]);
    expect([rows[0].row.includes(token), account.lines.some((line) => line.includes(token))]).toEqual([false, false]);
    await owner.post(`/invitations/${id}/revoke`);
    expectRefused(await owner.post(`/invitations/${id}/link`), 409, 'invalid_state');
  });
});

describe('docs/contract/people.md, "For developers": events', () => {
  it('are shown newest first, paged and by type', async () => {
    const holderId = await makeCompany(account.db);
    const member = await newMember(holderId, 'viewer');
    const api = createPartnerClient(account.app, await makeKey(account.db, holderId));
    for (const ref of ['a', 'b']) {
      await api.post(
        '/orders',
        orderBody({ partner_order_ref: ref, splits: [{ beneficiary_type: 'partner', amount: 12.5 }] }),
      );
    }
    await api.post('/orders/a/hold', { reason: 'Why' });
    while ((await positionEvents(account.db)) > 0);
    const types = async (query: string) =>
      (await member.get(`/events${query}`)).json().data.map(({ type }: { type: string }) => type);
    expect(await types('')).toEqual(['order.held', 'order.created', 'order.created']);
    const first = (await member.get('/events?limit=2&type=order.created')).json();
    expect(first.next_cursor).toBeNull();
    expect(first.data.map(({ data }: { data: { partner_order_ref: string } }) => data.partner_order_ref)).toEqual([
      'b',
      'a',
    ]);
    const { next_cursor: next } = (await member.get('/events?limit=1')).json();
    expect(await types(`?limit=1&cursor=${next}`)).toEqual(['order.created']);
  });

  it('of live mode show a developer neither who paid nor which bank account was used', async () => {
    const holderId = await makeHolder(account.db, 'merchant');
    const [developer, boss] = [await newMember(holderId, 'developer'), await newMember(holderId, 'owner')];
    const payment = exampleOf(catalog['payment.paid'].data) as object;
    const payout = exampleOf(catalog['payout.sent'].data) as object;
    for (const mode of ['test', 'live']) {
      await account.pool.query(
        `insert into events (holder_id, id, mode, type, subject_kind, subject_id, data, created_at) values
          ($1, 'evt_1' || $2, $2, 'payment.paid', 'payment', 'pay_1', $3, now()),
          ($1, 'evt_2' || $2, $2, 'payout.sent', 'payout', 'po_1', $4, now())`,
        [holderId, mode, JSON.stringify(payment), JSON.stringify(payout)],
      );
    }
    while ((await positionEvents(account.db)) > 0);
    const shown = async (who: typeof boss, mode: Mode) =>
      (await who.get('/events', mode)).json().data.map(({ data }: { data: object }) => data);
    expect([await shown(boss, 'live'), await shown(developer, 'test')]).toEqual([
      [payout, payment],
      [payout, payment],
    ]);
    expect(payment).toMatchObject({ payer: { username: expect.any(String) } });
    expect(await shown(developer, 'live')).toEqual([
      { ...payout, bank_account_id: null },
      { ...payment, payer: null },
    ]);
  });
});

describe('docs/contract/people.md, "Sessions": a book named in the query', () => {
  const ask = (method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}) =>
    account.app.inject({
      method,
      url: `/api/v1${path}sluice-holder=${company}&sluice-mode=test`,
      headers: { cookie: owner.cookie(), ...ownPage, ...headers },
      ...(method === 'POST' ? { payload: {} } : {}),
    });

  it('opens a document, with the same rights', async () => {
    expect((await ask('GET', '/shadow.csv?')).headers['content-type']).toMatch('text/csv');
    const stranger = await newMember(await makeCompany(account.db), 'owner');
    expectRefused(await ask('GET', '/shadow.csv?', { cookie: stranger.cookie() }), 404, 'not_found');
  });

  it('is heard of no write, and the header counts before it', async () => {
    expectRefused(await ask('POST', '/keys?'), 404, 'not_found');
    expectRefused(await ask('GET', '/keys?', { 'sluice-mode': 'neither' }), 422, 'validation_failed', ['sluice-mode']);
  });
});

describe('docs/contract/people.md, "Trying requests"', () => {
  const tried = async (member: typeof owner, body: object, mode: Mode = 'test') => member.post('/try', body, mode);

  it('sends a request as the holder in test mode, through all that a request with a key pair goes through', async () => {
    const order = orderBody({ partner_order_ref: 'tried-1' });
    const answer = await tried(owner, { operation: 'createOrder', body: JSON.stringify(order) });
    expect(answer.statusCode, answer.body).toBe(200);
    const { status, body, headers, request_id: id } = answer.json().data;
    expect([status, JSON.parse(body).data]).toMatchObject([201, { partner_order_ref: 'tried-1', mode: 'test' }]);
    expect(headers.map(({ name }: { name: string }) => name)).toContain('ratelimit');
    expect(id).not.toBe(answer.headers['x-request-id']);
    const read = await tried(owner, { operation: 'getOrder', path: { ref: 'tried-1' } });
    expect(JSON.parse(read.json().data.body).data.order_id).toBe(JSON.parse(body).data.order_id);
    const list = await tried(owner, { operation: 'listOrders', query: { limit: '0' } });
    expect(JSON.parse(list.json().data.body).error.code).toBe('validation_failed');
    const broken = await tried(owner, { operation: 'createOrder', body: '{' });
    expect([broken.json().data.status, JSON.parse(broken.json().data.body).error.code]).toEqual([
      400,
      'malformed_json',
    ]);
    await owner.post('/try', { operation: 'createTopUp', body: '{"amount": 100, "currency": "EUR"}' });
    const refund = { refund_ref: 'one', amount: 1 };
    await tried(owner, { operation: 'refundOrder', path: { ref: 'tried-1' }, body: JSON.stringify(refund) });
    const { rows } = await account.pool.query(
      'select distinct mode from orders where holder_id = $1 and partner_order_ref = $2',
      [company, 'tried-1'],
    );
    expect(rows).toEqual([{ mode: 'test' }]);
    await expectBooksToHold(account.db);
  });

  it('as a shop: a payment', async () => {
    const shop = await newMember(await makeHolder(account.db, 'merchant'), 'developer');
    const payment = { amount: '5.00', currency: 'EUR', return_url: 'https://shop.test/' };
    const created = await tried(shop, { operation: 'createPayment', body: JSON.stringify(payment) });
    const { data } = JSON.parse(created.json().data.body);
    expect(data.token).toMatch(/^pay_/);
    const read = await tried(shop, { operation: 'getPayment', path: { token: data.token } });
    expect(JSON.parse(read.json().data.body).data).toMatchObject({ token: data.token, paid: false });
    // These take the secret of a key pair.
    for (const operation of ['createAccessToken', 'getPaymentByKeys']) {
      expectRefused(await tried(shop, { operation, body: '{}' }), 422, 'validation_failed', ['operation']);
    }
  });

  it('nowhere but in test mode, and for no one who may not make test keys', async () => {
    const list = { operation: 'listWallets' };
    expectRefused(await tried(owner, list, 'live'), 403, 'forbidden');
    for (const role of ['finance', 'viewer'] as const) {
      expectRefused(await tried(await newMember(company, role), list), 403, 'forbidden');
    }
    expectRefused(await createConsoleBrowser(account.app).post('/try', list), 401, 'signed_out');
  });

  it.each([
    ['of the other interface', { operation: 'createPayment', body: '{}' }, 'operation'],
    ['of the people’s API', { operation: 'consoleMakeKey', body: '{}' }, 'operation'],
    ['that does not exist', { operation: 'constructor' }, 'operation'],
    ['whose path is not whole', { operation: 'getOrder' }, 'path.ref'],
    ['that would leave its path', { operation: 'holdOrder', path: { ref: '..' } }, 'path.ref'],
  ])('no operation %s', async (_, body, field) => {
    expectRefused(await tried(owner, body), 422, 'validation_failed', [field]);
  });

  it('stays at the address of the operation, whatever the parameters are', async () => {
    for (const ref of ['../wallets', 'a/../../wallets', '%2e%2e', '?x=1', '#', '\\..']) {
      const answer = await tried(owner, { operation: 'getOrder', path: { ref } });
      expect([ref, answer.json().data.status]).toEqual([ref, 404]);
    }
  });

  it('has no way in for anyone else: neither a session nor an invented ticket is a key pair', async () => {
    for (const headers of [{ cookie: owner.cookie() }, { 'sluice-trial': 'x'.repeat(43) }, { 'sluice-trial': '' }]) {
      const partner = await account.app.inject({ url: '/partner/v1/wallets', headers: headers as never });
      const merchant = await account.app.inject({ url: '/pay/api/v1/events', headers: headers as never });
      expect([partner.statusCode, merchant.statusCode]).toEqual([401, 403]);
    }
  });

  it('ends the ticket with its request, also when that fails', async () => {
    const trials = createTrials(account.db);
    const actor = memberOf({ holderId: company, mode: 'test' });
    const seen: Record<string, string>[] = [];
    const failing = trials.run(actor, async (headers) => {
      seen.push(headers);
      expect(trials.callerOf(headers)).toMatchObject({ holderId: company, mode: 'test' });
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    expect(seen.map((headers) => trials.callerOf(headers))).toEqual([undefined]);
  });

  it('at most 60 times a minute', async () => {
    const busy = await newMember(company, 'developer');
    // A body that is refused costs as much to read.
    const answers = [await tried(busy, { operation: 1 })];
    for (let n = 0; n < 60; n += 1) answers.push(await tried(busy, { operation: 'getTestClock' }));
    expect(answers.slice(0, 60).map(({ statusCode }) => statusCode)).toEqual([422, ...Array(59).fill(200)]);
    expectRefused(answers[60] as (typeof answers)[number], 429, 'rate_limited');
  });
});
