/** The dashboard in the reader's language: chosen before signing in, kept in the profile, right to left where it runs so. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, password, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

async function shownIn(page: Page) {
  const html = page.locator('html');
  return { lang: await html.getAttribute('lang'), dir: await html.getAttribute('dir') };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
}

it('comes in that of the browser; another one chosen before signing in is kept, and is that of the profile', async () => {
  const courier = await dashboard.newMember('courier');
  const page = await dashboard.newPage({ ...phone, locale: 'el-GR' });
  await page.goto('/sign-in');
  await page.getByRole('heading', { level: 1, name: 'Σύνδεση' }).waitFor();
  expect(await shownIn(page)).toEqual({ lang: 'el', dir: 'ltr' });

  await page.getByRole('combobox', { name: 'Γλώσσα' }).selectOption('ar');
  await page.getByRole('combobox', { name: 'اللغة' }).waitFor();
  expect(await shownIn(page)).toEqual({ lang: 'ar', dir: 'rtl' });
  await expectAccessible(page);
  const profile = page.waitForResponse((answer) => answer.url().endsWith('/profile'));
  await signIn(page, courier.email);
  await page.waitForURL(/\/h\/\d+\//);
  expect((await profile).status()).toBe(200);
  // The sign-in page stays until the home is loaded; it has a heading too, and no navigation.
  await page.locator('html[dir="rtl"] nav a').first().waitFor();
  await page.locator('main h1').waitFor();
  await expectAccessible(page);

  // Another browser follows the profile, also one where another language was chosen before.
  const other = await dashboard.newPage({ ...desktop, locale: 'de-DE' });
  await other.goto('/sign-in');
  await other.locator('html[lang="de"] h1').waitFor();
  await other.getByRole('combobox', { name: 'Sprache' }).selectOption('fr');
  await other.locator('html[lang="fr"] h1').waitFor();
  // As if chosen another day: what is chosen in this tab would be that of the profile from now on.
  await other.evaluate(() => sessionStorage.clear());
  await signIn(other, courier.email);
  await other.locator('html[lang="ar"] main h1').waitFor();
});

it('is changed in the profile; a company’s screens are in English', async () => {
  const courier = await dashboard.newMember('courier');
  const page = await dashboard.newPage({ ...phone }, courier);
  await page.goto('/profile#language');
  await page.getByRole('combobox', { name: 'Language of pages and emails' }).selectOption('de');
  await page.getByRole('combobox', { name: 'Sprache der Seiten und E-Mails' }).waitFor();
  expect(await shownIn(page)).toEqual({ lang: 'de', dir: 'ltr' });
  // What emails and other browsers follow.
  const { rows } = await dashboard.server.database.owner.query('select language from people where id = $1', [
    courier.personId,
  ]);
  expect(rows).toEqual([{ language: 'de' }]);

  const company = await dashboard.newMember('company');
  const desk = await dashboard.newPage({ ...desktop, locale: 'ar-EG' }, company);
  await desk.goto(screen(company, '/orders'));
  await desk.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect(await shownIn(desk)).toEqual({ lang: 'en', dir: 'ltr' });
  await desk.goto('/profile');
  await desk.locator('html[lang="ar"] h1').waitFor();
});
