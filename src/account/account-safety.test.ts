import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, password, type TestAccount } from '../../tests/worlds/account.ts';
import { createInterfaceOf } from '../http/interface.ts';
import { accountInterface } from '../interfaces/account/interface.ts';
import { interfaces } from '../interfaces/all-interfaces.ts';
import { operationsInterface } from '../interfaces/operations/interface.ts';
import { accountPath } from '../people/addresses.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.close());

describe('every page', () => {
  const open = [
    ...['/sign-up', '/sign-up/sent', '/resend', '/sign-in', '/forgotten', '/forgotten/sent'],
    ...['/locked-out', '/locked-out/sent', '/nothing-here'],
  ];
  const own = ['/test', '/live', '/test/payments', '/test/top-up', '/live/top-up', '/profile', '/profile/two-step'];

  it('runs no script of its own, loads nothing foreign, is not kept and cannot be framed', async () => {
    const { browser } = await account.newCustomer();
    for (const path of [...open, ...own, '/profile/sessions']) {
      const { statusCode, headers, body } = await (open.includes(path) ? account.browser() : browser).open(
        `${accountPath}${path}`,
      );
      expect([path, statusCode]).toEqual([path, path === '/nothing-here' ? 404 : 200]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(body).not.toMatch(/<script|style="|\son[a-z]+=|https?:\/\/(?!www\.w3\.org)/);
      expect(body.match(/<h1/g)).toHaveLength(1);
      expect(body).toContain('<html lang="en"');
      for (const [, id] of body.matchAll(/<input id="([^"]*)"/g)) expect(body).toContain(`<label for="${id}"`);
    }
  });

  it('of a signed-in person is nobody else’s', async () => {
    for (const path of [...own, '/profile/sessions', '']) {
      const { statusCode, headers } = await account.browser().open(`${accountPath}${path}`);
      expect([path, statusCode]).toEqual([path, 303]);
      expect(headers.location).toMatch(/^\/account\/sign-in\?next=/);
    }
  });

  it('does nothing for a form without the token of this very browser', async () => {
    const { browser, email } = await account.newCustomer();
    const { browser: thief } = await account.newCustomer('Eve');
    const stolen = /name="_csrf" value="([^"]*)"/.exec((await thief.open('/account/profile')).body)?.[1] ?? '';
    const forms = [
      '/sign-up',
      '/resend',
      '/sign-in',
      '/sign-in/code',
      '/sign-out',
      '/forgotten',
      '/reset/x',
      '/locked-out',
      '/lift/x',
      '/verify/x',
      '/test/top-up',
      '/profile/name',
      '/profile/password',
      '/profile/two-step/begin',
      '/profile/two-step/confirm',
      '/profile/two-step/off',
      '/profile/two-step/recovery-codes',
      '/profile/sessions/end',
      '/profile/sessions/end-others',
    ];
    for (const path of forms) {
      for (const _csrf of ['', 'wrong', stolen]) {
        const { statusCode } = await browser.submit(`${accountPath}${path}`, { _csrf, name: 'Mallory', password });
        expect([path, statusCode]).toEqual([path, 403]);
      }
    }
    const { body } = await browser.open('/account/profile');
    expect(body).toContain(email);
    expect(body).not.toContain('Mallory');
  });

  it('does nothing for a form of before signing in or out, nor for a token made with a planted cookie', async () => {
    const { browser, email } = await account.newCustomer();
    const tokenOn = async (who: typeof browser, path: string): Promise<string> =>
      /name="_csrf" value="([^"]*)"/.exec((await who.open(path)).body)?.[1] ?? '';
    const rename = async (_csrf: string) =>
      (await browser.submit('/account/profile/name', { _csrf, name: 'Mallory' })).statusCode;
    const signedIn = await tokenOn(browser, '/account/profile');
    await browser.submit('/account/sign-out');
    expect((await browser.submit('/account/sign-in', { _csrf: signedIn, email, password })).statusCode).toBe(403);
    const signedOut = await tokenOn(browser, '/account/sign-in');
    expect((await browser.submit('/account/sign-in', { email, password })).statusCode).toBe(303);
    expect([await rename(signedOut), await rename(signedIn)]).toEqual([403, 403]);

    const thief = account.browser();
    const early = await tokenOn(thief, '/account/sign-in');
    const planted = thief.jar.get('sluice_account');
    if (planted !== undefined) browser.jar.set('sluice_account', planted);
    expect(await rename(early)).toBe(403);
    expect(await rename(await tokenOn(browser, '/account/profile'))).toBe(303);
  });

  it.each(['/sign-out', '/profile/password', '/profile/two-step/begin', '/profile/sessions/end'])(
    'opened again at the address of a form, %s, leads to its page',
    async (path) => {
      const { browser } = await account.newCustomer();
      const { statusCode, headers } = await browser.open(`${accountPath}${path}`);
      expect([statusCode, String(headers.location).startsWith('/account/')]).toEqual([303, true]);
    },
  );

  it('that cannot be read is a page of this place, not of a payment', async () => {
    const { browser } = await account.newCustomer();
    const answers = [
      await browser.submit('/account/profile/name', { name: 'x'.repeat(10_000) }),
      await browser.submit('/account/profile/name', { name: 'A\u0000da' }),
      await account.app.inject({ method: 'PUT', url: '/account/sign-in' }),
      await account.app.inject({
        method: 'POST',
        url: '/account/sign-in',
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      }),
      await account.app.inject({ url: '/account/%zz' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 405, 415, 404]);
    for (const { headers, body } of answers) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('Open your account');
      expect(body).not.toMatch(/payment link|Fastify|FST_/);
    }
  });

  it('never follows the Host header, and stands where mails and errors expect it', async () => {
    const { body } = await account.app.inject({ url: '/account/sign-in', headers: { host: 'evil.example' } });
    expect(body).not.toContain('evil.example');
    const interfaceOf = createInterfaceOf(interfaces);
    expect(accountInterface.basePaths).toEqual([accountPath]);
    expect(interfaceOf('/account/x?y')).toBe(accountInterface);
    expect(interfaceOf('/accounts')).toBe(operationsInterface);
  });
});

it('logs no address, password, code or token', async () => {
  const { email } = await account.newCustomer();
  const told = account.lines.join('\n');
  expect(told).not.toContain(email);
  expect(told).not.toContain(password);
  expect(told).not.toContain(await account.linkToken(email));
});

it('has cookies that are Secure under https', async () => {
  const secure = await createTestAccount({ publicUrl: 'https://pay.example' });
  try {
    const { headers } = await secure.app.inject({ url: '/account/sign-in' });
    expect(String(headers['set-cookie'])).toMatch(/sluice_account=.*Path=\/account; HttpOnly; Secure; SameSite=Lax/);
  } finally {
    await secure.close();
  }
});

describe('the mailbox of development', () => {
  it('lists mails and shows each, with its link to follow', async () => {
    const { email } = await account.newCustomer();
    const list = await account.app.inject({ url: '/dev/mail' });
    expect(list.body).toContain(email);
    const path = /href="(\/dev\/mail\/\d+)"/.exec(list.body)?.[1] ?? '';
    const mail = await account.app.inject({ url: path });
    expect(mail.body).toMatch(/<a href="http:\/\/localhost:8080\/account\/verify\/[0-9A-Za-z]+">/);
    expect(mail.headers['content-security-policy']).toContain("default-src 'none'");
    for (const id of ['0', 'x', '99999999999999999999']) {
      expect((await account.app.inject({ url: `/dev/mail/${id}` })).statusCode).toBe(404);
    }
  });
});
