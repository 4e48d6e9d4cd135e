/** Passkeys in a real browser, whose authenticator is simulated by the browser itself: added, used, removed. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorCode, turnOnSecondFactor } from '../fixtures/people.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, password, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard({ atPublicUrl: true });
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

async function lookOnBoth(page: Page): Promise<void> {
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  }
}

/** Signs at once, as a person who touches the sensor whenever they are asked to. */
async function attachDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, authenticatorId };
}

/** A page whose browser never offers passkeys by itself, so that it is the button that is tried. */
async function openPage(...[options, member]: Parameters<TestDashboard['newPage']>): Promise<Page> {
  const page = await dashboard.newPage({ ...options }, member);
  await page.addInitScript(`delete PublicKeyCredential.isConditionalMediationAvailable`);
  return page;
}

describe('a person with two-step sign-in', () => {
  it('adds a passkey, signs in with it, does what needs a fresh code unasked, and removes it', async () => {
    const member = await dashboard.newMember('company');
    const { secret, cookies } = await turnOnSecondFactor(dashboard.server.people, member.email, password);
    const page = await openPage(desktop, { ...member, cookies });
    await attachDevice(page);

    await page.goto('/profile#passkeys');
    await page.getByText('You have no passkeys yet.').waitFor();
    await press(page, 'Add a passkey');
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    expect(await adding.getByRole('textbox', { name: 'Name' }).inputValue()).toMatch(/^Chrome on /);
    await adding.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
    await adding.getByLabel('Your password', { exact: true }).fill(password);
    await adding.getByRole('textbox', { name: 'Code or recovery code' }).fill('000000');
    await press(page, 'Continue');
    await adding.getByText('The password or the code is wrong').first().waitFor();
    await lookOnBoth(page);
    await adding.getByRole('textbox', { name: 'Code or recovery code' }).fill(authenticatorCode(secret));
    await press(page, 'Continue');
    await page.getByText('The passkey was added').waitFor();
    await page.getByText('Not used yet').waitFor();
    await lookOnBoth(page);

    await page.goto(screen(member));
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await lookOnBoth(page);
    await press(page, 'Sign in with a passkey');
    await heading(page, 'Home');

    await page.goto(screen(member, '/settings/members'));
    await press(page, 'Invite member');
    await page.getByRole('textbox', { name: 'Email' }).fill('colleague@example.com');
    await press(page, 'Send invitation');
    await page.getByText('colleague@example.com').first().waitFor();
    expect(await page.getByRole('dialog', { name: 'Confirm it’s you' }).count()).toBe(0);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.goto('/profile#passkeys');
    await page.getByText('Last used').waitFor();
    await press(page, 'Remove the passkey Work laptop');
    const removing = page.getByRole('dialog', { name: 'Remove the passkey Work laptop?' });
    await removing.getByLabel('Your password', { exact: true }).fill(password);
    // As if the codes of now had not been used for the steps before.
    await dashboard.server.database.pool.query(`delete from verifications where value = 'used'`);
    await removing.getByRole('textbox', { name: 'Code or recovery code' }).fill(authenticatorCode(secret));
    await removing.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('The passkey was removed.').waitFor();
    await page.getByText('You have no passkeys yet.').waitFor();

    await page.context().clearCookies();
    await page.goto('/sign-in');
    await press(page, 'Sign in with a passkey');
    await page.getByText('The passkey is unknown here. It may have been removed.').waitFor();
    await lookOnBoth(page);
  });
});

describe('a person without two-step sign-in', () => {
  it('adds a passkey with their password, confirms with it, and is told when no passkey is used', async () => {
    const member = await dashboard.newMember('company');
    const page = await openPage(phone, member);
    const { device, authenticatorId } = await attachDevice(page);
    await page.goto('/profile#passkeys');
    await press(page, 'Add a passkey');
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await adding.getByLabel('Your password', { exact: true }).fill(password);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Continue');
    await adding.getByText('No passkey was added.').waitFor();
    await expectAccessible(page);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, 'Continue');
    await page.getByText('The passkey was added').waitFor();

    await page.goto(screen(member, '/settings/members'));
    await press(page, 'Invite member');
    await page.getByRole('textbox', { name: 'Email' }).fill('colleague2@example.com');
    await press(page, 'Send invitation');
    const again = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await again.waitFor();
    await expectAccessible(page);
    await press(page, 'Use a passkey');
    await page.getByText('colleague2@example.com').first().waitFor();

    await page.context().clearCookies();
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.goto('/sign-in');
    await press(page, 'Sign in with a passkey');
    await page.getByText('No passkey was used.').waitFor();
  });

  it('signs in from the list that the browser offers in the field', async () => {
    const member = await dashboard.newMember('company');
    const page = await dashboard.newPage({ ...desktop }, member);
    await attachDevice(page);
    await page.goto('/profile#passkeys');
    await press(page, 'Add a passkey');
    await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(password);
    await press(page, 'Continue');
    await page.getByText('The passkey was added').waitFor();
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await heading(page, 'Home');
  });
});
