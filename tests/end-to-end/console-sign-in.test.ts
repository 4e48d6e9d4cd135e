/** The console's API without a session: signing up and in, mailed links, and what a stranger learns from them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import {
  createConsoleBrowser,
  expectDone,
  expectRefused,
  newPerson,
  ownPage,
  told,
} from '../fixtures/console-browser.ts';
import { shell } from '../support/actors.ts';

let account: TestAccount;
/** Signed up and confirmed; no test signs in as her too often. */
const known = 'known@example.com';

beforeAll(async () => {
  account = await createTestAccount();
  await newPerson(account, known);
});
afterAll(() => account.close());

/** Each from a network of its own, so that no test fills the window of another's address. */
let count = 0;
const stranger = () => {
  count += 1;
  return createConsoleBrowser(account.app, `198.51.${count}.7`);
};

const signedIn = { state: 'signed_in' };

/** Every route that needs no session, with a body that it reads. */
const routes: [string, Record<string, string>][] = [
  ['/session', { email: known, password: 'wrong one' }],
  ['/session/second-factor', { code: '000000' }],
  ['/sign-ups', { name: 'Ada', email: known, password }],
  ['/sign-ups/confirmations', { token: 'x', password }],
  ['/sign-ups/reminders', { email: known }],
  ['/password-resets', { email: known }],
  ['/password-resets/confirmations', { token: 'x', password }],
  ['/limit-lifts', { email: known }],
  ['/limit-lifts/confirmations', { token: 'x' }],
  ['/mailed-links', { kind: 'sign_up', token: 'x' }],
];

describe('a sign-up', () => {
  it('becomes an account by the mailed link and the password that was chosen', async () => {
    const email = 'new@example.com';
    const browser = stranger();
    expectDone(await browser.post('/sign-ups', { name: ' New Person ', email: ` ${email.toUpperCase()}`, password }));
    expect(await browser.person()).toBeUndefined();
    expectRefused(await browser.signIn(email), 401, 'sign_in_refused');
    await account.deliver();
    const first = await account.linkToken(email);
    expectDone(await browser.post('/sign-ups/reminders', { email }));
    await account.deliver();
    const token = await account.linkToken(email);
    const confirm = (body: { token: string; password: string }) => browser.post('/sign-ups/confirmations', body);
    expectRefused(await confirm({ token: first, password }), 410, 'link_expired');
    expectRefused(await confirm({ token, password: 'another one' }), 422, 'wrong_password', ['password']);
    expectDone(await browser.post('/mailed-links', { kind: 'sign_up', token }), { open: true });
    expectDone(await browser.post('/mailed-links', { kind: 'password_reset', token }), { open: false });
    expectDone(await confirm({ token, password }), signedIn);
    expect(await browser.person()).toMatchObject({ name: 'New Person', email });
    expectRefused(await confirm({ token, password }), 410, 'link_expired');
    expectDone(await browser.post('/mailed-links', { kind: 'sign_up', token }), { open: false });
  });

  it('names every field to be corrected', async () => {
    const refused = async (body: object, ...fields: string[]) =>
      expectRefused(await stranger().post('/sign-ups', body), 422, 'validation_failed', fields);
    const right = { name: 'Ada', email: 'ada@example.com', password };
    await refused({ name: ' ', email: 'ada', password: 'short' }, 'name', 'email', 'password');
    await refused({ ...right, password: 'x'.repeat(129) }, 'password');
    await refused({ ...right, name: 'x'.repeat(101) }, 'name');
    await refused({ ...right, name: 'A\u0000da', email: 7 }, 'name', 'email');
    await refused({}, 'name', 'email', 'password');
    await refused({ ...right, password: 'x'.repeat(513) }, 'password');
  });
});

describe('signing in', () => {
  it('sets the session’s cookies, and answers with nothing else', async () => {
    const browser = stranger();
    const answer = await browser.signIn(` ${known} `);
    expectDone(answer, signedIn);
    const cookies = answer.headers['set-cookie'];
    expect([cookies].flat().map((one) => String(one).split('=', 1)[0])).toEqual([
      'sluice_session',
      'sluice_session_only',
      'sluice.known_browser',
    ]);
    for (const cookie of [cookies].flat()) expect(cookie).toMatch(/HttpOnly/i);
    expect(await browser.person()).toMatchObject({ email: known });
  });

  it('is throttled after twenty wrong passwords, the right one too, until the mailed link was used', async () => {
    const email = 'locked-out@example.com';
    await newPerson(account, email);
    const browser = stranger();
    for (let n = 0; n < 20; n += 1) expectRefused(await browser.signIn(email, 'wrong one'), 401, 'sign_in_refused');
    expectRefused(await browser.signIn(email), 429, 'too_many_attempts');
    expectDone(await browser.post('/limit-lifts', { email }));
    await account.deliver();
    const token = await account.linkToken(email);
    expectDone(await browser.post('/mailed-links', { kind: 'limit_lift', token }), { open: true });
    const lifted = await browser.post('/limit-lifts/confirmations', { token });
    expectDone(lifted);
    expect(await browser.person()).toBeUndefined();
    expectRefused(await browser.post('/limit-lifts/confirmations', { token }), 410, 'link_expired');
    expectDone(await browser.signIn(email), signedIn);
  });
});

describe('a password reset', () => {
  it('sets the password by the mailed link, once, and ends every session', async () => {
    const email = 'forgetful@example.com';
    const elsewhere = await newPerson(account, email);
    const browser = stranger();
    expectDone(await browser.post('/password-resets', { email }));
    await account.deliver();
    const token = await account.linkToken(email);
    const choose = (word: string) => browser.post('/password-resets/confirmations', { token, password: word });
    expectRefused(await choose('short'), 422, 'validation_failed', ['password']);
    expectDone(await browser.post('/mailed-links', { kind: 'password_reset', token }), { open: true });
    expect(await elsewhere.person()).toMatchObject({ email });
    expectDone(await choose('a new password'));
    expectRefused(await elsewhere.get('/session'), 401, 'signed_out');
    expect(await browser.person()).toBeUndefined();
    expectRefused(await choose('a new password'), 410, 'link_expired');
    expectRefused(await browser.signIn(email), 401, 'sign_in_refused');
    expectDone(await browser.signIn(email, 'a new password'), signedIn);
  });

  it('is refused by a link that is too old', async () => {
    expectDone(await stranger().post('/password-resets', { email: known }));
    await account.deliver();
    const token = await account.linkToken(known);
    await account.pool.query(`update verifications set expires_at = now() - interval '1 second'`);
    expectDone(await stranger().post('/mailed-links', { kind: 'password_reset', token }), { open: false });
    const answer = await stranger().post('/password-resets/confirmations', { token, password: 'a new password' });
    expectRefused(answer, 410, 'link_expired');
  });
});

describe('a stranger', () => {
  it.each([
    ['/session', { password: 'wrong one' }],
    ['/sign-ups', { name: 'Eve', password: 'another password' }],
    ['/sign-ups/reminders', {}],
    ['/password-resets', {}],
    ['/limit-lifts', {}],
  ])('does not learn from %s whether there is an account, throttled or not', async (path, body) => {
    const [one, two] = [stranger(), stranger()];
    const taken = `taken-${count}@example.com`;
    await account.people.signUp(shell, { name: 'Ada', email: taken, password, emailVerified: true });
    const seen = new Set<number>();
    for (let n = 0; n < 22; n += 1) {
      const answers = [
        await one.post(path, { ...body, email: taken }),
        await two.post(path, { ...body, email: `free-${count}@example.com` }),
      ] as const;
      expect(told(answers[1])).toEqual(told(answers[0]));
      seen.add(answers[0].statusCode);
      if (answers[0].statusCode === 429) break;
    }
    expect([...seen]).toEqual([path === '/session' ? 401 : 200, 429]);
    if (path !== '/session')
      expectRefused(await stranger().post(path, { ...body, email: 'nobody' }), 422, 'validation_failed', ['email']);
  });
});

describe.each(routes)('POST %s', (path, body) => {
  it('is taken from our own pages only, and as JSON only', async () => {
    const send = (headers: Record<string, string>, payload?: string) =>
      account.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    const json = { 'content-type': 'application/json' };
    const text = JSON.stringify(body);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      expectRefused(await send({ ...json, ...headers } as Record<string, string>, text), 403, 'forbidden');
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expectRefused(await send({ ...ownPage, 'content-type': type }, text), 415, 'unsupported_media_type');
    }
    expectRefused(await send(ownPage), 400, 'malformed_json');
    expectRefused(await send({ ...ownPage, ...json }, '{'), 400, 'malformed_json');
    expectRefused(await send({ ...ownPage, ...json }, '{}'), 422, 'validation_failed', Object.keys(body));
  });

  it('takes no text that cannot be stored, and no other kind of value', async () => {
    for (const value of ['a\u0000b', '\ud800', 'x'.repeat(513), 7, [], {}, true]) {
      for (const field of Object.keys(body)) {
        expectRefused(await stranger().post(path, { ...body, [field]: value }), 422, 'validation_failed', [field]);
      }
    }
  });
});

it('nothing that was sent is logged', () => {
  const logged = account.lines.join('\n');
  for (const text of [known, password, 'wrong one', 'a new password']) expect(logged).not.toContain(text);
});

describe('the mailbox of development', () => {
  it('lists mails and shows each, with its link to follow', async () => {
    const { email } = await account.newCustomer();
    const list = await account.app.inject({ url: '/dev/mail' });
    // What was sent to others may arrive meanwhile: some mails are written after the answer.
    const own = list.body.split('<li>').find((row) => row.includes(`to ${email}<`)) ?? '';
    const path = /href="(\/dev\/mail\/\d+)"/.exec(own)?.[1] ?? '';
    const mail = await account.app.inject({ url: path });
    expect(mail.body).toMatch(/<a href="http:\/\/localhost:8080\/confirm\/[0-9A-Za-z]+">/);
    expect(mail.headers['content-security-policy']).toContain("default-src 'none'");
    for (const [, file] of mail.body.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)) {
      expect((await account.app.inject({ url: file as string })).headers['content-type']).toMatch(/^text\/css/);
    }
    for (const id of ['0', 'x', '99999999999999999999']) {
      expect((await account.app.inject({ url: `/dev/mail/${id}` })).statusCode).toBe(404);
    }
  });
});
