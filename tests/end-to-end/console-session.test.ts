/** The console's API: sessions only, writes from our own pages only, one holder and one mode a request. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';

const publicUrl = 'http://localhost:8080';
const url = '/api/v1/session';
type Headers = Record<string, string>;

let account: TestAccount;
let cookie: string;
let email: string;
let holderId: bigint;

beforeAll(async () => {
  account = await createTestAccount({ publicUrl });
  const customer = await account.newCustomer();
  ({ email, holderId } = customer);
  cookie = [...customer.browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
});
afterAll(() => account.close());

const ask = (headers: Headers = {}, method: 'GET' | 'DELETE' | 'PUT' = 'GET', at = url) =>
  account.app.inject({ method, url: at, headers });

function expectError(answer: Awaited<ReturnType<typeof ask>>, status: number, code: string): void {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({
    status: false,
    error: { code, request_id: answer.headers['x-request-id'] ?? expect.any(String) },
  });
}

const ofCustomer = [
  ...['wallets.read', 'wallets.top_up', 'top_ups.cancel', 'debts.read', 'debts.repay'],
  ...['payouts.read', 'payouts.request', 'payout_schedules.read', 'payout_schedules.change', 'payouts.cancel'],
  ...[
    'bank_accounts.read',
    'bank_accounts.add',
    'bank_accounts.set_address',
    'bank_accounts.end',
    'events.read',
    'events.read_in_full',
    'holders.read_closing',
    'holders.close',
  ],
  ...['search.read', 'traces.read', 'saved_views.read', 'saved_views.change', 'audit_log.read'],
];

describe('who am I', () => {
  it('a person, for themselves in test mode unless the request says otherwise', async () => {
    const answer = await ask({ cookie });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({
      status: true,
      data: {
        person: {
          name: 'Ada Lovelace',
          email,
          language: null,
          second_factor: false,
          second_factor_policy: 'recommended',
          fresh_at: null,
          fresh_codes_from: null,
          passkey: false,
        },
        single_sign_on: null,
        mode: 'test',
        holder_id: null,
        role: null,
        holders: [
          {
            holder_id: Number(holderId),
            kind: 'customer',
            name: 'Ada Lovelace',
            status: 'active',
            role: 'owner',
            is_only_payee: false,
            may: { test: ofCustomer, live: ofCustomer, shared: [] },
          },
        ],
      },
    });
  });

  it('for a holder they belong to, with the role they have there now', async () => {
    const headers = { cookie, 'sluice-holder': String(holderId), 'sluice-mode': 'live' };
    expect((await ask(headers)).json().data).toMatchObject({
      mode: 'live',
      holder_id: Number(holderId),
      role: 'owner',
    });
    await account.pool.query(`update members set role = 'viewer' where holder_id = $1`, [holderId]);
    const { data } = (await ask(headers)).json();
    expect(data).toMatchObject({ role: 'viewer', holders: [{ role: 'viewer' }] });
    expect(data.holders[0].may.live).not.toContain('payouts.request');
  });

  it('an operator, who must have a second factor', async () => {
    const { browser, email: own } = await account.newCustomer();
    await account.pool.query(
      `insert into members (holder_id, person_id, role)
        select h.id, p.id, 'viewer' from holders h, people p where h.kind = 'service' and p.email = $1`,
      [own],
    );
    const headers = { cookie: [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ') };
    expect((await ask(headers)).json().data.person).toMatchObject({
      second_factor: false,
      second_factor_policy: 'required',
    });
  });

  it('nobody without a session, whatever else is sent', async () => {
    expectError(await ask(), 401, 'signed_out');
    expectError(await ask({ cookie: 'sluice_session=made.up' }), 401, 'signed_out');
    expectError(
      await ask({ 'x-client-id': 'x', 'x-client-secret': 'y', authorization: 'Bearer z' }),
      401,
      'signed_out',
    );
  });

  it.each([
    ['another’s holder', { 'sluice-holder': '1' }, 404, 'not_found'],
    ['an unknown holder', { 'sluice-holder': '999999999' }, 404, 'not_found'],
    ['what is no holder', { 'sluice-holder': 'mine' }, 422, 'validation_failed'],
    ['what is no mode', { 'sluice-mode': 'LIVE' }, 422, 'validation_failed'],
  ])('not for %s', async (_name, headers: Headers, status, code) => {
    expectError(await ask({ cookie, ...headers }), status, code);
  });
});

describe('what is wrong with a request is said in this interface’s words', () => {
  it.each([
    ['/api/v1', 404, 'not_found'],
    ['/api/v1/nothing', 404, 'not_found'],
    ['/api/v1/%zz', 404, 'not_found'],
  ])('%s', async (at, status, code) => expectError(await ask({ cookie }, 'GET', at), status, code));

  it('another method', async () => {
    const answer = await ask({ cookie }, 'PUT');
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, POST');
  });
});

describe('a session opens nothing but this', () => {
  it.each(['/partner/v1/orders', '/pay/api/v1/payment/status/x'])('%s', async (at) => {
    expect([401, 403]).toContain((await ask({ cookie }, 'GET', at)).statusCode);
  });
});

describe('a write', () => {
  it.each<[string, Headers]>([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighboring host', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['of another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: publicUrl }],
    ['of another origin', { origin: 'http://localhost:8081' }],
    ['of an origin that is hidden', { origin: 'null' }],
    ['of who knows where', {}],
  ])('%s is refused', async (_name, headers) => {
    expectError(await ask({ cookie, ...headers }, 'DELETE'), 403, 'forbidden');
    expect((await ask({ cookie })).statusCode).toBe(200);
  });

  it.each<[string, Headers]>([
    ['of our own pages', { 'sec-fetch-site': 'same-origin' }],
    ['of our own origin, where the browser says no more', { origin: publicUrl }],
  ])('%s is taken: signing out ends the session', async (_name, headers) => {
    const { browser } = await account.newCustomer();
    const own = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const answer = await ask({ cookie: own, ...headers }, 'DELETE');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, data: null }]);
    expect(String(answer.headers['set-cookie'])).toMatch(/sluice_session=;/);
    expectError(await ask({ cookie: own }), 401, 'signed_out');
  });
});

describe('docs/contract/common.md, "Availability": while the database is away', () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const client = { query: () => Promise.reject(ended), release: () => {} };
  it.each<[string, () => Promise<unknown>]>([
    ['no connection can be made', () => Promise.reject(lost)],
    ['connections are cut', () => Promise.resolve(client)],
  ])('everything is a 503 with Retry-After, whoever asks: %s', async (_, connect) => {
    const spied = vi.spyOn(account.pool, 'connect').mockImplementation(connect as never);
    try {
      const signIn = { email: 'stranger@example.com', password };
      const answers = [
        await ask({ cookie }),
        await ask({ cookie }, 'GET', '/api/v1/sessions'),
        await ask({ cookie, 'sec-fetch-site': 'same-origin' }, 'DELETE'),
        await account.app.inject({
          ...{ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin' }, payload: signIn },
        }),
      ];
      for (const answer of answers) {
        expectError(answer, 503, 'unavailable');
        expect(answer.json().error.message).toBe('The database is offline. It is safe to send this again.');
        expect(answer.headers['retry-after']).toBe('1');
        expect(answer.body).not.toContain('10.0.0.5');
      }
    } finally {
      spied.mockRestore();
    }
    expect((await ask({ cookie })).statusCode).toBe(200);
  });
});
