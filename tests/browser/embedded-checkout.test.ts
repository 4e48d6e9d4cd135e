/** The payment page in a frame of a shop's page, in a real browser (docs/contract/merchant.md, "Embedded checkout"). */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { changeEmbedOrigins } from '../../src/features/api-keys/embed-origins.ts';
import { createKey, revokeKeyPair } from '../../src/features/api-keys/manage-keys.ts';
import { type CheckoutWorld, createCheckoutWorld, password } from '../fixtures/checkout-pages.ts';
import { memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { expectAccessible } from './axe.ts';
import { desktop, sharedBrowser } from './browser.ts';

let world: CheckoutWorld;
let browser: Browser;
let clientId: string;
/** A shop's own pages: at an address that the key lists, and at one that it does not. */
let shop: Site;
let stranger: Site;
const contexts: BrowserContext[] = [];

type Site = { origin: string; server: Server };

/** Its pages are what is asked for: `?page=` all of one, or `?embed=` a payment's address and `&script=` the code that shows it. */
async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const { searchParams: asked } = new URL(request.url ?? '', 'http://shop');
    response.setHeader('content-type', 'text/html');
    if (asked.has('page')) return response.end(asked.get('page'));
    response.end(`<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Cart</title></head>
      <body style="margin: 0"><main><h1>Cart</h1><div id="payment"></div><output></output></main>
      <script src="${new URL(asked.get('embed') ?? 'http://localhost').origin}/embed.js"></script>
      <script>const url = ${JSON.stringify(asked.get('embed'))}; const heard = [];
        addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }));
        ${asked.get('script') ?? ''}</script></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const guidePath = 'docs/merchant-guide';
const byDefault = `Sluice.embed({ url, container: '#payment' })`;
const withResult = `globalThis.shown = Sluice.embed({ url, container: '#payment', title: 'Pay your cart',
  onResult: (result) => { document.querySelector('output').textContent = JSON.stringify(result); } })`;

beforeAll(async () => {
  [world, browser, shop, stranger] = await Promise.all([
    createCheckoutWorld(),
    sharedBrowser(),
    openSite(),
    openSite(),
  ]);
  ({ clientId } = await createKey(shell, world, world.merchant, 'test'));
  await allow([shop.origin, 'https://shop.example.org']);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  world.shop.visits.length = 0;
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
  for (const { server } of [shop, stranger]) server.close();
});

const allow = (origins: string[], key = clientId) =>
  inTransaction(world.db, (tx) => {
    const book = { holderId: world.merchant, mode: 'test' } as const;
    return changeEmbedOrigins(memberOf(book, { holderKind: 'merchant' }), tx, { book, clientId: key, origins });
  });

const makePayment = () => world.makePayment({ keyClientId: clientId });

type Look = { script?: string; site?: Site; options?: Parameters<Browser['newContext']>[0]; scriptsInFrame?: boolean };

async function visitCart(
  url: string,
  { script = withResult, site = shop, options = desktop, scriptsInFrame = true }: Look = {},
) {
  const context = await browser.newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  // The shop's page has scripts, the frame has none.
  if (!scriptsInFrame) await page.route('**/user/assets/*.js', (route) => route.abort());
  await page.goto(`${site.origin}/cart?${new URLSearchParams({ embed: url, script })}`);
  return { page, frame: page.frameLocator('iframe') };
}

async function payByCard(frame: FrameLocator, number = '4242 4242 4242 4242'): Promise<void> {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12/39');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: 'Pay EUR 49.90' }).click();
}

const resultOf = async (page: Page): Promise<Record<string, unknown>> => {
  await expect.poll(() => page.locator('output').textContent()).not.toBe('');
  return JSON.parse((await page.locator('output').textContent()) ?? '') as Record<string, unknown>;
};
const atShop = (page: Page, path: RegExp): Promise<void> => expect.poll(() => page.url()).toMatch(path);

describe('in a frame of a site that the key lists', () => {
  it('a card pays, also after a refusal, and the shop’s page gets what the return address has', async () => {
    const { id, url } = await makePayment();
    const { page, frame } = await visitCart(url);
    await payByCard(frame, '4000 0000 0000 0002');
    await frame.getByRole('alert').getByText('Your card was declined').waitFor();
    await payByCard(frame);
    await frame.getByRole('heading', { name: 'Payment successful' }).waitFor();
    const result = await resultOf(page);
    expect(result).toEqual({
      status: 'paid',
      token: id,
      trx_id: expect.stringMatching(/^trx_/),
      url: expect.anything(),
    });
    const back = new URL(result.url as string);
    expect(`${back.origin}${back.pathname}`).toBe(`${world.shop.origin}/paid`);
    expect(back.searchParams.get('data[trx_id]')).toBe(result.trx_id);
    expect(await world.statusOf(id)).toBe('succeeded');
    // Nothing leads the frame away: the shop's page decides.
    expect(world.shop.visits).toEqual([]);
    await frame.getByRole('link', { name: /^Go back to/ }).click();
    await atShop(page, /\/paid/);
  });

  it('the page that the guide prints leads on', async () => {
    const guide = await readFile(`${guidePath}.md`, 'utf8');
    const [, printed = ''] = /```html\n([^`]*`[^`]*`[^`]*)```/.exec(guide) ?? [];
    const { id, url } = await makePayment();
    const html = printed.replace(/'https:[^']*\/form\/pay_[^']*'/, `'${url}'`);
    expect(html).toContain(url);
    const context = await browser.newContext(desktop);
    contexts.push(context);
    const page = await context.newPage();
    const code = html.replaceAll('https://pay.example.org', new URL(url).origin);
    await page.goto(`${shop.origin}/cart?${new URLSearchParams({ page: `<!doctype html>${code}` })}`);
    await payByCard(page.frameLocator('iframe'));
    await atShop(page, new RegExp(`/thanks\\?payment=${id}$`));
  });

  it('without onResult the whole window returns, after paying and after canceling', async () => {
    const [paid, cancelled] = [await makePayment(), await makePayment()];
    const first = await visitCart(paid.url, { script: byDefault });
    await payByCard(first.frame);
    await atShop(first.page, /\/paid\?cart=7&.*#thanks$/);
    const second = await visitCart(cancelled.url, { script: byDefault });
    await second.frame.getByRole('button', { name: 'Cancel payment' }).click();
    await atShop(second.page, /\/cancelled\?token=/);
    expect([await world.statusOf(paid.id), await world.statusOf(cancelled.id)]).toEqual(['succeeded', 'cancelled']);
  });

  it.each([320, 390])(
    'at %d pixels nothing scrolls, the page is as high as it needs, and it is accessible',
    async (width) => {
      const { url } = await makePayment();
      const viewport = { width, height: 700 };
      const { page, frame } = await visitCart(url, { options: { ...desktop, viewport, colorScheme: 'dark' } });
      await page.getByTitle('Pay your cart').waitFor();
      await frame.getByText('More test cards').click();
      const inner = page.frames()[1] as NonNullable<ReturnType<Page['frame']>>;
      const root = 'document.documentElement';
      const sizes = (): Promise<unknown> =>
        inner.evaluate(`({ wide: ${root}.scrollWidth - innerWidth, high: ${root}.scrollHeight - innerHeight })`);
      const height = (): Promise<number> => page.evaluate(`document.querySelector('iframe').clientHeight`);
      await expect.poll(sizes).toEqual({ wide: 0, high: 0 });
      // It shrinks again, as the page does.
      const before = await height();
      await frame.getByText('More test cards').click();
      await expect.poll(height).toBeLessThan(before);
      await expect.poll(sizes).toEqual({ wide: 0, high: 0 });
      expect(await page.evaluate(`${root}.scrollWidth - innerWidth`)).toBe(0);
      await expectAccessible(page);
    },
  );

  it('a confirmation, as 3-D Secure, goes to the whole window and back to the shop', async () => {
    const { id, url } = await makePayment();
    const { page, frame } = await visitCart(url);
    await payByCard(frame, '4000 0000 0000 3220');
    await frame.getByRole('link', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await atShop(page, /\/paid\?cart=7&.*data%5Btrx_id%5D=trx_/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('works without scripts, but for the news to the shop’s page', async () => {
    const { id, url } = await makePayment();
    const { page, frame } = await visitCart(url, { scriptsInFrame: false });
    await payByCard(frame);
    await frame.getByRole('link', { name: /^Go back to/ }).click();
    await atShop(page, /\/paid\?cart=7&.*data%5Btrx_id%5D=trx_/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('the wallet opens in the whole window, and its page can’t be framed', async () => {
    await world.makeCustomer('robin@example.com', 10_000n);
    const { id, url } = await makePayment();
    const { page, frame } = await visitCart(url);
    await frame.getByText('Sluice wallet', { exact: true }).click();
    expect(await frame.getByLabel('Password').count()).toBe(0);
    await frame.getByRole('link', { name: 'Continue to your wallet' }).click();
    await page.getByLabel('Email address').fill('robin@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('EUR 100.00').waitFor();
    await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
    await atShop(page, /\/paid\?cart=7/);
    expect(await world.statusOf(id)).toBe('succeeded');
    const framed = await visitCart(`${(await makePayment()).url}?way=wallet`);
    await expectNothingShown(framed.page);
  });

  it('a browser that keeps no cookies there pays in the whole window', async () => {
    const { id, url } = await makePayment();
    const { page, frame } = await visitCart(url);
    await frame.getByLabel('Card number').waitFor();
    await page.context().clearCookies();
    await payByCard(frame);
    await frame.getByRole('heading', { name: 'This page is out of date' }).waitFor();
    await frame.getByRole('link', { name: 'Open in a full window' }).click();
    await page.getByLabel('Card number').waitFor();
    await payByCard(page as never);
    await atShop(page, /\/paid\?cart=7/);
    expect(await world.statusOf(id)).toBe('succeeded');
  });

  it('the script hears nobody but the frame, and ends with destroy', async () => {
    const { url } = await makePayment();
    const { page, frame } = await visitCart(url);
    await frame.getByLabel('Card number').waitFor();
    const forged = { type: 'sluice.result', status: 'paid', token: 'pay_forged', trx_id: null, url: null };
    const heard = (): Promise<{ type: string; origin: string }[]> => page.evaluate('heard');
    const results = async () => (await heard()).filter(({ type }) => type === 'sluice.result').length;
    // By the frame's address, but from the shop's own window.
    const sent = JSON.stringify({ data: forged, origin: new URL(url).origin });
    await page.evaluate(`dispatchEvent(new MessageEvent('message', { ...${sent}, source: window }))`);
    // From the frame's own window, but by another address.
    const other = `<script>parent.postMessage(${JSON.stringify(forged)}, '*')</script>`;
    await page.frames()[1]?.goto(`${stranger.origin}/?${new URLSearchParams({ page: other })}`);
    await expect.poll(results).toBe(2);
    expect(await page.locator('output').textContent()).toBe('');
    // What the frame says itself comes from its own address.
    expect((await heard()).find(({ type }) => type === 'sluice.resize')?.origin).toBe(new URL(url).origin);
    await page.evaluate('shown.destroy()');
    expect(await page.getByTitle('Pay your cart').count()).toBe(0);
  });
});

it('the frame tells nobody else anything, even where a browser would show it', async () => {
  const { url } = await makePayment();
  const context = await browser.newContext(desktop);
  contexts.push(context);
  const page = await context.newPage();
  // As a browser would that knows no `frame-ancestors`.
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const refused = page.waitForEvent('console', (message) => message.text().includes(shop.origin));
  await page.goto(`${stranger.origin}/cart?${new URLSearchParams({ embed: url, script: withResult })}`);
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  await refused;
  expect(await page.evaluate('heard')).toEqual([]);
});

/** A refused frame has a document of the browser's own. */
async function expectNothingShown(page: Page): Promise<void> {
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
}

describe('nothing is shown', () => {
  it('in a frame of a site that is not listed, is not listed any more, or whose key has ended', async () => {
    const { url } = await makePayment();
    await expectNothingShown((await visitCart(url, { site: stranger })).page);
    await expectNothingShown((await visitCart((await world.makePayment()).url)).page);
    const key = await createKey(shell, world, world.merchant, 'test');
    const of = await world.makePayment({ keyClientId: key.clientId });
    await allow([shop.origin], key.clientId);
    await (await visitCart(of.url)).frame.getByLabel('Card number').waitFor();
    await allow([stranger.origin], key.clientId);
    await expectNothingShown((await visitCart(of.url)).page);
    await allow([shop.origin], key.clientId);
    await revokeKeyPair(shell, world, key.clientId);
    await expectNothingShown((await visitCart(of.url)).page);
  });
});
