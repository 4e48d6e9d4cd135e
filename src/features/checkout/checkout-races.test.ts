import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBrowser,
  createTestCheckout,
  expectSoundBooks,
  goodCard,
  type TestCheckout,
} from '../../../tests/fixtures/checkout.ts';

let checkout: TestCheckout;
let shop: bigint;

beforeAll(async () => {
  checkout = await createTestCheckout();
  shop = await checkout.makeHolder('merchant', 'Corner Shop');
});
afterAll(async () => {
  await expectSoundBooks(checkout);
  await checkout.close();
});

const timesOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('races', () => {
  it('100 browsers pay one payment at once: one pays', async () => {
    const payment = await checkout.makePayment(shop);
    const before = await checkout.walletOf(shop);
    const browsers = timesOf(100).map(() => createBrowser(checkout.app));
    await Promise.all(browsers.map((browser) => browser.open(payment.path)));
    const answers = await Promise.all(browsers.map((browser) => browser.submit(`${payment.path}/pay`, goodCard)));
    const places = answers.map((answer) => answer.headers.location);
    expect(answers.every((answer) => answer.statusCode === 303)).toBe(true);
    expect(places.filter((place) => place === `${payment.path}/result`)).toHaveLength(1);
    expect(await checkout.walletOf(shop)).toBe(before + 4_990n);
    const { rows } = await checkout.pool.query('select status from payment_attempts where payment_id = $1', [
      payment.id,
    ]);
    expect(rows).toEqual([{ status: 'succeeded' }]);
  });

  it('pay and Cancel at once: one of them happens', async () => {
    for (const _round of timesOf(5)) {
      const payment = await checkout.makePayment(shop);
      const before = await checkout.walletOf(shop);
      const browsers = timesOf(6).map(() => createBrowser(checkout.app));
      await Promise.all(browsers.map((browser) => browser.open(payment.path)));
      const answers = await Promise.all(
        browsers.map((browser, index) => browser.submit(`${payment.path}/${index % 2 ? 'pay' : 'cancel'}`, goodCard)),
      );
      expect(answers.filter((answer) => answer.headers.location === `${payment.path}/result`)).toHaveLength(1);
      const { status } = await checkout.stored(payment);
      expect(await checkout.walletOf(shop)).toBe(before + (status === 'succeeded' ? 4_990n : 0n));
    }
  });

  it('a wallet good for one payment pays one of ten', async () => {
    const customer = await checkout.makeCustomer('Ada', 'ada@example.com', 4_990n);
    const payments = await Promise.all(timesOf(10).map(() => checkout.makePayment(shop)));
    const browser = createBrowser(checkout.app);
    await browser.signIn(payments[0]!, 'ada@example.com');
    await browser.open(payments[0]!.path);
    const answers = await Promise.all(
      payments.map((payment) => browser.submit(`${payment.path}/pay`, { method: 'wallet' })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([303, ...Array(9).fill(422)]);
    expect(await checkout.walletOf(customer)).toBe(0n);
    const states = await Promise.all(payments.map(checkout.stored));
    expect(states.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    expect(states.filter(({ lastError }) => lastError === 'insufficient_funds')).toHaveLength(9);
  });
});
