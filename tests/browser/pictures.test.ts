/**
 * Pictures of the payment page for the README and guides: light and dark, desktop and phone. `npm run pictures` keeps
 * them in docs/images, with pictures of the dashboard; otherwise they only show that every state can be drawn.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CheckoutWorld, createCheckoutWorld } from '../worlds/checkout-pages.ts';
import { desktop, phone, sharedBrowser } from './browser.ts';
import { takeDemoPictures } from './demo-pictures.ts';

const keep = process.env.KEEP_PICTURES === 'true';
let world: CheckoutWorld;
let browser: Browser;
let directory: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([createCheckoutWorld(), sharedBrowser()]);
  directory = keep ? 'docs/images' : await mkdtemp(join(tmpdir(), 'sluice-pictures-'));
  await mkdir(directory, { recursive: true });
});
afterAll(async () => {
  await world.close();
  if (!keep) await rm(directory, { recursive: true });
});

const states: Record<string, (page: Page, url: string) => Promise<void>> = {
  open: async (page, url) => {
    await page.goto(url);
  },
  declined: async (page, url) => {
    await page.goto(url);
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByLabel('Expiry date').fill('12/39');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
    await page.getByRole('alert').first().waitFor();
  },
  paid: async (page, url) => {
    await page.goto(url);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry date').fill('12/39');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay EUR 49.90' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  },
  expired: async (page, url) => {
    world.time.offsetMs = 25 * 3_600_000;
    await page.goto(url);
    world.time.offsetMs = 0;
  },
};

it.each(Object.keys(states))('the state %s can be drawn', async (state) => {
  for (const [size, options] of [['desktop', desktop] as const, ['phone', phone] as const]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { url } = await world.makePayment({ returnUrl: 'https://bookshop.example/thanks', cancelUrl: null });
      const context = await browser.newContext({ ...options, colorScheme });
      const page = await context.newPage();
      await states[state]?.(page, url);
      const path = join(directory, `checkout-${state}-${size}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
      expect((await stat(path)).size).toBeGreaterThan(5_000);
      await context.close();
    }
  }
});

if (keep) {
  it('the screens of the demo can be drawn', async () => {
    await takeDemoPictures(browser, directory);
  });
}
