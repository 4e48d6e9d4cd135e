/** A customer's own pages in a real browser: they work, name no script, and axe finds nothing to say about them. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, expectSoundBooks, password, type TestAccount } from '../worlds/account.ts';
import { authenticatorCode } from '../worlds/people.ts';
import { desktop, expectAccessible, launchBrowser, phone } from './browser.ts';

let account: TestAccount;
let browser: Browser;
let origin: string;
let context: BrowserContext;
let count = 0;

beforeAll(async () => {
  [account, browser] = await Promise.all([createTestAccount(), launchBrowser()]);
  origin = await account.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await expectSoundBooks(account);
  await account.close();
});

async function newPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  // The pages name no script of their own; axe needs to run its one.
  context = await browser.newContext({ ...options, baseURL: origin });
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Signs up and confirms, as a person would: through the forms and the mailbox. */
async function signUp(page: Page): Promise<string> {
  count += 1;
  const email = `reader${count}@example.com`;
  await page.goto('/account/sign-up');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign up');
  await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
  await account.deliver();
  await page.goto('/dev/mail');
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  const link = await page.getByRole('link', { name: /\/account\/verify\// }).getAttribute('href');
  await page.goto(new URL(link ?? '').pathname);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Confirm and sign in');
  await page.getByRole('heading', { name: 'Wallet' }).waitFor();
  return email;
}

describe.each([
  ['a phone', phone],
  ['a desk', desktop],
])('on %s', (_where, options) => {
  it('a person signs up by mail, tops up and sees what moved', async () => {
    const page = await newPage(options);
    await signUp(page);
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await page.getByRole('link', { name: 'Top up' }).first().click();
    await page.getByLabel('Amount').fill('25');
    await page.getByLabel('Test card number').fill('4000 0000 0000 0002');
    await press(page, 'Top up');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('25');
    await expectAccessible(page);
    await page.getByLabel('Test card number').fill('4242 4242 4242 4242');
    await press(page, 'Top up');
    await page.getByRole('status').filter({ hasText: 'The wallet was topped up.' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(1);
    await expectAccessible(page);
  });

  it('turns two-step sign-in on, signs out, and comes back with a code', async () => {
    const page = await newPage(options);
    const email = await signUp(page);
    await page.goto('/account/profile/two-step');
    await page.getByLabel('Your password').fill(password);
    await press(page, 'Set it up');
    const secret = (await page.locator('.secret').innerText()).replaceAll(/\s/g, '');
    await expectAccessible(page);
    await page.getByLabel('Code of your authenticator').fill(authenticatorCode(secret, 0));
    await press(page, 'Turn it on');
    await page.getByRole('status').waitFor();
    await expectAccessible(page);
    await press(page, 'Sign out');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
    await expectAccessible(page);
    await page.getByLabel('Code').fill(authenticatorCode(secret));
    await press(page, 'Continue');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
  });
});

it('axe finds nothing to say, and nothing is wider than a phone', async () => {
  const page = await newPage(phone);
  const open = [
    'sign-up',
    'sign-up/sent',
    'sign-in',
    'resend',
    'forgotten',
    'forgotten/sent',
    'verify/x',
    'reset/x',
    '-',
  ];
  const own = ['live', 'test', 'test/payments', 'live/top-up', 'profile', 'profile/two-step', 'profile/sessions'];
  const look = async (path: string): Promise<void> => {
    await page.goto(path);
    await expectAccessible(page);
    expect([path, (await page.locator('html').boundingBox())?.width]).toEqual([path, 390]);
  };
  for (const path of open) await look(`/account/${path}`);
  await signUp(page);
  for (const path of own) await look(`/account/${path}`);
  await look('/dev/mail');
  await look('/dev/mail/1');
});
