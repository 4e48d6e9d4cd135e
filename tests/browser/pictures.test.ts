/**
 * Pictures of the payment page for the README and guides: light and dark, desktop and phone. `npm run pictures` draws
 * them, with pictures of the dashboard, and compares them with those in docs/images, which are accepted; otherwise they
 * only show that every state can be drawn.
 */
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CheckoutWorld, createCheckoutWorld } from '../fixtures/checkout-pages.ts';
import { desktop, phone, sharedBrowser } from './browser.ts';
import { type Box, findChange, findVarying } from './compare-pictures.ts';
import { takeDemoPictures } from './demo-pictures.ts';

/** By `tools/pictures.ts`. */
const { DRAW_PICTURES: drawnInto, ACCEPT_PICTURES: accepts } = process.env;
const acceptedIn = 'docs/images';
let world: CheckoutWorld;
let browser: Browser;
let directory: string;
/** What varies in each picture, by its name. */
const varying = new Map<string, Box[]>();

beforeAll(async () => {
  [world, browser] = await Promise.all([createCheckoutWorld(), sharedBrowser()]);
  directory = drawnInto ?? (await mkdtemp(join(tmpdir(), 'sluice-pictures-')));
});
afterAll(async () => {
  await world.close();
  if (drawnInto === undefined) await rm(directory, { recursive: true });
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
      const name = `checkout-${state}-${size}-${colorScheme}.png`;
      const path = join(directory, name);
      varying.set(name, await findVarying(page));
      await page.screenshot({ path, fullPage: true });
      expect((await stat(path)).size).toBeGreaterThan(5_000);
      await context.close();
    }
  }
});

if (drawnInto !== undefined) {
  it('the screens of the demo can be drawn', async () => {
    await takeDemoPictures(browser, directory, (name, boxes) => varying.set(name, boxes));
  });

  it('all are as accepted', async () => {
    const changed: string[] = [];
    const page = await browser.newPage();
    const drawn = await readdir(directory);
    for (const name of drawn) {
      const [file, place] = [join(directory, name), join(acceptedIn, name)];
      const before = await readFile(place).catch(() => undefined);
      const boxes = varying.get(name) ?? [];
      const change = before === undefined ? 'is new' : await findChange(page, before, await readFile(file), boxes);
      if (change !== undefined && accepts === 'true') await copyFile(file, place);
      else if (change !== undefined) changed.push(`${name}: ${change}`);
    }
    for (const name of await readdir(acceptedIn)) if (!drawn.includes(name)) changed.push(`${name}: was not drawn`);
    await page.close();
    expect(changed, `drawn in ${directory}; to accept them: npm run pictures -- --accept`).toEqual([]);
  });
}
