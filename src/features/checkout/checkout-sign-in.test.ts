import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createBrowser,
  createTestCheckout,
  expectSoundBooks,
  type Made,
  password,
  type TestCheckout,
} from '../../../tests/fixtures/checkout.ts';
import { authenticatorCode, visitWith } from '../../../tests/fixtures/people.ts';
import { shell } from '../../../tests/support/actors.ts';

let checkout: TestCheckout;
let shop: bigint;
let payment: Made;
let secret: string;
let email: string;
let recoveryCodes: string[];
let count = 0;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', 'Corner Shop');
});
beforeEach(async () => {
  payment = await checkout.makePayment(shop);
  count += 1;
  email = `ada${count}@example.com`;
  await checkout.makeCustomer('Ada', email, 10_000n);
  const { people } = checkout;
  const signIn = await people.signIn(visitWith(), { email, password });
  if (!signIn.ok) throw new Error(signIn.reason);
  const begun = await people.beginSecondFactor(visitWith(signIn.cookies), password);
  if (!begun.ok) throw new Error(begun.reason);
  ({ secret, recoveryCodes } = begun);
  await people.confirmSecondFactor(visitWith(signIn.cookies), authenticatorCode(secret, 0));
});
afterAll(async () => {
  await expectSoundBooks(checkout);
  await checkout.close();
});

describe('a customer with a second factor', () => {
  it('is asked for a code before anything of the wallet is shown, and pays after it', async () => {
    const customer = createBrowser(checkout.app);
    expect((await customer.signIn(payment, email)).headers.location).toBe(payment.path);
    const halfway = await customer.open(payment.path);
    expect(halfway.body).toContain('name="code"');
    expect(halfway.body).toContain('autocomplete="one-time-code"');
    expect(halfway.body).not.toMatch(/Balance|100\.00|name="password"|Ada/);
    expect((await customer.submit(`${payment.path}/pay`, { method: 'wallet' })).statusCode).toBe(422);
    expect((await checkout.stored(payment)).status).toBe('created');

    const passed = await customer.submit(`${payment.path}/second-factor`, { code: authenticatorCode(secret) });
    expect([passed.statusCode, passed.headers.location]).toEqual([303, payment.path]);
    expect((await customer.open(payment.path)).body).toContain('EUR\u00a0100.00');
    const paid = await customer.submit(`${payment.path}/pay`, { method: 'wallet' });
    expect(paid.headers.location).toBe(`${payment.path}/result`);
  });

  it('may use a recovery code, and is told when a code is wrong', async () => {
    const customer = createBrowser(checkout.app);
    await customer.signIn(payment, email);
    await customer.open(payment.path);
    const wrong = await customer.submit(`${payment.path}/second-factor`, { code: '000000' });
    expect([wrong.statusCode, wrong.body.includes('This code is wrong')]).toEqual([422, true]);
    expect(wrong.body).toContain('role="alert"');
    expect(wrong.body).toContain('name="code"');
    const passed = await customer.submit(`${payment.path}/second-factor`, { code: recoveryCodes[0] ?? '' });
    expect(passed.headers.location).toBe(payment.path);
    expect((await customer.open(payment.path)).body).toContain('Balance');
  });

  it('starts again after five wrong codes, or by choice', async () => {
    const customer = createBrowser(checkout.app);
    await customer.signIn(payment, email);
    await customer.open(payment.path);
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      answers.push(await customer.submit(`${payment.path}/second-factor`, { code: `00000${n}` }));
    }
    expect(answers.at(-1)?.body).toContain('Sign in again');
    expect(answers.at(-1)?.body).toContain('name="password"');
    await customer.signIn(payment, email);
    await customer.open(payment.path);
    await customer.submit(`${payment.path}/sign-out`);
    expect((await customer.open(payment.path)).body).toContain('name="password"');
  });

  it.each(['', 'x'.repeat(33), "' or 1=1", '１２３４５６'])('is not let in by %o', async (code) => {
    const customer = createBrowser(checkout.app);
    await customer.signIn(payment, email);
    await customer.open(payment.path);
    expect((await customer.submit(`${payment.path}/second-factor`, { code })).statusCode).toBe(422);
    expect((await customer.open(payment.path)).body).not.toContain('Balance');
  });

  it('is nobody in a browser that gave no password', async () => {
    const stranger = createBrowser(checkout.app);
    await stranger.open(payment.path);
    const { statusCode, body } = await stranger.submit(`${payment.path}/second-factor`, {
      code: authenticatorCode(secret),
    });
    expect([statusCode, body.includes('Sign in again')]).toEqual([422, true]);
    expect((await stranger.submit(`${payment.path}/second-factor`, { _csrf: 'x', code: '1' })).statusCode).toBe(403);
  });
});

it('a form of before signing in is refused after it', async () => {
  await checkout.makeCustomer('Grace', 'grace@example.com', 10_000n);
  const customer = createBrowser(checkout.app);
  const _csrf = /name="_csrf" value="([^"]*)"/.exec((await customer.open(payment.path)).body)?.[1] ?? '';
  const form = { email: 'grace@example.com', password };
  expect((await customer.submit(`${payment.path}/sign-in`, form)).statusCode).toBe(303);
  const refused = await customer.submit(`${payment.path}/pay`, { _csrf, method: 'wallet' });
  expect([refused.statusCode, (await checkout.stored(payment)).status]).toEqual([403, 'created']);
  await customer.open(payment.path);
  const paid = await customer.submit(`${payment.path}/pay`, { method: 'wallet' });
  expect(paid.headers.location).toBe(`${payment.path}/result`);
});

it('leads to the top-up when the wallet is short', async () => {
  const dear = await checkout.makePayment(shop, { amount: 99_999n });
  await checkout.makeCustomer('Poor', 'poor@example.com', 1n);
  const customer = createBrowser(checkout.app);
  await customer.signIn(dear, 'poor@example.com');
  expect((await customer.open(dear.path)).body).toContain('href="/open/top-up?mode=test&amp;currency=EUR"');
});

it('finds the form of a card open, when signed in without a wallet; with one, the wallet', async () => {
  await checkout.people.signUp(shell, { name: 'Eve', email: 'eve@example.com', password, emailVerified: true });
  await checkout.makeCustomer('Mary', 'mary@example.com', 10_000n);
  const opened = async (address: string) => {
    const customer = createBrowser(checkout.app);
    await customer.signIn(payment, address);
    const { body } = await customer.open(payment.path);
    return /<details class="method" name="method" open>\s*<summary[^>]*>\s*(?:<[^>]+>\s*)*([^<]+)/
      .exec(body)?.[1]
      ?.trim();
  };
  expect([await opened('eve@example.com'), await opened('mary@example.com')]).toEqual(['Card', 'Sluice wallet']);
});

it('answers the same for a known and an unknown address', async () => {
  const bodies = [];
  for (const address of [email, 'nobody@example.com']) {
    const customer = createBrowser(checkout.app);
    await customer.open(payment.path);
    const answer = await customer.submit(`${payment.path}/sign-in`, { email: address, password: 'wrong one' });
    bodies.push([
      answer.statusCode,
      answer.body.replace(address, 'ADDRESS').replaceAll(/name="_csrf" value="[^"]*"|data-seconds-left="\d+"/g, ''),
    ]);
  }
  expect(bodies[0]).toEqual(bodies[1]);
});
