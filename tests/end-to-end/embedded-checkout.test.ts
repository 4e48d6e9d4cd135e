/** docs/contract/merchant.md, "Embedded checkout": who sets the sites of a key, and which pages they may frame. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const site = 'https://shop.example.org';
const pages = '/user/authentication/form';
let service: TestServer;
let cookie: string;
let shop: bigint;
let company: bigint;

beforeAll(async () => {
  service = await createTestService();
  const { personId } = await service.people.signUp(shell, person);
  const signedIn = await service.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  shop = await makeHolder(service.db, 'merchant', 'Corner Shop');
  company = await makeCompany(service.db);
  for (const holder of [shop, company]) {
    await inTransaction(service.db, (tx) => insertMember(tx, holder, personId, 'owner'));
  }
});
afterAll(async () => {
  await expectBooksToHold(service.db, { byHand: ['members'] });
  await service.close();
});

type Answer = { status: number; data: never; error?: { details: { field: string }[] } };

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, of = shop): Promise<Answer> {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(of),
      'sluice-mode': 'test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { ...answer.json(), status: answer.statusCode };
}

const setOrigins = (clientId: string, embed_origins: string[], of = shop) =>
  ask('PUT', `/keys/${clientId}/embed-origins`, { embed_origins }, of);

type Pair = Awaited<ReturnType<typeof makeKey>>;

/** @returns the path of its page. */
async function createPayment({ clientId, clientSecret }: Pair, base = '/pay/api/v1'): Promise<string> {
  const post = (path: string, payload: object, headers = {}) =>
    service.app.inject({ method: 'POST', url: `${base}${path}`, headers, payload });
  const keys = { client_id: clientId, secret_id: clientSecret };
  const token = (await post('/authentication/token', keys)).json().data.access_token;
  const wanted = { amount: '12.50', currency: 'USD', return_url: 'https://shop.example.org/ok' };
  const answer = await post('/payment/create', wanted, { authorization: `Bearer ${token}` });
  return new URL(answer.json().data.payment_url).pathname;
}

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET', payload = '') =>
  service.app.inject({
    method,
    url,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    payload,
  });

/** Who may frame an answer. */
const framedBy = async (answer: ReturnType<typeof open>): Promise<string> => {
  const { headers } = await answer;
  const [, sites] = /frame-ancestors ([^;]*)$/.exec(String(headers['content-security-policy'])) ?? [];
  return `${sites}${headers['x-frame-options'] === undefined ? '' : `, ${headers['x-frame-options']}`}`;
};
const nobody = "'none', DENY";

describe('the sites of a key', () => {
  it('are set as browsers name them, audited, kept by rotation, and shown', async () => {
    const { clientId } = await makeKey(service.db, shop);
    const set = await setOrigins(clientId, ['https://Shop.Example.org:443/', 'http://localhost:3000', site]);
    expect(set).toMatchObject({ status: 200, data: { embed_origins: ['http://localhost:3000', site] } });
    const rotated = await ask('POST', `/keys/${clientId}/rotations`, { grace_hours: 1 });
    const { client_id: fresh } = rotated.data as { client_id: string };
    const keys = (await ask('GET', '/keys')).data as { client_id: string; embed_origins: string[] }[];
    expect(keys.find(({ client_id: id }) => id === fresh)?.embed_origins).toEqual(['http://localhost:3000', site]);
    expect((await setOrigins(fresh, [])).data).toMatchObject({ embed_origins: [] });
    const { rows } = await service.database.owner.query(
      `select object_id as id, before, after from audit_log where action = 'embed_origins.change' order by id`,
    );
    const both = { embedOrigins: `http://localhost:3000, ${site}` };
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: clientId, before: { embedOrigins: '' }, after: both },
        { id: fresh, before: both, after: { embedOrigins: '' } },
      ]),
    );
  });

  it('are refused by the first that is none, beyond ten, for a key that has ended, and for other holders', async () => {
    const { clientId } = await makeKey(service.db, shop);
    const wrong = await setOrigins(clientId, [site, 'https://*.example.org', 'nonsense']);
    expect([wrong.status, wrong.error?.details.map(({ field }) => field)]).toEqual([422, ['embed_origins[1]']]);
    const many = Array.from({ length: 11 }, (_, place) => `https://shop${place}.example.org`);
    expect((await setOrigins(clientId, many)).status).toBe(422);
    const strangers = await makeKey(service.db, await makeHolder(service.db, 'merchant', 'Other Shop'));
    expect((await setOrigins(strangers.clientId, [site])).status).toBe(404);
    const ofCompany = await makeKey(service.db, company);
    expect((await setOrigins(ofCompany.clientId, [site], company)).status).toBe(403);
    await ask('DELETE', `/keys/${clientId}`);
    expect((await setOrigins(clientId, [site])).status).toBe(404);
  });
});

describe('a page', () => {
  let key: Pair;
  let path: string;
  beforeAll(async () => {
    key = await makeKey(service.db, shop);
    path = await createPayment(key);
    await setOrigins(key.clientId, [site, 'http://localhost:3000']);
  });

  it('is framed by exactly the sites of the key that created its payment, refusals too, as of now', async () => {
    const listed = `http://localhost:3000 ${site}`;
    expect(await framedBy(open(path))).toBe(listed);
    expect(await framedBy(open(await createPayment(key, '/pay/sandbox/api/v1')))).toBe(listed);
    expect(await framedBy(open(`${path}/pay`, {}, 'POST', 'method=card'))).toBe(listed);
    expect(await framedBy(open(await createPayment(await makeKey(service.db, shop))))).toBe(nobody);
    const link = await ask('POST', '/payment-links', { amount: 5, currency: 'USD' });
    const { payment_url: url } = link.data as { payment_url: string };
    expect(await framedBy(open(new URL(url).pathname))).toBe(nobody);
    await setOrigins(key.clientId, ['https://other.example']);
    expect(await framedBy(open(path))).toBe('https://other.example');
    await setOrigins(key.clientId, [site]);
  });

  it('with the wallet, of a sign-in or a confirmation, or of anything else is framed by nobody', async () => {
    const of = (address: string, method: 'GET' | 'POST' = 'GET') => framedBy(open(address, {}, method, 'a=b'));
    expect(await of(`${path}?way=wallet`)).toBe(nobody);
    for (const form of ['/sign-in', '/second-factor', '/sign-out', '/confirm']) {
      expect(await of(`${path}${form}`, 'POST')).toBe(nobody);
    }
    expect(await of(`${path}x`)).toBe(nobody);
    expect(await of('/pay/api/v1/user/assets/none')).toBe(nobody);
    expect(await of('/docs')).toBe(nobody);
  });

  it('is framed by nobody once its key has ended', async () => {
    const ending = await makeKey(service.db, shop);
    const its = await createPayment(ending);
    await setOrigins(ending.clientId, [site]);
    await ask('POST', `/keys/${ending.clientId}/rotations`, { grace_hours: 1 });
    expect(await framedBy(open(its))).toBe(site);
    const { owner } = service.database;
    const set = `update api_keys set expires_at = $2 where client_id = $1`;
    const { rows } = await owner.query('select expires_at as at from api_keys where client_id = $1', [ending.clientId]);
    await owner.query(set, [ending.clientId, new Date(Date.now() - 1)]);
    expect(await framedBy(open(its))).toBe(nobody);
    await owner.query(set, [ending.clientId, rows[0].at]);
  });

  it('has a cookie of its own for each site in a frame, and the usual one anywhere else', async () => {
    const cookieOf = async (address: string, destination: string) =>
      String((await open(address, { 'sec-fetch-dest': destination })).headers['set-cookie']).replace(/^[^;]*; /, '');
    const at = `Path=/pay/api/v1${pages}; HttpOnly`;
    expect(await cookieOf(path, 'iframe')).toBe(`${at}; Secure; Partitioned; SameSite=None`);
    expect(await cookieOf(path, 'document')).toBe(`${at}; SameSite=Lax`);
    const unframed = await createPayment(await makeKey(service.db, shop));
    expect(await cookieOf(unframed, 'iframe')).toBe(`${at}; SameSite=Lax`);
  });

  it('offers no wallet in a frame, takes none there, and leads on in a window where cookies are refused', async () => {
    const framed = { 'sec-fetch-dest': 'iframe' };
    const first = await open(path, framed);
    expect(first.body).not.toContain('type="password"');
    expect((await open(path, { 'sec-fetch-dest': 'document' })).body).toContain('type="password"');
    const [, token] = /name="_csrf" value="([^"]+)"/.exec(first.body) ?? [];
    const form = new URLSearchParams({ method: 'wallet', _csrf: token as string }).toString();
    const kept = String(first.headers['set-cookie']).split(';', 1)[0] as string;
    const byWallet = await open(`${path}/pay`, { ...framed, cookie: `${kept}; ${cookie}` }, 'POST', form);
    // A session changes what tokens are bound to: the one without it reaches the wallet itself.
    const withoutSession = await open(`${path}/pay`, { ...framed, cookie: kept }, 'POST', form);
    const withoutCookie = await open(`${path}/pay`, framed, 'POST', form);
    expect([byWallet, withoutSession, withoutCookie].map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(withoutCookie.body).toContain(`<a href="${path}" target="_top">Open in a full window</a>`);
    const unframed = await open(`${path}/pay`, { 'sec-fetch-dest': 'document' }, 'POST', form);
    expect(unframed.body).not.toContain('Open in a full window');
  });
});

it('the script is small, open to every site, and known again', async () => {
  const script = await open('/embed.js');
  expect(Buffer.byteLength(script.body)).toBeLessThanOrEqual(3_072);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
  });
  const again = await open('/embed.js', { 'if-none-match': String(script.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
