/** An invitation in a real browser: from the mail through sign-up to the link and its end; axe finds nothing to say. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestAccount, password, type TestAccount } from '../worlds/account.ts';
import { expectAccessible, launchBrowser, phone } from './browser.ts';

let account: TestAccount;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const { directory } = await buildDashboard();
  [account, browser] = await Promise.all([createTestAccount({ dashboard: directory }), launchBrowser()]);
  origin = await account.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser.close();
  await account.close();
});

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** The path in the link of the latest mail to an address: an invitation's, or that of a sign-up. */
async function mailedPath(email: string): Promise<string> {
  const text = (await account.mailsTo(email)).at(-1)?.text ?? '';
  return /\/(?:account\/[a-z]+|confirm)\/[0-9A-Za-z]+/.exec(text)?.[0] ?? '';
}

it('a courier signs up for an invitation on a phone, accepts it, and ends the link', async () => {
  const company = await makeCompany(account.db, { name: 'Bolt Bistro' });
  const partner = createPartnerClient(account.app, await makeKey(account.db, company, 'test'));
  const email = 'rider@example.com';
  await partner.post('/invitations', { email, type: 'courier', name: 'Rider' });
  const path = await mailedPath(email);

  const context = await browser.newContext({ ...phone, baseURL: origin });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const look = async (): Promise<void> => {
    await expectAccessible(page);
    expect((await page.locator('html').boundingBox())?.width).toBe(390);
  };
  await page.goto(path);
  await look();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await account.deliver();
  await page.goto(await mailedPath(email));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Confirm and sign in');

  await page.getByRole('heading', { name: 'An invitation' }).waitFor();
  await look();
  expect(await page.getByLabel('Name of your account').inputValue()).toBe('Rider');
  await page.getByRole('link', { name: 'Companies' }).click();
  await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  await look();
  await page.goto(path);
  await press(page, 'Accept');
  await page.getByRole('heading', { name: 'You are linked' }).waitFor();
  await look();
  await page.getByRole('link', { name: 'See your companies' }).click();
  await look();
  await page.getByRole('link', { name: /End the link to Bolt Bistro/ }).click();
  await look();
  await press(page, 'End the link');
  await page.getByRole('status').filter({ hasText: 'The link was ended.' }).waitFor();
  await look();
  const { data } = (await partner.get('/beneficiaries')).json();
  expect(data).toMatchObject([{ type: 'courier', name: 'Rider', status: 'ended' }]);

  await partner.post('/invitations', { email, type: 'courier', name: 'Rider' });
  const second = await mailedPath(email);
  await account.pool.query(
    `with made as (insert into holders (kind, name) values ('courier', 'Night rides') returning id)
     insert into members (holder_id, person_id, role) select made.id, p.id, 'owner' from made, people p where p.email = $1`,
    [email],
  );
  await page.goto(second);
  await page.getByLabel('Night rides').check();
  await look();
  await press(page, 'Decline');
  await page.getByRole('heading', { name: 'This invitation was declined' }).waitFor();
  await look();
  await partner.post('/invitations', { email: 'other@example.com', type: 'courier', name: 'Other' });
  await page.goto(await mailedPath('other@example.com'));
  await page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor();
  await look();
  await context.close();
});
