/** The console's API of a person's own account: profile, password, sessions, second factor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import {
  type ConsoleBrowser,
  createConsoleBrowser,
  expectDone,
  expectRefused,
  newPerson,
  ownPage,
} from '../fixtures/console-browser.ts';
import { authenticatorCode } from '../fixtures/people.ts';

let account: TestAccount;
let count = 0;
let email: string;

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.close());

const signedIn = { state: 'signed_in' };
const codeNext = { state: 'second_factor' };

function newOne(): Promise<ConsoleBrowser> {
  count += 1;
  email = `own${count}@example.com`;
  return newPerson(account, email);
}

/** A second browser of the same person. */
async function elsewhere(): Promise<ConsoleBrowser> {
  const browser = createConsoleBrowser(account.app);
  expectDone(await browser.signIn(email), signedIn);
  return browser;
}

/** Turns the second factor on, as a dashboard does. Uses up the current code of the authenticator, not the next one. */
async function enrol(browser: ConsoleBrowser) {
  const begun = await browser.post('/second-factor', { password });
  expect(begun.statusCode).toBe(200);
  const { secret, uri } = begun.json().data;
  const on = await browser.post('/second-factor/confirmation', { code: authenticatorCode(secret, 0) });
  expect(on.statusCode).toBe(200);
  return { secret, uri, begun, recoveryCodes: on.json().data.recovery_codes as string[] };
}

/** A browser whose password was right and whose code is awaited. */
async function halfway(): Promise<ConsoleBrowser> {
  const browser = createConsoleBrowser(account.app);
  expectDone(await browser.signIn(email), codeNext);
  return browser;
}

const query = (text: string) => account.pool.query(`${text} where email = $1`, [email]);
/** A day later, as far as the second factor is concerned. */
const grow = () => query(`update people set second_factor_at = now() - interval '24 hours'`);

describe('a profile', () => {
  it('has a name, which is changed', async () => {
    const browser = await newOne();
    expectDone(await browser.call('PATCH', '/profile', { name: '  Grace Hopper ' }));
    expect(await browser.person()).toMatchObject({ name: 'Grace Hopper' });
    for (const name of [' ', 'x'.repeat(101), 'A\u0000', 7]) {
      expectRefused(await browser.call('PATCH', '/profile', { name }), 422, 'validation_failed', ['name']);
    }
    expect(await browser.person()).toMatchObject({ name: 'Grace Hopper' });
  });

  it('has a password, whose change ends the other sessions', async () => {
    const browser = await newOne();
    const other = await elsewhere();
    const change = (current_password: string, new_password: string) =>
      browser.post('/profile/password', { current_password, new_password });
    expectRefused(await change('wrong one', 'a new password'), 422, 'wrong_password', ['current_password']);
    expectRefused(await change(password, 'short'), 422, 'validation_failed', ['new_password']);
    expectRefused(await change(password, 'x'.repeat(129)), 422, 'validation_failed', ['new_password']);
    expect(await other.person()).toMatchObject({ email });
    expectDone(await change(password, 'a new password'));
    expect(await browser.person()).toMatchObject({ email });
    expectRefused(await other.get('/session'), 401, 'signed_out');
    expectRefused(await createConsoleBrowser(account.app).signIn(email), 401, 'sign_in_refused');
    for (let n = 0; n < 19; n += 1) await change('wrong one', 'a new password');
    expectRefused(await change('a new password', password), 429, 'too_many_attempts');
  });
});

describe('sessions', () => {
  it('are listed without their tokens, and ended one by one or all but this one', async () => {
    const browser = await newOne();
    const [second, third] = [await elsewhere(), await elsewhere()];
    const listed = await browser.get('/sessions');
    const rows: { id: string; current: boolean }[] = listed.json().data;
    expect(rows.map(({ current }) => current)).toEqual([false, false, true]);
    expect(rows[0]).toEqual({
      single_sign_on: null,
      id: expect.any(String),
      current: false,
      address: '127.0.0.1',
      user_agent: expect.any(String),
      created_at: expect.any(String),
    });
    for (const one of [browser, second, third]) {
      const token = decodeURIComponent(one.jar.get('sluice_session') ?? '').split('.', 1)[0] ?? '';
      expect(token.length).toBeGreaterThan(20);
      expect(listed.body).not.toContain(token);
    }
    expectDone(await browser.call('DELETE', `/sessions/${rows[0]?.id}`));
    expect([await second.person(), await third.person()].filter((one) => one === undefined)).toHaveLength(1);
    expectRefused(await browser.call('DELETE', `/sessions/${rows[0]?.id}`), 404, 'not_found');
    expectDone(await browser.call('DELETE', '/sessions'));
    expect([await second.person(), await third.person()]).toEqual([undefined, undefined]);
    expect((await browser.get('/sessions')).json().data).toMatchObject([{ current: true }]);
  });

  it('of another person are nowhere', async () => {
    const victim = await newOne();
    const { id } = (await victim.get('/sessions')).json().data[0];
    const thief = await newOne();
    expectRefused(await thief.call('DELETE', `/sessions/${id}`), 404, 'not_found');
    expectRefused(await thief.call('DELETE', '/sessions/%00'), 404, 'not_found');
    expectDone(await thief.call('DELETE', '/sessions'));
    expect(await victim.person()).toBeDefined();
  });
});

describe('a second factor', () => {
  it('is turned on with a first code, and then asked for at every sign-in', async () => {
    const browser = await newOne();
    const other = await elsewhere();
    expectRefused(await browser.post('/second-factor', { password: 'wrong one' }), 422, 'wrong_password', ['password']);
    expectRefused(await browser.post('/second-factor/confirmation', { code: '000000' }), 409, 'invalid_state');
    const { secret, uri, begun, recoveryCodes } = await enrol(browser);
    expect(uri).toContain(`secret=${secret}`);
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^[3479acdefhjkmnprtwxy]{4}(-[3479acdefhjkmnprtwxy]{4}){2}$/);
      expect(begun.body).not.toContain(code);
    }
    expect(recoveryCodes).toHaveLength(10);
    expect(await browser.person()).toMatchObject({ second_factor: true, fresh_at: expect.any(String) });
    expectRefused(await other.get('/session'), 401, 'signed_out');
    expectRefused(await browser.post('/second-factor', { password }), 409, 'invalid_state');
    expect((await browser.get('/session')).body + (await browser.get('/sessions')).body).not.toContain(secret);

    const left = await browser.call('DELETE', '/session');
    expectDone(left);
    const next = await halfway();
    expectRefused(await next.get('/session'), 401, 'signed_out');
    expectRefused(await next.get('/sessions'), 401, 'signed_out');
    expectRefused(await next.post('/session/second-factor', { code: '000000' }), 422, 'wrong_code', ['code']);
    const code = authenticatorCode(secret);
    expectDone(await next.post('/session/second-factor', { code }), signedIn);
    expect(await next.person()).toMatchObject({ email, second_factor: true });
    expectRefused(await next.post('/session/second-factor', { code }), 401, 'sign_in_expired');
    expectRefused(await (await halfway()).post('/session/second-factor', { code }), 422, 'wrong_code', ['code']);
    const byHand = (recoveryCodes[0] ?? '').toUpperCase();
    expectDone(await (await halfway()).post('/session/second-factor', { code: byHand }), signedIn);
  });

  it('is not guessed: a sign-in ends after five codes, and ten attempts are all that strange browsers have together', async () => {
    const { secret } = await enrol(await newOne());
    const wrong = (times: number): string[] => Array(times).fill('wrong_code');
    for (const [n, expected] of [
      [0, [...wrong(5), 'sign_in_expired']],
      [1, [...wrong(4), 'too_many_attempts', 'too_many_attempts']],
    ]) {
      const browser = await halfway();
      const codes: string[] = [];
      for (let m = 0; m < 6; m += 1) {
        const answer = await browser.post('/session/second-factor', { code: `0000${n}${m}` });
        codes.push(answer.json().error.code);
      }
      expect(codes).toEqual(expected);
    }
    const answer = await (await halfway()).post('/session/second-factor', { code: authenticatorCode(secret) });
    expectRefused(answer, 429, 'too_many_attempts');
  });

  it('is turned off, and its recovery codes replaced, with password and code', async () => {
    const browser = await newOne();
    const { secret, recoveryCodes } = await enrol(browser);
    const off = (proof: object) => browser.call('DELETE', '/second-factor', proof);
    const renew = (proof: object) => browser.post('/second-factor/recovery-codes', proof);
    for (const act of [off, renew]) {
      for (const proof of [
        { password: 'wrong one', code: authenticatorCode(secret) },
        { password, code: '000000' },
      ]) {
        expectRefused(await act(proof), 422, 'wrong_password_or_code', ['password', 'code']);
      }
      expectRefused(await act({ password }), 422, 'validation_failed', ['code']);
    }
    const renewed = await renew({ password, code: authenticatorCode(secret) });
    const codes: string[] = renewed.json().data.recovery_codes;
    expect([renewed.statusCode, codes.length, codes.some((code) => recoveryCodes.includes(code))]).toEqual([
      200,
      10,
      false,
    ]);
    expectRefused(await off({ password, code: recoveryCodes[0] }), 422, 'wrong_password_or_code', ['password', 'code']);
    expectDone(await off({ password, code: codes[0] }));
    expect(await browser.person()).toMatchObject({ second_factor: false });
    for (const act of [off, renew]) expectRefused(await act({ password, code: codes[1] }), 409, 'invalid_state');
    await elsewhere();
  });

  it('is passed again in a session under way, once it is a day old', async () => {
    const browser = await newOne();
    const again = (code: string) => browser.post('/session/fresh', { code });
    expectRefused(await again('000000'), 409, 'invalid_state');
    expect(await browser.person()).toMatchObject({ fresh_codes_from: null });
    await query(`update people set created_at = now() - interval '24 hours'`);
    expect(await browser.person()).toMatchObject({ fresh_codes_from: expect.any(String) });
    const { secret, recoveryCodes } = await enrol(browser);
    expectRefused(await again(authenticatorCode(secret)), 403, 'second_factor_too_new');
    await grow();
    expect(await browser.person()).toMatchObject({ fresh_at: null });
    expectRefused(await again('000000'), 422, 'wrong_code', ['code']);
    expect(await browser.person()).toMatchObject({ fresh_at: null });
    expectDone(await again(authenticatorCode(secret)));
    const { fresh_at: freshAt } = (await browser.person()) ?? {};
    expect(freshAt).toEqual(expect.any(String));
    expectDone(await again(recoveryCodes[0] ?? ''));
    expect(String((await browser.person())?.fresh_at) > String(freshAt)).toBe(true);
    for (let n = 0; n < 20; n += 1) await again('000000');
    expectRefused(await again(authenticatorCode(secret)), 429, 'too_many_attempts');
    expectDone(await again(recoveryCodes[1] ?? ''));
  });
});

describe('every route of a person', () => {
  const routes = [
    ['PATCH', '/profile', { name: 'Mallory' }],
    ['POST', '/profile/password', { current_password: password, new_password: 'a new password' }],
    ['DELETE', '/sessions', undefined],
    ['DELETE', '/sessions/x', undefined],
    ['POST', '/second-factor', { password }],
    ['POST', '/second-factor/confirmation', { code: '000000' }],
    ['DELETE', '/second-factor', { password, code: '000000' }],
    ['POST', '/second-factor/recovery-codes', { password, code: '000000' }],
    ['POST', '/session/fresh', { code: '000000' }],
  ] as const;

  it('is nobody’s without a session, nor another site’s with one', async () => {
    const browser = await newOne();
    for (const [method, path, body] of routes) {
      const nobody = createConsoleBrowser(account.app);
      expectRefused(await nobody.call(method, path, body), 401, 'signed_out');
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
        expectRefused(await browser.call(method, path, body, headers), 403, 'forbidden');
      }
    }
    expectRefused(await createConsoleBrowser(account.app).get('/sessions'), 401, 'signed_out');
    expect(await browser.person()).toMatchObject({ name: 'Ada Lovelace', second_factor: false });
  });

  it('has a language, which is one of those there are', async () => {
    const browser = await newOne();
    expect((await browser.call('PATCH', '/profile', { language: 'el' })).statusCode).toBe(200);
    expect(await browser.person()).toMatchObject({ name: 'Ada Lovelace', language: 'el' });
    expectRefused(await browser.call('PATCH', '/profile', { language: 'xx' }), 422, 'validation_failed', ['language']);
    expect(await browser.person()).toMatchObject({ language: 'el' });
  });

  it('that takes a body takes JSON with every field as text', async () => {
    const browser = await newOne();
    for (const [method, path, body] of routes) {
      if (body === undefined) continue;
      const fields = Object.keys(body);
      const form = { ...ownPage, 'content-type': 'text/plain' };
      expectRefused(await browser.call(method, path, body, form), 415, 'unsupported_media_type');
      expectRefused(await browser.call(method, path, undefined), 400, 'malformed_json');
      expectRefused(await browser.call(method, path, {}), 422, 'validation_failed', fields);
      for (const value of ['a\u0000b', 'x'.repeat(513), 7, [], {}]) {
        const wrong = Object.fromEntries(fields.map((field) => [field, value]));
        expectRefused(await browser.call(method, path, wrong), 422, 'validation_failed', fields);
      }
    }
  });
});

it('no session, secret or code that was shown once stands in the log', async () => {
  const browser = await newOne();
  const { secret, recoveryCodes } = await enrol(browser);
  const logged = account.lines.join('\n');
  for (const text of [secret, password, email, ...recoveryCodes, browser.jar.get('sluice_session') ?? 'none']) {
    expect(logged).not.toContain(text);
  }
});
