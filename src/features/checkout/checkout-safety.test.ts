import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBrowser,
  createTestCheckout,
  goodCard,
  type Made,
  type TestCheckout,
} from '../../../tests/fixtures/checkout.ts';
import { merchantBasePaths } from '../../api/shared/merchant-bases.ts';

/** Removes the only script a page may load: ours, from its own address. */
const withoutOurScript = (body: string): string =>
  body.replace(/<script src="\/pay\/api\/v1\/user\/assets\/checkout\.[0-9a-f]{16}\.js" defer><\/script>/, '');

const hostile = `<script>alert(1)</script>"'><img src=x> {{7*7}} <%= 7*7 %>`;
const form = 'application/x-www-form-urlencoded';

let checkout: TestCheckout;
let shop: bigint;
let payment: Made;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', hostile);
  payment = await checkout.makePayment(shop, { custom: hostile });
});
afterAll(() => checkout.close());

const browser = () => createBrowser(checkout.app);

describe('every page', () => {
  const policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

  it('forbids what it does not need, and is not kept', async () => {
    const customer = browser();
    const answers = [await customer.open(payment.path), await customer.open(`${payment.path}x`)];
    answers.push(await customer.submit(`${payment.path}/pay`, { ...goodCard, card_cvc: '' }));
    answers.push(await customer.submit(`${payment.path}/pay`, { _csrf: 'x' }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 404, 422, 403]);
    for (const { headers, body } of answers) {
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(withoutOurScript(body)).not.toMatch(/<script|style="|\son[a-z]+=|https?:\/\/(?!www\.w3\.org)/);
      expect(body.length).toBeLessThan(20_000);
    }
  });

  it('has one stylesheet, whose address changes with its content', async () => {
    const { body } = await browser().open(payment.path);
    const address = /href="([^"]*\.css)"/.exec(body)?.[1] ?? '';
    const { statusCode, headers, body: css } = await browser().open(address);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(css.length).toBeLessThan(20_000);
    expect(css).not.toMatch(/url\((?!"inter-[a-z-]+\.[0-9a-f]{16}\.woff2"\))|@import/);
  });

  it('escapes what merchants and customers write', async () => {
    const customer = browser();
    const pages = [await customer.open(payment.path)];
    pages.push(
      await customer.submit(`${payment.path}/pay`, { ...goodCard, card_name: hostile.slice(0, 90), card_cvc: '' }),
    );
    pages.push(await customer.submit(`${payment.path}/sign-in`, { email: hostile, password: 'x' }));
    const own = await checkout.makePayment(shop, { custom: hostile });
    await customer.pay(own, { ...goodCard, card_name: hostile.slice(0, 90) });
    pages.push(await customer.open(`${own.path}/result`));
    for (const { body, statusCode } of pages) {
      expect(statusCode).toBeLessThan(500);
      expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;');
      expect(withoutOurScript(body)).not.toMatch(/<script|<img|>49</);
    }
    expect(pages[3]?.headers.refresh).toMatch(/^2; url=https:\/\/shop\.example\/[!-~]*$/);
  });
});

describe('a form', () => {
  it('is refused without the token of this very browser, and nothing happens', async () => {
    const customer = browser();
    await customer.open(payment.path);
    const thief = browser();
    const stolen = /name="_csrf" value="([^"]*)"/.exec((await thief.open(payment.path)).body)?.[1] ?? '';
    for (const action of ['pay', 'cancel', 'sign-in', 'sign-out']) {
      for (const token of ['', 'wrong', stolen]) {
        const { statusCode, body } = await customer.submit(`${payment.path}/${action}`, { ...goodCard, _csrf: token });
        expect([action, statusCode]).toEqual([action, 403]);
        expect(body).toContain('This page is out of date');
      }
      const bare = await checkout.app.inject({
        method: 'POST',
        url: `${payment.path}/${action}`,
        headers: { 'content-type': form, 'x-csrf-token': stolen },
        payload: new URLSearchParams({ ...goodCard, _csrf: stolen }).toString(),
      });
      expect(bare.statusCode).toBe(403);
    }
    expect((await checkout.stored(payment)).status).toBe('created');
  });

  it('is refused with a cookie of another signature', async () => {
    const customer = browser();
    await customer.open(payment.path);
    const [name, cookie] = [...customer.jar][0]!;
    customer.jar.set(name, { ...cookie, value: cookie.value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
    expect((await customer.submit(`${payment.path}/pay`, goodCard)).statusCode).toBe(403);
  });

  it.each([
    ['an unknown method', { method: 'cheque' }],
    ['no method', { method: '' }],
    ['NUL', { card_name: 'A\0da' }],
    ['a control character', { card_name: 'A\u001bda' }],
    ['a line break', { card_name: 'Ada\r\nX: y' }],
    ['a huge field', { card_name: 'x'.repeat(10_000) }],
  ])('with %s is a page that says so', async (_what, change) => {
    const { statusCode, body } = await browser().pay(payment, { ...goodCard, ...change });
    expect([statusCode, body.includes('The form could not be read')]).toEqual([422, true]);
    expect((await checkout.stored(payment)).status).toBe('created');
  });

  it.each([
    ['repeated fields', 'method=card&method=wallet', 422],
    ['a broken escape', 'method=%zz%', 422],
    [
      'an encoded lone surrogate',
      'method=card&card_number=4242424242424242&card_expiry=12/39&card_cvc=123&card_name=%ED%A0%80',
      303,
    ],
    ['a prototype', '__proto__=x&constructor=y&method=z', 422],
    ['nothing', '', 422],
  ])('of %s never fails inside', async (_what, payload, status) => {
    const fresh = await checkout.makePayment(shop);
    const customer = browser();
    const csrf = /name="_csrf" value="([^"]*)"/.exec((await customer.open(fresh.path)).body)?.[1] ?? '';
    const [name, { value }] = [...customer.jar][0]!;
    const { statusCode, headers } = await checkout.app.inject({
      method: 'POST',
      url: `${fresh.path}/pay`,
      headers: { 'content-type': form, cookie: `${name}=${value}` },
      payload: `_csrf=${encodeURIComponent(csrf)}&${payload}`,
    });
    expect(statusCode).toBe(status);
    if (status !== 303) expect(headers['content-type']).toContain('text/html');
  });

  it.each([
    ['application/json', '{"method":"card"}', 415],
    ['text/plain', 'method=card', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    [form, `method=${'x'.repeat(300_000)}`, 413],
  ])('of type %s is refused as a page', async (type, payload, status) => {
    const { statusCode, headers, body } = await checkout.app.inject({
      method: 'POST',
      url: `${payment.path}/pay`,
      headers: { 'content-type': type },
      payload,
    });
    expect(statusCode).toBe(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('The form could not be read');
  });
});

describe('addresses and cookies', () => {
  it('never follow the Host header', async () => {
    const { body } = await checkout.app.inject({
      url: payment.path,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(body).not.toContain('evil.example');
  });

  it('are kept from scripts and other paths, and Secure under https', async () => {
    for (const publicUrl of ['http://localhost:8080', 'https://pay.example']) {
      const other = await createTestCheckout({ publicUrl });
      try {
        const { path } = await other.makePayment(await other.makeHolder('merchant', 'Shop'));
        const { headers } = await other.app.inject({ url: path });
        const cookie = String(headers['set-cookie']);
        expect(cookie).toContain(`Path=${merchantBasePaths.api}/user/authentication/form; HttpOnly`);
        expect(cookie).toContain('SameSite=Lax');
        expect(cookie.includes('Secure')).toBe(publicUrl.startsWith('https:'));
      } finally {
        await other.close();
      }
    }
  });

  it('keep of a browser no more than a digest', async () => {
    const { rows } = await checkout.pool.query(`select ended_by from payments where ended_by is not null`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.ended_by).toHaveLength(32);
  });
});
