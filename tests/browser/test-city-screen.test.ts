/** A test city in a real browser: made with one click, played by keyboard, and what ran is read. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLinkLookup } from '../../src/features/links/link-lookup.ts';
import { testCityJobs } from '../../src/features/test-city/test-city.jobs.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { drainJobs } from '../support/drain-jobs.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

/** Plays what is to be played, as the jobs of a service do. */
async function playJobs(): Promise<void> {
  const { server } = dashboard;
  const jobs = testCityJobs({
    ...server,
    ...server.payDeps,
    clock: server.clock,
    links: createLinkLookup(server.db),
    dueWork: async () => {},
  });
  expect(await drainJobs(server.database, jobs)).toEqual([]);
  await server.positionEvents();
}

const city = (page: Page) => page.getByRole('button', { name: 'Create test city' });

it('is offered where there is no payee yet, by whoever may make it', async () => {
  const owner = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/links', 'test'));
  await city(page).waitFor();
  await page.getByText('Seven restaurants and five couriers that join instantly.').waitFor();
  await expectAccessible(page);
});

it.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'is made from the empty list of orders and played by keyboard, on a %s',
  { timeout: 120_000 },
  async (_what, options) => {
    const owner = await dashboard.newMember('company');
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/orders', 'test'));
    await city(page).click();
    await page.getByRole('heading', { name: 'A Friday evening' }).waitFor();
    await expectAccessible(page);
    await page.getByText('100 orders').click();
    await page.getByRole('button', { name: 'Play a Friday evening' }).click();
    const slider = page.getByRole('slider', { name: 'Play until' });
    await slider.waitFor();
    await playJobs();
    await slider.focus();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('ArrowRight');
    }
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('18:00 (UTC)');
    await expect.poll(() => playedUntilHour(owner)).toBe(18);
    await playJobs();
    await page
      .getByRole('status')
      .getByRole('link', { name: /^\d+ orders?$/ })
      .waitFor();
    await expectAccessible(page);
    const said = await page.getByRole('status').filter({ hasText: 'order' }).innerText();
    expect(said).toMatch(/^1\d:\d\d to 18:00: \d+ orders?, /);
    await page
      .getByRole('status')
      .getByRole('link', { name: /^\d+ orders?$/ })
      .click();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await page.getByText('friday-1-001').first().waitFor();
    await expectBooksToHold(dashboard.db);
  },
);

it('is followed although a read from before arrives after the answer', { timeout: 120_000 }, async () => {
  const owner = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/orders', 'test'));
  await city(page).click();
  await page.getByText('100 orders').click();
  await page.getByRole('button', { name: 'Play a Friday evening' }).click();
  const slider = page.getByRole('slider', { name: 'Play until' });
  await slider.focus();
  const [isHeld, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v1/test/city', async (route) => {
    const answer = await route.fetch();
    if (/"is_playing":\s*false/.test(await answer.text())) {
      isHeld.resolve();
      await mayArrive.promise;
    }
    await route.fulfill({ response: answer });
  });
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('17:05 (UTC)');
  await playJobs();
  await isHeld.promise;
  for (let step = 1; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => playedUntilHour(owner)).toBe(18);
  await page.getByText(/^Playing/).waitFor();
  mayArrive.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await playJobs();
  await page
    .getByRole('status')
    .getByRole('link', { name: /^\d+ orders?$/ })
    .waitFor();
  await expectBooksToHold(dashboard.db);
});

async function playedUntilHour({ holderId }: Member): Promise<number | undefined> {
  const { rows } = await dashboard.server.database.pool.query<{ play_until: Date }>(
    'select play_until from test_evenings where company_id = $1',
    [holderId],
  );
  return rows[0]?.play_until.getUTCHours();
}
