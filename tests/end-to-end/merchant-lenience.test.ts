/** docs/contract/merchant.md, "Forms", "Create a payment" and "Return to an app": bodies as forms, customers that the shop knows, and apps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { eraseKnownPayers } from '../../src/features/closing/erasures.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { visitWith } from '../fixtures/people.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeHolder, makeKey } from '../support/holders.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const base = '/pay/api/v1';
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
const payment = { amount: '12.50', currency: 'USD', return_url: 'https://shop.example/ok' };
let server: TestServer;
let shopId: bigint;
let cookie: string;
let keys: { client_id: string; secret_id: string };
let token: string;

beforeAll(async () => {
  server = await createTestServer();
  shopId = await makeHolder(server.db, 'merchant', 'Form Shop');
  const pair = await makeKey(server.db, shopId);
  keys = { client_id: pair.clientId, secret_id: pair.clientSecret };
  const { personId } = await server.people.signUp(shell, person);
  await inTransaction(server.db, (tx) => insertMember(tx, shopId, personId, 'developer'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  token = (await asForm('/authentication/token', keys)).data.access_token as string;
});
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['members'] });
  await server.close();
});

type Envelope = { message: { code: number; error?: string[] }; data: Record<string, unknown> };

async function send(path: string, type: string, payload: string, own = token): Promise<Envelope> {
  const headers = { 'content-type': type, ...(own === undefined ? {} : { authorization: `Bearer ${own}` }) };
  const answer = await server.app.inject({ method: 'POST', url: `${base}${path}`, headers, payload });
  expect(answer.json().message.code).toBe(answer.statusCode);
  return answer.json();
}

const asForm = (path: string, fields: Record<string, string> | string): Promise<Envelope> =>
  send(path, 'application/x-www-form-urlencoded; charset=UTF-8', new URLSearchParams(fields).toString());
const asJson = (path: string, fields: object): Promise<Envelope> =>
  send(path, 'application/json', JSON.stringify(fields));

const errorOf = ({ message }: Envelope): [number, string | undefined] => [message.code, message.error?.[0]];
const pathOf = ({ data }: Envelope): string => new URL(data.payment_url as string).pathname;

async function paid(fields: Record<string, string> = {}) {
  const created = await asForm('/payment/create', { ...payment, ...fields });
  const path = pathOf(created);
  const customer = createBrowser(server.app);
  const page = await customer.open(path);
  await customer.submit(`${path}/pay`, goodCard);
  return { token: created.data.token as string, path, page: page.body, result: await customer.open(`${path}/result`) };
}

describe('a form instead of JSON', () => {
  it('does what JSON does, from the token to the refund', async () => {
    const first = await paid({ custom: 'order 7' });
    const status = await asForm('/payment/status', { ...keys, token: first.token });
    expect(status.data).toMatchObject({ amount: '12.50', custom: 'order 7', paid: true });
    const refund = { token: first.token, refund_ref: 'r1', amount: '2.50' };
    const [once, again] = [await asForm('/payment/refund', refund), await asJson('/payment/refund', refund)];
    expect(once.data).toMatchObject({ refund_ref: 'r1', amount: '2.50' });
    expect(again).toEqual(once);
    const { data } = await asForm('/payment/create', payment);
    expect((await asForm('/payment/cancel', { token: data.token as string })).data).toMatchObject({
      status: 'cancelled',
    });
    const resent = await asForm('/webhook-endpoints/whe_none/resend', { parked: 'true' });
    expect(resent.message.code).toBe(404);
  });

  it.each<[string, string, Record<string, string>]>([
    ['no currency', '/payment/create', { amount: '1', return_url: 'https://a.example' }],
    ['an empty amount', '/payment/create', { ...payment, amount: '' }],
    ['an amount in words', '/payment/create', { ...payment, amount: 'ten' }],
    ['too many decimals', '/payment/create', { ...payment, amount: '1.255' }],
    ['an address that is none', '/payment/create', { ...payment, return_url: 'javascript:alert(1)' }],
    ['a wrong secret', '/authentication/token', { client_id: 'pk_test_x', secret_id: 'sk_test_y' }],
    ['an unknown payment', '/payment/refund', { token: 'pay_none', refund_ref: 'r' }],
  ])('is refused as JSON is: %s', async (_, path, fields) => {
    const [form, json] = [await asForm(path, fields), await asJson(path, fields)];
    expect(errorOf(form)[0]).toBeGreaterThanOrEqual(400);
    expect(errorOf(form)).toEqual(errorOf(json));
  });

  it('with an empty amount never refunds everything, and never captures it', async () => {
    const { token: of } = await paid();
    const refused = [400, 'The amount must be a decimal number.'];
    expect(errorOf(await asForm('/payment/refund', { token: of, refund_ref: 'r', amount: '' }))).toEqual(refused);
    expect(errorOf(await asForm('/payment/capture', { token: of, amount: '' }))).toEqual(refused);
  });

  it.each<[string, string, string, [number, string]]>([
    [
      'a repeated field',
      'application/x-www-form-urlencoded',
      'amount=1&amount=2',
      [400, 'The amount field is repeated.'],
    ],
    ['a broken escape', 'application/x-www-form-urlencoded', 'amount=%zz', [400, 'Malformed form body']],
    ['nothing', 'application/x-www-form-urlencoded', '', [400, 'Malformed JSON body']],
    ['too much', 'application/x-www-form-urlencoded', `custom=${'a'.repeat(17_000)}`, [413, 'Request body too large']],
    ['parts', 'multipart/form-data; boundary=x', '--x--', [415, 'The Content-Type must be application/json.']],
  ])('is refused with %s', async (_, type, payload, expected) => {
    const [code, message] = errorOf(await send('/payment/create', type, payload));
    expect(code).toBe(expected[0]);
    if (code !== 413) expect(message).toBe(expected[1]);
  });
});

describe('a return', () => {
  it('has a flat token, and none over that of the shop; an escaped address is read as it was meant', async () => {
    const { token: first, result } = await paid({ return_url: 'https://shop.example/ok?a=1&amp;b=2' });
    const address = new URL(String(result.headers.refresh).replace(/^2; url=/, ''));
    expect([...address.searchParams.entries()].slice(0, 2)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(address.searchParams.getAll('token')).toEqual([first]);
    const own = await paid({ return_url: 'https://shop.example/ok?token=mine' });
    expect(new URL(String(own.result.headers.refresh).replace(/^2; url=/, '')).searchParams.getAll('token')).toEqual([
      'mine',
    ]);
  });
});

describe('a customer whom the shop knows', () => {
  const known = { full_name: 'Zoë "Z" <b>Quinn</b>', email: 'zoe@example.org', phone: '+30 210 123' };
  const rowOf = async (id: string) =>
    (await server.database.owner.query('select known_name, known_email, payer_name from payments where id = $1', [id]))
      .rows[0];

  it('finds name and address filled in, escaped, and is told nowhere else', async () => {
    const { token: id, page } = await paid(known);
    expect(page).toContain('value="Zoë &quot;Z&quot; &lt;b&gt;Quinn&lt;/b&gt;"');
    expect(page).toMatch(/id="card_email"[^>]* value="zoe@example.org"/);
    expect(page).not.toContain('<b>Quinn');
    // The customer paid without typing it again: the browser sends what the page shows, this one sent another name.
    expect(await rowOf(id)).toEqual({
      known_name: null,
      known_email: null,
      payer_name: goodCard.card_name ?? 'Card holder',
    });
    const { rows } = await server.database.owner.query(
      `select data::text as text from events where holder_id = $1 union all
      select coalesce(before::text, '') || coalesce(after::text, '') from audit_log where holder_id = $1`,
      [shopId],
    );
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Quinn|zoe@/);
  });

  it.each<[string, Record<string, unknown>, [string | null, string | null]]>([
    ['both', { full_name: ' Zoë Quinn ', email: ' zoe@example.org' }, ['Zoë Quinn', 'zoe@example.org']],
    ['nothing', {}, [null, null]],
    ['what is no text', { full_name: 7, email: ['a@b.example'] }, [null, null]],
    ['a name that is too long', { full_name: 'n'.repeat(101), email: 'zoe@example.org' }, [null, 'zoe@example.org']],
    ['control characters', { full_name: 'Zoë\u0000', email: 'zoe\n@example.org' }, [null, null]],
    ['an address that is none', { full_name: 'Zoë', email: 'zoe' }, ['Zoë', null]],
  ])('is kept as it can be filled in, and never a reason to refuse: %s', async (_, fields, expected) => {
    const created = await asJson('/payment/create', { ...payment, ...fields });
    const row = await rowOf(created.data.token as string);
    expect([row.known_name, row.known_email]).toEqual(expected);
  });

  it('is forgotten when the payment ends, and when the person asks for it', async () => {
    const [ended, open] = [
      await asForm('/payment/create', { ...payment, ...known }),
      await asForm('/payment/create', { ...payment, ...known }),
    ];
    await asForm('/payment/cancel', { token: ended.data.token as string });
    expect(await rowOf(ended.data.token as string)).toMatchObject({ known_name: null, known_email: null });
    const of = {
      personId: 'x',
      requestedAt: new Date(Date.now() + 60_000),
      email: 'zoe@example.org',
      name: 'Zoë',
      holderIds: [],
    };
    // As a process of the version before leaves it, which ends payments without knowing these columns.
    await server.database.owner.query('update payments set known_email = $2 where id = $1', [
      ended.data.token,
      known.email,
    ]);
    await inTransaction(server.db, (tx) => eraseKnownPayers(tx, of, 100));
    expect(await rowOf(ended.data.token as string)).toMatchObject({ known_email: null });
    expect(await rowOf(open.data.token as string)).toMatchObject({ known_name: null, known_email: null });
  });
});

describe('an app', () => {
  const ask = async (method: 'GET' | 'PUT', body?: object) =>
    server.app.inject({
      method,
      url: '/api/v1/app-schemes',
      headers: {
        ...{ cookie, 'sec-fetch-site': 'same-origin', 'sluice-holder': String(shopId), 'sluice-mode': 'test' },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });

  it('is returned to once the shop has registered its scheme, by a link and by itself', async () => {
    const urls = { return_url: 'com.example.app:/paid?a=1', cancel_url: 'myapp://back' };
    const refused = [400, 'The scheme of the return_url is not registered.'];
    expect(errorOf(await asForm('/payment/create', { ...payment, ...urls }))).toEqual(refused);
    const saved = await ask('PUT', { schemes: ['MyApp://', 'com.example.app', 'myapp'] });
    expect(saved.json().data).toEqual({ schemes: ['com.example.app', 'myapp'] });
    expect((await ask('GET')).json().data).toEqual({ schemes: ['com.example.app', 'myapp'] });

    const { token: id, page, result, path } = await paid(urls);
    expect(page).toContain('com.example.app');
    const address = String(result.headers.refresh).replace(/^2; url=/, '');
    expect(address).toMatch(/^com\.example\.app:\/paid\?a=1&message%5Bcode%5D=200&/);
    expect(new URL(address).searchParams.get('token')).toBe(id);
    expect(result.body).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    expect(result.headers['content-security-policy']).not.toContain('example.app');
    // Another browser is led to no app: a scheme alone opens nothing.
    const stranger = await createBrowser(server.app).open(path);
    expect(stranger.body).not.toContain('href="com.example.app');

    const created = await asForm('/payment/create', { ...payment, ...urls });
    const customer = createBrowser(server.app);
    await customer.open(pathOf(created));
    await customer.submit(`${pathOf(created)}/cancel`);
    const canceled = await customer.open(`${pathOf(created)}/result`);
    expect(canceled.headers.refresh).toBe(`2; url=myapp://back?token=${created.data.token}`);

    expect((await ask('PUT', { schemes: [] })).json().data).toEqual({ schemes: [] });
    expect(errorOf(await asForm('/payment/create', { ...payment, ...urls }))).toEqual(refused);
    const { rows } = await server.database.owner.query(
      `select before, after from audit_log where holder_id = $1 and action = 'app_schemes.change' order by id`,
      [shopId],
    );
    expect(rows).toEqual([
      { before: { appSchemes: '' }, after: { appSchemes: 'com.example.app, myapp' } },
      { before: { appSchemes: 'com.example.app, myapp' }, after: { appSchemes: '' } },
    ]);
  });

  it.each(['javascript', 'intent', 'https', 'my app', 'x'])('cannot have the scheme %s', async (scheme) => {
    const answer = await ask('PUT', { schemes: ['aa', scheme] });
    expect([answer.statusCode, answer.json().error.details[0].field]).toEqual([
      422,
      expect.stringMatching(/^schemes\[[01]\]$/),
    ]);
  });

  it('of one mode is none of the other', async () => {
    await ask('PUT', { schemes: ['myapp'] });
    const { rows } = await server.database.owner.query('select mode, schemes from app_schemes where holder_id = $1', [
      shopId,
    ]);
    expect(rows).toEqual([{ mode: 'test', schemes: ['myapp'] }]);
  });
});
