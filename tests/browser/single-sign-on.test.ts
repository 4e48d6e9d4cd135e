/** Single sign-on in a real browser, at a real provider: set up, signed in through, and confirmed with. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { turnOnSecondFactor } from '../fixtures/people.ts';
import { clientId, clientSecret, createSignInProvider, type TestProvider } from '../fixtures/sign-in-provider.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, password, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let idp: TestProvider;

beforeAll(async () => {
  idp = await createSignInProvider();
  dashboard = await openDashboard({ atPublicUrl: true, webhooks: { loopbackInTest: true, allow: [] } });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await dashboard.close();
  await idp.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function lookOnBoth(page: Page): Promise<void> {
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  }
}

/** Fills the forms of the provider: who it is, and that they agree. */
async function passProvider(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The owner of an account with its own provider, whom the provider knows by their address. */
async function newOwner(kind: 'company' | 'merchant' | 'service'): Promise<Member & { settings: string }> {
  const member = await dashboard.newMember(kind);
  idp.people.set(member.email, { email: member.email, email_verified: true });
  idp.allow(`${dashboard.origin}/api/v1/session/provider/${member.holderId}/callback`);
  const place = kind === 'service' ? 'operator/single-sign-on' : 'settings/single-sign-on';
  const { cookies } = await turnOnSecondFactor(dashboard.server.people, member.email, password);
  return { ...member, cookies, settings: `/h/${member.holderId}/test/${place}` };
}

async function setUp(page: Page, settings: string): Promise<void> {
  await page.goto(settings);
  await page.getByLabel('Issuer').fill(idp.issuer);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByLabel('Our provider enforces two-step sign-in').check();
  await press(page, 'Save');
  await page.getByText('Single sign-on was saved').waitFor();
}

describe.each(['company', 'merchant', 'service'] as const)('the lead of a %s', (kind) => {
  it('sets a provider up, signs in through it, and confirms with it what needs a fresh code', async () => {
    const owner = await newOwner(kind);
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(owner.settings);
    await heading(page, 'Single sign-on');
    await page.getByText(`/session/provider/${owner.holderId}/callback`).waitFor();
    await lookOnBoth(page);
    await page.getByLabel('Issuer').fill(`${idp.issuer}/nothing`);
    await page.getByLabel('Client ID').fill(clientId);
    await page.getByLabel('Client secret').fill(clientSecret);
    await press(page, 'Save');
    await page.getByText('has no OpenID Connect configuration: it answered HTTP 404').waitFor();
    await setUp(page, owner.settings);
    const start = await page.getByText('/sign-in/with/').textContent();
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    await lookOnBoth(page);

    const theirs = await dashboard.newPage({ ...desktop });
    await theirs.goto('/sign-in');
    await press(theirs, 'Sign in with your organization');
    await lookOnBoth(theirs);
    await theirs.getByLabel('Work email').fill(owner.email);
    await press(theirs, 'Continue');
    await passProvider(theirs, owner.email);
    await theirs.waitForURL(new RegExp(`/h/${owner.holderId}/`));
    await theirs.goto('/profile');
    await heading(theirs, 'You signed in through your organization');
    await lookOnBoth(theirs);

    await theirs.goto(owner.settings);
    await press(theirs, 'Remove single sign-on');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.waitFor();
    await expectAccessible(theirs);
    const [popup] = await Promise.all([
      theirs.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Confirm with your organization' }).click(),
    ]);
    await popup.getByPlaceholder('Enter any login').fill(owner.email);
    await popup.getByPlaceholder('and password').fill('any');
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Sign-in' }).click()]);
    await theirs.getByText('Single sign-on was removed').waitFor();

    await theirs.context().clearCookies();
    await theirs.goto(new URL(start ?? '').pathname);
    await lookOnBoth(theirs);
    await press(theirs, 'Continue');
    await theirs.getByText('No single sign-on is set up for this address.').waitFor();
  });
});

it('says in words on the sign-in page what went wrong, and goes on to a code', async () => {
  const page = await dashboard.newPage(desktop);
  await page.goto('/sign-in?failed=no_member');
  await page.getByRole('alert').getByText('You are not a member of this account.').waitFor();
  await lookOnBoth(page);
  await page.goto('/sign-in?failed=%3Cscript%3E');
  await heading(page, 'Sign in');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto('/sign-in?step=code');
  await heading(page, 'Enter your code');
  await page.goto('/confirmed?failed=not_confirmed');
  await heading(page, 'Not confirmed');
  await lookOnBoth(page);
});
