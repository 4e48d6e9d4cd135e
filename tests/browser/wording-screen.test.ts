/** The operator writes a text anew in one language, whose readers see it, and goes back to the original. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { focusIn } from './focus.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let administrator: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

async function openWording(options: BrowserContextOptions, search: string): Promise<Page> {
  administrator = await dashboard.newMember('service', { role: 'administrator' });
  const page = await dashboard.newPage(options, administrator);
  const { pool } = dashboard.server;
  await pool.query('update people set second_factor = true where id = $1', [administrator.personId]);
  await pool.query('update sessions set second_factor_at = now() where person_id = $1', [administrator.personId]);
  await page.goto(screen(administrator, `/operator/wording${search}`));
  await page.getByRole('heading', { name: 'Wording', exact: true }).waitFor();
  return page;
}

/** What a payer sees at an address that is no payment's. */
const pageIn = async (language: string): Promise<string> =>
  (
    await dashboard.server.app.inject({
      url: '/pay/api/v1/user/payment/nothing',
      headers: { 'accept-language': language },
    })
  ).body;

const link = 'Diesen Link gibt es nicht';

it('is changed for readers of its language alone, refused without its values, and reset', async () => {
  const page = await openWording(desktop, '?language=de&search=errors.not_found.heading');
  const original = 'Zahlungslink nicht gefunden';
  expect(await pageIn('de')).toContain(original);
  const change = page.getByRole('button', { name: `Change “${original}”` });
  await change.click();
  const field = page.getByRole('textbox', { name: 'Your text' });
  await field.fill('{amount} fehlt');
  await page.getByText('This text has {amount}, which is not a value of this text.').waitFor();
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('This has {amount}, which is not a value of this text.').waitFor();
  await field.fill(link);
  await page.getByRole('dialog').locator('p[lang=de]', { hasText: link }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('The text was saved').waitFor();
  await page.getByRole('cell', { name: new RegExp(`^${link} Changed`) }).waitFor();
  // Its place is the heading of its rows.
  await page.getByRole('columnheader', { name: 'Payment page' }).waitFor();
  await page.getByText(/^1 of \d{3} changed$/).waitFor();
  await focusIn(page, change);
  expect(await pageIn('de')).toContain(link);
  expect(await pageIn('fr')).not.toContain(link);

  await change.click();
  await page.getByRole('button', { name: 'Use the original' }).click();
  await page.getByText('The original is used again').waitFor();
  expect(await pageIn('de')).toContain(original);
});

it('is read on a phone in the dark, from right to left where the language is', async () => {
  const page = await openWording({ ...phone, colorScheme: 'dark' }, '?language=ar&area=checkout');
  const texts = page.locator('span[lang=ar][dir=rtl]');
  await texts.first().waitFor();
  await expectAccessible(page);
  // Every text in full, and the whole card opens it.
  await expectToFitSmallPhone(page);
  const cut = `[...document.querySelectorAll('main button')].some((card) =>
    [...card.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1 &&
      getComputedStyle(one).overflowX !== 'visible'))`;
  expect(await page.evaluate<boolean>(cut)).toBe(false);
  await texts.first().click();
  await page.getByRole('textbox', { name: 'Your text' }).waitFor();
});
