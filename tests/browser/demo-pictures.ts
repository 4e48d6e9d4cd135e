/** Pictures of the dashboard for the README: the demo's screens, with the data that `npm start` makes. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createPlace } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { desktop, phone } from './browser.ts';
import { type Box, findVarying } from './compare-pictures.ts';

const low = { ...desktop, viewport: { width: 1280, height: 780 } } satisfies BrowserContextOptions;

type Picture = {
  name: string;
  account: 'company' | 'shop' | 'operator';
  options: BrowserContextOptions;
  /** Leads from the account's home to the screen. */
  open?: (page: Page) => Promise<void>;
};

const pictures: readonly Picture[] = [
  { name: 'home-desktop-light', account: 'company', options: desktop },
  {
    name: 'home-phone-dark',
    account: 'company',
    options: { ...phone, colorScheme: 'dark' },
    open: async (page) => page.getByRole('combobox', { name: 'Period' }).waitFor(),
  },
  {
    name: 'order-desktop-light',
    account: 'company',
    options: desktop,
    open: async (page) => {
      await page.goto(`${page.url()}/orders?settlement_status=partially_reversed`);
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      // The table of the splits is loaded for itself.
      await page.getByRole('table').first().waitFor();
    },
  },
  { name: 'shop-desktop-light', account: 'shop', options: low },
  { name: 'exceptions-desktop-light', account: 'operator', options: low },
  {
    name: 'books-desktop-light',
    account: 'operator',
    options: desktop,
    open: async (page) => {
      await page.goto(`${page.url()}/operator/books`);
      // The demo has its books verified once.
      await page.getByRole('heading', { name: 'The books balance' }).waitFor();
      await page.getByRole('heading', { name: 'Books', exact: true }).click();
    },
  },
];

const emails = {
  company: 'delivery@sluice.localhost',
  shop: 'shop@sluice.localhost',
  operator: 'operator@sluice.localhost',
};

/** Starts the service as people do, in a directory of its own, and ends it. */
export async function takeDemoPictures(
  browser: Browser,
  directory: string,
  note: (name: string, varying: Box[]) => void,
): Promise<void> {
  const place = createPlace();
  const port = await freePort();
  const service = place.begin(['start'], { PORT: String(port) });
  try {
    await service.printed(/Stop with Ctrl-C/);
    for (const picture of pictures) {
      const name = `dashboard-${picture.name}.png`;
      note(name, await take(browser, `http://localhost:${port}`, picture, join(directory, name)));
    }
  } finally {
    service.interrupt();
    await service.ended;
    await place.remove();
  }
}

async function take(
  browser: Browser,
  origin: string,
  { account, options, open }: Picture,
  path: string,
): Promise<Box[]> {
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByText(emails[account]).click();
  await page.waitForURL(/\/h\/\d+\/\w+$/);
  await open?.(page);
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path });
  const varying = await findVarying(page);
  await context.close();
  return varying;
}
