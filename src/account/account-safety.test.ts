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
  const own = ['/test', '/live', '/test/payments', '/test/top-up', '/live/top-up', '/companies', '/profile/bank'];
  const card = { amount: '5.00', currency: 'EUR', card_number: '4242 4242 4242 4242', key: 'x'.repeat(16) };

  it('runs no script of its own, loads nothing foreign, is not kept and cannot be framed', async () => {
    const { browser } = await account.newCustomer();
    for (const path of [...own, '/nothing-here']) {
      const { statusCode, headers, body } = await browser.open(`${accountPath}${path}`);
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
    for (const path of [...own, '']) {
      const { statusCode, headers } = await account.browser().open(`${accountPath}${path}`);
      expect([path, statusCode]).toEqual([path, 303]);
      expect(headers.location).toBe(`/sign-in?next=${encodeURIComponent(`${accountPath}${path}`)}`);
    }
  });

  it('does nothing for a form without the token of this very browser', async () => {
    const { browser, email } = await account.newCustomer();
    const { browser: thief } = await account.newCustomer('Eve');
    const stolen = /name="_csrf" value="([^"]*)"/.exec((await thief.open('/account/live')).body)?.[1] ?? '';
    for (const path of ['/sign-out', '/test/top-up', '/profile/bank', '/test/payouts']) {
      for (const _csrf of ['', 'wrong', stolen]) {
        const { statusCode } = await browser.submit(`${accountPath}${path}`, { _csrf, ...card });
        expect([path, statusCode]).toEqual([path, 403]);
      }
    }
    const { statusCode, body } = await browser.open('/account/test');
    expect([statusCode, body.includes('5.00')]).toEqual([200, false]);
    expect(email).toMatch(/@/);
  });

  it('does nothing for a form of before signing in again, nor for a token made with a planted cookie', async () => {
    const { browser, email } = await account.newCustomer();
    const tokenOn = async (who: typeof browser): Promise<string> =>
      /name="_csrf" value="([^"]*)"/.exec((await who.open('/account/test/top-up')).body)?.[1] ?? '';
    const topUp = async (_csrf: string) =>
      (await browser.submit('/account/test/top-up', { _csrf, ...card })).statusCode;
    const before = await tokenOn(browser);
    expect((await browser.submit('/account/sign-out')).headers.location).toBe('/sign-in');
    expect((await browser.open('/account/test')).statusCode).toBe(303);
    await account.signIn(browser, email);
    expect(await topUp(before)).toBe(403);

    const { browser: thief } = await account.newCustomer('Eve');
    const theirs = await tokenOn(thief);
    const planted = thief.jar.get('sluice_account');
    if (planted !== undefined) browser.jar.set('sluice_account', planted);
    expect(await topUp(theirs)).toBe(403);
    expect(await topUp(await tokenOn(browser))).toBe(303);
  });

  it('that cannot be read is a page of this place, not of a payment', async () => {
    const { browser } = await account.newCustomer();
    const answers = [
      await browser.submit('/account/test/top-up', { amount: 'x'.repeat(10_000) }),
      await browser.submit('/account/test/top-up', { amount: 'A\u0000da' }),
      await account.app.inject({ method: 'PUT', url: '/account/companies' }),
      await account.app.inject({
        method: 'POST',
        url: '/account/sign-out',
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
    const { headers } = await account.app.inject({ url: '/account/test', headers: { host: 'evil.example' } });
    expect(headers.location).toMatch(/^\/sign-in\?next=/);
    const interfaceOf = createInterfaceOf(interfaces);
    expect(accountInterface.basePaths).toEqual([accountPath]);
    expect(interfaceOf('/account/x?y')).toBe(accountInterface);
    expect(interfaceOf('/accounts')).toBe(operationsInterface);
  });
});

describe('an address of before', () => {
  it.each([
    ['/sign-in', '/sign-in'],
    ['/sign-in/code', '/sign-in'],
    ['/sign-out', '/sign-in'],
    ['/sign-up', '/sign-up'],
    ['/sign-up/sent', '/sign-up'],
    ['/resend', '/sign-up/resend'],
    ['/forgotten', '/forgotten-password'],
    ['/forgotten/sent', '/forgotten-password'],
    ['/locked-out', '/locked-out'],
    ['/locked-out/sent', '/locked-out'],
    ['/profile', '/profile'],
    ['/profile/two-step', '/profile'],
    ['/profile/sessions', '/profile'],
    ['/verify/7Gk2', '/confirm/7Gk2'],
    ['/reset/7Gk2', '/reset-password/7Gk2'],
    ['/lift/7Gk2', '/lift-limit/7Gk2'],
    ['/verify/..%2F..%2Fevil', '/confirm/..%2F..%2Fevil'],
    ['/reset/%0d%0aLocation:x', '/reset-password/%0D%0ALocation%3Ax'],
    ['/sign-up?next=/account/invitations/7Gk2', '/sign-up?next=%2Faccount%2Finvitations%2F7Gk2'],
    ['/sign-in?next=//evil.example', '/sign-in'],
    ['/sign-in?next=https://evil.example/account', '/sign-in'],
    ['/sign-in?next=/account/../x', '/sign-in'],
  ])('%s leads to its screen, %s', async (before, screen) => {
    const { statusCode, headers } = await account.browser().open(`${accountPath}${before}`);
    expect([statusCode, headers.location]).toEqual([303, screen]);
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
    const { browser } = await secure.newCustomer();
    browser.jar.delete('sluice_account');
    const { headers } = await browser.open('/account/live');
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
    expect(mail.body).toMatch(/<a href="http:\/\/localhost:8080\/confirm\/[0-9A-Za-z]+">/);
    expect(mail.headers['content-security-policy']).toContain("default-src 'none'");
    for (const id of ['0', 'x', '99999999999999999999']) {
      expect((await account.app.inject({ url: `/dev/mail/${id}` })).statusCode).toBe(404);
    }
  });
});
