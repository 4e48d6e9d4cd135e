/** Every ending of the payment page, in a real browser (docs/contract/merchant.md, "Hosted checkout"). */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { type CheckoutWorld, createCheckoutWorld, password } from '../fixtures/checkout-pages.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makePng } from '../support/png.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone, sharedBrowser } from './browser.ts';

let world: CheckoutWorld;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [world, browser] = await Promise.all([createCheckoutWorld(), sharedBrowser()]);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  world.shop.visits.length = 0;
  world.time.offsetMs = 0;
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const logoId = (holderId: bigint): string => newPublicId('lgo', holderId);

async function visit(url: string, options: Parameters<Browser['newContext']>[0] = desktop): Promise<Page> {
  const context = await browser.newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/39');
  await page.getByLabel('Security code').fill('123');
}

async function payByCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await typeCard(page, number);
  await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
}

/** Led there by the page, after a pause. */
/** Looks at a page that reloads itself, opened anew without the header that makes it so. */
async function lookStill(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const { refresh, ...headers } = response.headers();
    expect(refresh).toMatch(/^\d+; url=.*\/result$/);
    await route.fulfill({ response, headers });
  });
  await page.goto(url);
  await expectAccessible(page);
  await page.unroute(url);
  await page.goto(url);
}

/** Not by waiting for one navigation, which a second click may replace on its way. */
const atShop = (page: Page, path: RegExp): Promise<void> => expect.poll(() => page.url()).toMatch(path);

/** Without waiting for that. */
async function goBackToShop(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Go back to/ }).click();
  await atShop(page, /\/paid/);
}

describe('a card', () => {
  it('that succeeds brings the customer back with the exact query, before the fragment', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await expectAccessible(page);
    await payByCard(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await atShop(page, /\/paid/);
    const returned = new URL(page.url());
    expect(returned.hash).toBe('#thanks');
    expect([...returned.searchParams.keys()]).toEqual([
      'cart',
      'message[code]',
      'message[success][0]',
      'data[token]',
      'data[trx_id]',
      'data[payer][username]',
      'data[amount]',
      'data[currency]',
      'data[custom]',
      'type',
      'token',
    ]);
    expect(world.shop.visits[0]).toMatch(
      new RegExp(
        `^/paid\\?cart=7&message%5Bcode%5D=200&message%5Bsuccess%5D%5B0%5D=SUCCESS&data%5Btoken%5D=${id}&data%5Btrx_id%5D=trx_[0-9A-Za-z]+&data%5Bpayer%5D%5Busername%5D=Card\\+holder&data%5Bamount%5D=49.90&data%5Bcurrency%5D=EUR&data%5Bcustom%5D=cart\\+7\\+%26\\+more&type=success&token=${id}$`,
      ),
    );
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('that succeeds ends on a page for everybody, with a receipt to print', async () => {
    const { url } = await world.makePayment();
    const page = await visit(url);
    await payByCard(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    // The result leads to the shop by itself; the payment's own page stays.
    await page.goto(url);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View receipt' }).click();
    await page.getByText('Visa ending in 4242').waitFor();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await expectAccessible(page);
  });

  it.each([
    ['4000000000000002', 'Your card was declined'],
    ['4000000000009995', 'There were not enough funds'],
    ['4000000000000119', 'The payment could not be processed'],
  ])('%s says "%s", and another card still pays', async (number, text) => {
    const { id, url } = await world.makePayment();
    const page = await visit(url, phone);
    await payByCard(page, number);
    await page.getByRole('alert').getByText(text).waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('card_number');
    await expectAccessible(page);
    expect(await world.statusOf(id)).toBe('created');
    await payByCard(page);
    await goBackToShop(page);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('less common is offered under a disclosure, without scripts too, and fits a phone', async () => {
    const { url } = await world.makePayment();
    const page = await visit(url, { ...phone, javaScriptEnabled: false });
    const rare = page.getByText('4000 0000 0000 0259');
    expect(await page.getByText('4000 0000 0000 3220').isVisible()).toBe(true);
    expect(await rare.isVisible()).toBe(false);
    await page.getByText('More test cards').click();
    expect(await rare.isVisible()).toBe(true);
    const scripted = await visit(url, phone);
    await scripted.getByText('More test cards').click();
    await scripted.getByText('Disputed and lost').waitFor();
    await expectAccessible(scripted);
  });

  it.each([
    ['Approve', 'succeeded'],
    ['Reject', 'created'],
  ])('that asks for a confirmation ends with %s as %s', async (answer, status) => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await payByCard(page, '4000 0000 0000 3220');
    await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: answer }).click();
    if (status === 'succeeded') await goBackToShop(page);
    else await page.getByRole('alert').getByText('The payment was not confirmed').waitFor();
    expect(await world.statusOf(id)).toBe(status);
  });

  it('that is confirmed in two tabs at once, and once more out of the history, pays once', async () => {
    const { id, url } = await world.makePayment();
    const before = await world.balanceOf(world.merchant);
    const page = await visit(url, { ...phone, javaScriptEnabled: false });
    await payByCard(page, '4000 0000 0000 3220');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const [second, late] = [await page.context().newPage(), await page.context().newPage()];
    for (const tab of [second, late]) await tab.goto(page.url());
    await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: 'Approve' }).click()));
    for (const tab of [page, second]) await tab.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    // What is too late to be refused was paid.
    await late.getByRole('button', { name: 'Reject' }).click();
    await late.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await world.statusOf(id)).toBe('succeeded');
    expect(await world.balanceOf(world.merchant)).toBe(before + 4_990n);
  });

  it('that fails after the confirmation says that the bank declined it', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await payByCard(page, '4000 0084 0000 1629');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText('Your card was declined').waitFor();
    expect(await world.statusOf(id)).toBe('created');
  });

  it('whose processor is away says so, and pays once it is known that nothing was charged', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await payByCard(page, '4000 0000 0010 0042');
    await page.getByRole('heading', { name: 'Service temporarily unavailable' }).waitFor();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    expect(await world.statusOf(id)).toBe('processing');
    world.time.offsetMs = 60_000;
    await page.getByRole('button', { name: 'Try another way' }).click();
    await payByCard(page);
    await goBackToShop(page);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('that completes later keeps its page waiting, then leads on', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await payByCard(page, '4000 0000 0000 0077');
    await page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    await lookStill(page, url);
    expect(await world.statusOf(id)).toBe('processing');
    world.time.offsetMs = 60_000;
    await atShop(page, /\/paid/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('with a mistake is told beside its field, and keeps what may be kept', async () => {
    const { url } = await world.makePayment();
    const page = await visit(url, { ...phone, javaScriptEnabled: false });
    await page.getByLabel('Card number').fill('4242');
    await page.getByLabel('Expiry date').fill('12/39');
    await page.getByLabel('Security code').fill('12');
    await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
    await page.getByText('This card number is incomplete.').waitFor();
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12/39');
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('an online wallet', () => {
  it('is confirmed on its own page and pays', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url, phone);
    await page.getByText('Other online wallet', { exact: true }).click();
    await page.getByRole('button', { name: 'Continue to your wallet' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await goBackToShop(page);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('can be given up for another way to pay', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await page.getByText('Other online wallet', { exact: true }).click();
    await page.getByRole('button', { name: 'Continue to your wallet' }).click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Try another way' }).click();
    await payByCard(page);
    await goBackToShop(page);
    expect(await world.statusOf(id)).toBe('succeeded');
  });
});

describe('the wallet', () => {
  it('shows its balance after sign-in and pays', async () => {
    const customer = await world.makeCustomer('robin@example.com', 10_000n);
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await page.getByText('Sluice wallet', { exact: true }).click();
    await page.getByLabel('Email address').fill('robin@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('EUR 100.00').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
    await goBackToShop(page);
    expect(page.url()).toContain('Robin+Reader');
    expect(page.url()).not.toContain('robin%40');
    expect(await world.balanceOf(customer)).toBe(5_010n);
    expect(await world.statusOf(id)).toBe('succeeded');
  });
});

describe('cancel', () => {
  it('leads to cancel_url with the token', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await atShop(page, /\/cancelled/);
    expect(world.shop.visits).toEqual([`/cancelled?token=${id}`]);
    expect(await world.statusOf(id)).toBe('cancelled');
  });

  it('without cancel_url ends on a page that says so', async () => {
    const { id, url } = await world.makePayment({ cancelUrl: null });
    const page = await visit(url, phone);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByRole('heading', { name: 'Payment canceled' }).waitFor();
    await expectAccessible(page);
    expect(world.shop.visits).toEqual([]);
    expect(await world.statusOf(id)).toBe('cancelled');
  });
});

describe('a link', () => {
  it('that has expired says so and never redirects', async () => {
    const { url } = await world.makePayment();
    world.time.offsetMs = 25 * 3_600_000;
    const page = await visit(url);
    await page.getByRole('heading', { name: 'Payment link expired' }).waitFor();
    await expectAccessible(page);
    expect(world.shop.visits).toEqual([]);
  });

  it('that is paid shows another device nothing of who paid', async () => {
    const { url } = await world.makePayment();
    const [page, other] = [await visit(url), await visit(url, phone)];
    await payByCard(page);
    await goBackToShop(page);
    await payByCard(other);
    await other.getByRole('heading', { name: 'Already paid' }).waitFor();
    await expectAccessible(other);
    expect(await other.content()).not.toMatch(/trx_|Card holder/);
    expect(world.shop.visits).toHaveLength(1);
  });

  it('opened in two tabs pays once, and leads both back', async () => {
    const { url } = await world.makePayment();
    const before = await world.balanceOf(world.merchant);
    const first = await visit(url);
    const second = await first.context().newPage();
    await second.goto(url);
    await payByCard(first);
    await payByCard(second);
    await Promise.all([atShop(first, /\/paid/), atShop(second, /\/paid/)]);
    expect(await world.balanceOf(world.merchant)).toBe(before + 4_990n);
  });

  it('pays once on a double click, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { url } = await world.makePayment();
      const before = await world.balanceOf(world.merchant);
      const page = await visit(url, { ...desktop, javaScriptEnabled });
      await typeCard(page, '4242 4242 4242 4242');
      await page.getByRole('button', { name: 'Pay EUR 49.90' }).dblclick();
      await atShop(page, /\/paid/);
      expect(await world.balanceOf(world.merchant)).toBe(before + 4_990n);
    }
  });

  it('asked for again with the back button does not pay again', async () => {
    const { url } = await world.makePayment();
    const before = await world.balanceOf(world.merchant);
    const page = await visit(url);
    await payByCard(page);
    await goBackToShop(page);
    await page.goBack();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await world.balanceOf(world.merchant)).toBe(before + 4_990n);
  });
});

describe('the page', () => {
  it('can be paid with the keyboard alone', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url);
    await page.getByLabel('Card number').focus();
    await page.keyboard.type('4242424242424242');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1239');
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12/39');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await atShop(page, /\/paid/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('checks a card before it is sent, recognizes its brand, and loses nothing', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url, phone);
    const [number, expiry, code] = ['Card number', 'Expiry date', 'Security code'].map((label) =>
      page.getByLabel(label),
    );
    const pay = page.getByRole('button', { name: 'Pay EUR 49.90' });
    await number?.pressSequentially('378282246310005');
    expect(await number?.inputValue()).toBe('3782 822463 10005');
    await page.getByRole('img', { name: 'Card type: American Express' }).waitFor();
    await code?.fill('123');
    await pay.click();
    await page.getByText('The security code of this card has 4 digits.').waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('card_expiry');
    await expectAccessible(page);
    expect(await number?.inputValue()).toBe('3782 822463 10005');
    await expiry?.fill('12/39');
    await code?.fill('1234');
    await pay.click();
    await goBackToShop(page);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('reads from right to left in Arabic, and is paid there', async () => {
    const { id, url } = await world.makePayment();
    const page = await visit(url, { ...phone, locale: 'de' });
    await page.getByRole('button', { name: '49,90 EUR zahlen' }).waitFor();
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.getByRole('heading', { name: 'الدفع إلى' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await expectAccessible(page);
    await page.getByLabel('رقم البطاقة').fill('4242 4242 4242 4242');
    await page.getByLabel('تاريخ الانتهاء').fill('12/39');
    await page.getByLabel('رمز الأمان').fill('123');
    await page.getByRole('button', { name: 'ادفع' }).click();
    await page.getByRole('heading', { name: 'تم الدفع بنجاح' }).waitFor();
    await atShop(page, /\/paid/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('wears the logo and the colour of the shop, in the light and in the dark', async () => {
    const logo = makePng(64, 64).toString('base64');
    await world.db
      .insertInto('holderLogos')
      .values({
        holderId: world.merchant,
        id: logoId(world.merchant),
        type: 'image/png',
        createdAt: new Date(),
        bytes: Buffer.from(logo, 'base64'),
        width: 64,
        height: 64,
      })
      .execute();
    await world.db
      .insertInto('holderBranding')
      .values({ holderId: world.merchant, colour: '#7a1fa2', supportEmail: 'help@shop.example', updatedAt: new Date() })
      .execute();
    const { url } = await world.makePayment();
    const page = await visit(url);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.primary')).backgroundColor`)).toBe(
      'rgb(122, 31, 162)',
    );
    expect(await page.evaluate(`document.querySelector('img.logo').naturalWidth`)).toBe(64);
    await page.getByRole('link', { name: 'help@shop.example' }).waitFor();
    await expectAccessible(page);
    await world.db.deleteFrom('holderLogos').execute();
    await world.db.deleteFrom('holderBranding').execute();
  });

  it.each(['en', 'el', 'tr', 'ar'])(
    'is under 90 KB in all in %s, fonts included, and asks no one else for anything',
    async (locale) => {
      const { url } = await world.makePayment();
      const context = await browser.newContext({ ...desktop, locale });
      contexts.push(context);
      const page = await context.newPage();
      const asked: string[] = [];
      let bytes = 0;
      page.on('response', async (response) => {
        asked.push(new URL(response.url()).origin);
        bytes += (await response.body()).length;
      });
      await page.goto(url, { waitUntil: 'networkidle' });
      expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([new URL(url).origin]));
      expect(await page.evaluate(`[...document.fonts].some(({ status }) => status === 'loaded')`)).toBe(true);
      expect(bytes).toBeLessThan(90_000);
    },
  );
});
