/** Signing in through an account's own OpenID Connect provider, with a real provider over HTTP. */
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { authenticatorCode } from '../fixtures/people.ts';
import {
  clientId,
  clientSecret,
  createProviderBrowser,
  createSignInProvider,
  type TestProvider,
} from '../fixtures/sign-in-provider.ts';
import { shell } from '../support/actors.ts';
import { makeCompany, makeHolder } from '../support/holders.ts';

const webhooks = { loopbackInTest: true, allow: [] };

let account: TestAccount;
let idp: TestProvider;

beforeAll(async () => {
  [account, idp] = await Promise.all([createTestAccount({ webhooks }), createSignInProvider()]);
});
afterAll(async () => {
  await idp.close();
  await account.close();
});

let count = 0;
const browserOf = () => {
  count += 1;
  return createConsoleBrowser(account.app, `198.51.${count >> 8}.${count & 255}`);
};
type Browser = ReturnType<typeof browserOf>;

/** Someone with a confirmed address, signed in with their password. */
async function newPerson(email: string) {
  const { personId } = await account.people.signUp(shell, {
    name: 'Ada Lovelace',
    email,
    password,
    emailVerified: true,
  });
  const browser = browserOf();
  expectDone(await browser.signIn(email), { state: 'signed_in' });
  return { personId, browser };
}

const join = (holderId: bigint, personId: string, role: 'owner' | 'viewer') =>
  inTransaction(account.db, (tx) => insertMember(tx, holderId, personId, role));

const leave = (holderId: bigint, personId: string) =>
  account.pool.query('delete from members where holder_id = $1 and person_id = $2', [holderId, personId]);

/** A company with an owner, who has just confirmed their second factor; `owner.asOwner` calls for the company. */
async function newCompany(kind: 'company' | 'merchant' = 'company') {
  const email = `${randomUUID()}@example.com`;
  const { browser, personId } = await newPerson(email);
  const holderId = kind === 'company' ? await makeCompany(account.db) : await makeHolder(account.db, 'merchant');
  await join(holderId, personId, 'owner');
  await account.pool.query('update people set second_factor = true where id = $1', [personId]);
  await account.pool.query('update sessions set second_factor_at = now() where person_id = $1', [personId]);
  const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    browser.call(method as 'POST', path, body, { ...ownPage, 'sluice-holder': String(holderId) });
  return { holderId, email, personId, browser, asOwner };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

const settings = (over: object = {}) => ({
  issuer: idp.issuer,
  client_id: clientId,
  client_secret: clientSecret,
  second_factor: true,
  ...over,
});

async function setUp(company: Company, over: object = {}): Promise<{ start: string; redirectUri: string }> {
  const answer = await company.asOwner('PUT', '/single-sign-on', settings(over));
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { provider: { client_id: clientId } } }]);
  const { redirect_uri: redirectUri, provider } = answer.json().data;
  idp.allow(redirectUri);
  return { start: provider.start_address.split('/').at(-1), redirectUri };
}

/** A member of the company, whom the provider knows as `subject`. */
async function newMember({ holderId }: Company, over: { email_verified?: unknown; email?: string | undefined } = {}) {
  const email = `${randomUUID()}@example.com`;
  const { browser: own, personId } = await newPerson(email);
  await join(holderId, personId, 'viewer');
  const subject = randomUUID();
  idp.people.set(subject, { email: email.toUpperCase(), email_verified: true, ...over });
  return { email, personId, subject, own };
}

async function begin(browser: Browser, body: object): Promise<string> {
  const answer = await browser.post('/session/provider', body);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: true }]);
  return answer.json().data.address;
}

const pathOf = (url: URL): string => `${url.pathname.replace('/api/v1', '')}${url.search}`;

/** @returns where the browser is sent at last: a path of ours. */
async function comeBack(browser: Browser, url: URL): Promise<string> {
  const answer = await browser.call('GET', pathOf(url), undefined, {});
  expect(answer.statusCode).toBe(303);
  return answer.headers.location as string;
}

async function signIn(browser: Browser, start: object, subject: string): Promise<string> {
  const back = await createProviderBrowser(subject).follow(await begin(browser, start));
  return comeBack(browser, back);
}

const failed = (reason: string): string => `/sign-in?failed=${reason}`;

describe('signing in through a provider', () => {
  it('goes by the address first, by the subject alone after that, and is audited for the account', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    expect(await signIn(browser, { email: ` ${member.email}`, next: '/h/12/test/orders?x=1' }, member.subject)).toBe(
      '/h/12/test/orders?x=1',
    );
    const session = (await browser.get('/session')).json().data;
    expect(session.person).toMatchObject({ email: member.email, second_factor: true });
    expect(session.single_sign_on).toEqual({
      holder_id: Number(company.holderId),
      account: 'Bolt Bistro',
      issuer: idp.issuer,
      second_factor: true,
    });
    expect(session.holders.map(({ holder_id }: { holder_id: number }) => holder_id)).toEqual([
      Number(company.holderId),
    ]);

    idp.people.set(member.subject, { email: 'someone.else@example.com', email_verified: false });
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe('/');
    const { rows } = await account.pool.query(
      `select actor_id, object_id, after from audit_log where holder_id = $1 and action = 'single_sign_on.sign_in'`,
      [company.holderId],
    );
    expect(rows).toEqual(
      [1, 2].map(() => ({
        actor_id: member.personId,
        object_id: member.personId,
        after: { browser: expect.any(String) },
      })),
    );
  });

  it('shows the session with the account’s name in the person’s own list, where it can be ended', async () => {
    const company = await newCompany();
    await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    await signIn(browser, { email: member.email }, member.subject);
    const listed = (await member.own.get('/sessions')).json().data;
    const opened = listed.find((one: { single_sign_on: object | null }) => one.single_sign_on !== null);
    expect(opened).toMatchObject({ current: false, single_sign_on: { account: 'Bolt Bistro', issuer: idp.issuer } });
    expectDone(await member.own.call('DELETE', `/sessions/${opened.id}`));
    expect((await browser.get('/session')).statusCode).toBe(401);
  });

  it('ends with signing out, with a new password and with the person’s other sessions', async () => {
    const company = await newCompany();
    await setUp(company);
    const member = await newMember(company);
    const [first, second, third] = [browserOf(), browserOf(), browserOf()];
    for (const browser of [first, second, third]) await signIn(browser, { email: member.email }, member.subject);
    const stolen = first.cookie();
    expectDone(await first.call('DELETE', '/session'));
    const again = await account.app.inject({ url: '/api/v1/session', headers: { cookie: stolen } });
    expect(again.statusCode).toBe(401);
    expectDone(await member.own.call('DELETE', '/sessions'));
    expect((await second.get('/session')).statusCode).toBe(401);
    await signIn(third, { email: member.email }, member.subject);
    const change = { current_password: password, new_password: 'a whole new password' };
    expectDone(await member.own.post('/profile/password', change));
    expect((await third.get('/session')).statusCode).toBe(401);
  });

  it('reads the address from userinfo where the ID token has none', async () => {
    const thin = await createSignInProvider({ claimsIn: 'userinfo' });
    try {
      const company = await newCompany();
      const { redirectUri } = await setUp(company, { issuer: thin.issuer });
      thin.allow(redirectUri);
      const member = await newMember(company);
      thin.people.set(member.subject, { email: member.email, email_verified: true });
      expect(await signIn(browserOf(), { email: member.email }, member.subject)).toBe('/');
    } finally {
      await thin.close();
    }
  });

  it.each([
    ['an address that the provider does not vouch for', { email_verified: false }, 'email'],
    ['one that it vouches for in words', { email_verified: 'true' }, 'email'],
    ['someone else’s address', { email: 'stranger@example.com' }, 'no_member'],
    ['an address of nobody', { email: undefined }, 'email'],
  ])('refuses %s, and opens no account', async (_, over, reason) => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const { subject } = await newMember(company, over);
    const before = await account.pool.query('select count(*) from people');
    const browser = browserOf();
    expect(await signIn(browser, { provider: start }, subject)).toBe(failed(reason));
    expect((await browser.get('/session')).statusCode).toBe(401);
    expect((await account.pool.query('select count(*) from people')).rows).toEqual(before.rows);
  });

  it('refuses a member whose own address is not confirmed', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    await account.pool.query('update people set email_verified = false where id = $1', [member.personId]);
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe(failed('no_member'));
  });

  it('refuses a second subject with a member’s address, until the member has left and come back', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe('/');
    const other = randomUUID();
    idp.people.set(other, { email: member.email, email_verified: true });
    expect(await signIn(browserOf(), { provider: start }, other)).toBe(failed('other_identity'));
    await leave(company.holderId, member.personId);
    expect(await signIn(browserOf(), { provider: start }, other)).toBe(failed('no_member'));
    await join(company.holderId, member.personId, 'viewer');
    expect(await signIn(browserOf(), { provider: start }, other)).toBe('/');
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe(failed('other_identity'));
  });

  it('lets a removed member in no more, and ends their sessions', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    expect(await signIn(browser, { provider: start }, member.subject)).toBe('/');
    await leave(company.holderId, member.personId);
    expect((await browser.get('/session')).statusCode).toBe(401);
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe(failed('no_member'));
  });

  it('says what the provider refused, without its words', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const browser = browserOf();
    const back = await createProviderBrowser('x').follow(await begin(browser, { provider: start }), 'cancels');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(await comeBack(browser, back)).toBe(failed('denied'));
    const address = new URL(await begin(browser, { provider: start }));
    const state = address.searchParams.get('state') ?? '';
    const error = new URL(`${address.searchParams.get('redirect_uri')}?state=${state}&error=%3Cscript%3E`);
    expect(await comeBack(browser, error)).toBe(failed('failed'));
  });
});

describe('what a provider answers', () => {
  const bends: [string, Parameters<TestProvider['bend']>[0]][] = [
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://login.example.com' })],
    ['that has expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['without a subject', ({ sub: _, ...claims }) => claims],
    ['with a subject that is too long', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
  ];
  it.each(bends)('is refused in an ID token %s', async (_, bend) => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    idp.bend(bend);
    try {
      expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe(failed('failed'));
    } finally {
      idp.bend(undefined);
    }
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe('/');
  });

  it('is taken once, in the browser that asked, whatever comes at once', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    const back = await createProviderBrowser(member.subject).follow(await begin(browser, { provider: start }));
    expect(await comeBack(browserOf(), back)).toBe(failed('expired'));
    const other = browserOf();
    await begin(other, { provider: start });
    expect(await comeBack(other, back)).toBe(failed('expired'));
    const wrongState = new URL(back);
    wrongState.searchParams.set('state', 'another');
    const cookie = browser.cookie();
    const call = (url: URL) =>
      account.app.inject({ url: `/api/v1${pathOf(url)}`, headers: { cookie }, remoteAddress: '203.0.113.9' });
    expect((await call(wrongState)).headers.location).toBe(failed('expired'));
    const answers = await Promise.all([call(back), call(back), call(back)]);
    expect(answers.map(({ headers }) => headers.location).sort()).toEqual(['/', failed('expired'), failed('expired')]);
    expect((await call(back)).headers.location).toBe(failed('expired'));
  });

  it('is refused after ten minutes', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    const back = await createProviderBrowser(member.subject).follow(await begin(browser, { provider: start }));
    await account.pool.query('update provider_sign_ins set expires_at = now()');
    expect(await comeBack(browser, back)).toBe(failed('expired'));
  });

  it('is taken at the account alone that asked', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    const { start } = await setUp(company);
    const { redirectUri } = await setUp(other);
    const member = await newMember(company);
    const browser = browserOf();
    const back = await createProviderBrowser(member.subject).follow(await begin(browser, { provider: start }));
    expect(await comeBack(browser, new URL(`${redirectUri}${back.search}`))).toBe(failed('expired'));
    expect(await comeBack(browser, back)).toBe(failed('expired'));
  });

  it('is found by a process that was started meanwhile', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const member = await newMember(company);
    const browser = browserOf();
    const back = await createProviderBrowser(member.subject).follow(await begin(browser, { provider: start }));
    const { createServer } = await import('../../src/app/server.ts');
    const { pino } = await import('pino');
    const next = await createServer({
      pool: account.pool,
      publicUrl: 'http://localhost:8080',
      secrets: account.secrets,
      logger: pino({ level: 'silent' }) as never,
      trustProxy: false,
      webhooks,
    });
    try {
      const url = `/api/v1${pathOf(back)}`;
      const answer = await next.app.inject({ url, headers: { cookie: browser.cookie() } });
      expect(answer.headers.location).toBe('/');
    } finally {
      await next.app.close();
    }
  });

  it('leaves nothing in the database or the log that a stranger could use', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const browser = browserOf();
    const address = new URL(await begin(browser, { provider: start }));
    const { rows } = await account.pool.query('select * from provider_sign_ins');
    const cookie = browser.jar.get('sluice_provider_sign_in') ?? '';
    expect(cookie).toMatch(/^\w{20,}$/);
    const secrets = [cookie, address.searchParams.get('state'), address.searchParams.get('nonce'), clientSecret];
    const stored = inspect([rows, (await account.pool.query('select * from sign_in_providers')).rows]);
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
      expect(account.lines.join('')).not.toContain(secret);
    }
  });
});

describe('starting by an address', () => {
  it('is one answer for an unknown address, one without a provider, and one with several', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    const member = await newMember(company);
    const refused = async (email: string) =>
      expectRefused(await browserOf().post('/session/provider', { email }), 422, 'no_single_sign_on');
    await refused('nobody@example.com');
    await refused(member.email);
    await setUp(company);
    await begin(browserOf(), { email: member.email });
    await join(other.holderId, member.personId, 'viewer');
    await setUp(other);
    await refused(member.email);
    expectRefused(await browserOf().post('/session/provider', { provider: 'x'.repeat(24) }), 422, 'no_single_sign_on');
  });

  it('goes on to no other site', async () => {
    const company = await newCompany();
    await setUp(company);
    const member = await newMember(company);
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1'])
      expect(await signIn(browserOf(), { email: member.email, next }, member.subject)).toBe('/');
  });

  it('is limited by network', async () => {
    const browser = browserOf();
    const ask = () => browser.post('/session/provider', { email: 'nobody@example.com' });
    for (let n = 0; n < 60; n += 1) expect((await ask()).statusCode).toBe(422);
    expectRefused(await ask(), 429, 'too_many_attempts');
  });

  it('sends PKCE, a state and a nonce to the provider, and the exact address to come back to', async () => {
    const company = await newCompany();
    const { start, redirectUri } = await setUp(company);
    const { searchParams } = new URL(await begin(browserOf(), { provider: start }));
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `http://localhost:8080/api/v1/session/provider/${company.holderId}/callback`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(searchParams.get('redirect_uri')).toBe(redirectUri);
  });
});

describe('a second factor', () => {
  it('is asked for after the provider, unless the provider asks for one itself', async () => {
    const company = await newCompany();
    const { start } = await setUp(company, { second_factor: false });
    const member = await newMember(company);
    const secret = await turnOn(member.own);
    const browser = browserOf();
    expect(await signIn(browser, { provider: start, next: '/profile' }, member.subject)).toBe(
      '/sign-in?step=code&next=%2Fprofile',
    );
    expect((await browser.get('/session')).statusCode).toBe(401);
    expectRefused(await browser.post('/session/second-factor', { code: '000000' }), 422, 'wrong_code', ['code']);
    expectDone(await browser.post('/session/second-factor', { code: authenticatorCode(secret, 1) }), {
      state: 'signed_in',
    });
    expect((await browser.get('/session')).json().data.single_sign_on).toMatchObject({ second_factor: false });
    await setUp(company, { second_factor: true });
    expect(await signIn(browserOf(), { provider: start }, member.subject)).toBe('/');
  });

  it('is confirmed by the provider for what needs a fresh code', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    idp.people.set(company.personId, { email: company.email, email_verified: true });
    const browser = browserOf();
    expect(await signIn(browser, { provider: start }, company.personId)).toBe('/');
    const revoke = () =>
      browser.call('DELETE', '/single-sign-on', undefined, { ...ownPage, 'sluice-holder': String(company.holderId) });
    expectRefused(await revoke(), 403, 'second_factor_required');
    const address = (await browser.post('/session/provider/fresh', {})).json().data.address;
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const back = await createProviderBrowser(company.personId).follow(address);
    expect(await comeBack(browser, back)).toBe('/confirmed');
    expect((await browser.get('/session')).json().data.person.fresh_at).toEqual(expect.any(String));
    expect((await revoke()).statusCode).toBe(200);
    expect((await browser.get('/session')).statusCode).toBe(401);
  });

  it('is not confirmed by someone else, an earlier sign-in, another session, or where the provider does not count', async () => {
    const company = await newCompany();
    const { start } = await setUp(company);
    const [member, other] = [await newMember(company), await newMember(company)];
    const browser = browserOf();
    await signIn(browserOf(), { provider: start }, other.subject);
    await signIn(browser, { provider: start }, member.subject);
    const confirm = async (subject: string, at: Browser = browser) => {
      const { address } = (await browser.post('/session/provider/fresh', {})).json().data;
      const back = await createProviderBrowser(subject).follow(address);
      if (at !== browser) at.jar.set('sluice_provider_sign_in', browser.jar.get('sluice_provider_sign_in') ?? '');
      return comeBack(at, back);
    };
    expect(await confirm(other.subject)).toBe('/confirmed?failed=other_identity');
    const second = browserOf();
    await signIn(second, { provider: start }, member.subject);
    expect(await confirm(member.subject, second)).toBe('/confirmed?failed=expired');
    idp.bend((claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 120 }));
    expect(await confirm(member.subject)).toBe('/confirmed?failed=not_confirmed');
    idp.bend(({ auth_time: _, ...claims }) => claims);
    expect(await confirm(member.subject)).toBe('/confirmed?failed=not_confirmed');
    idp.bend(undefined);
    expect((await browser.get('/session')).json().data.person.fresh_at).toBeNull();
    expect(await confirm(member.subject)).toBe('/confirmed');
    await setUp(company, { second_factor: false });
    expect((await browser.get('/session')).json().data.person.fresh_at).toBeNull();
    expectRefused(await browser.post('/session/provider/fresh', {}), 409, 'invalid_state');
    expectRefused(await member.own.post('/session/provider/fresh', {}), 409, 'invalid_state');
  });
});

/** Turns two-step sign-in on. @returns the authenticator's secret. */
async function turnOn(browser: Browser): Promise<string> {
  const { secret } = (await browser.post('/second-factor', { password })).json().data;
  const answer = await browser.post('/second-factor/confirmation', { code: authenticatorCode(secret, 0) });
  expect(answer.statusCode).toBe(200);
  return secret;
}
