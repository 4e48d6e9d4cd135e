/** How people come in, in a real browser: signing up and in, mailed links, a lost session, and a demo's logins. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { bringIn, drawOut } from '../fixtures/money.ts';
import { authenticatorCode, deliverMails, linkToken, turnOnSecondFactor, visitWith } from '../fixtures/people.ts';
import { accountAt } from '../support/ledger-names.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, password, pressUnder, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let count = 0;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

const pool = () => dashboard.server.database.pool;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const word = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true });

async function mailedToken(email: string): Promise<string> {
  await deliverMails(pool(), dashboard.server.people);
  return linkToken(pool(), email);
}

async function expectNoWiderThan(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoWiderThan(page);
}

/** At a desk, and as narrow as a phone: these screens have the same parts on both. */
async function lookOnBoth(page: Page): Promise<void> {
  await look(page);
  await page.setViewportSize(phone.viewport);
  await look(page);
  await page.setViewportSize(desktop.viewport);
}

describe('at a desk, as narrow as a phone wherever it is looked at', () => {
  it('a visitor is greeted, signs up, confirms by mail and sees their first screen', async () => {
    count += 1;
    const email = `new${count}@example.com`;
    const page = await dashboard.newPage(desktop);
    await page.goto('/');
    await heading(page, 'Payments, splits and settlement');
    expect(await page.getByRole('heading', { name: 'Demo accounts' }).count()).toBe(0);
    await lookOnBoth(page);

    await follow(page, 'Create an account');
    await field(page, 'Name').fill('Ada Lovelace');
    await field(page, 'Email').fill('not an address');
    await word(page).fill('short');
    await press(page, 'Create account');
    await page.getByText('Use 8 to 128 characters.').waitFor();
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('true');
    expect(await field(page, 'Name').inputValue()).toBe('Ada Lovelace');
    await page.locator('input[type=email]:focus').waitFor();
    await lookOnBoth(page);

    await field(page, 'Email').fill(email);
    await word(page).fill(password);
    await press(page, 'Create account');
    await heading(page, 'Check your email');
    await lookOnBoth(page);
    const first = await mailedToken(email);
    await press(page, 'Send again');
    await page.getByRole('status').filter({ hasText: 'sent again' }).waitFor();
    const token = await mailedToken(email);

    await page.goto(`/confirm/${first}`);
    await heading(page, 'This link no longer works');
    await lookOnBoth(page);
    await page.goto(`/confirm/${token}`);
    await word(page).fill('another password');
    await press(page, 'Confirm and sign in');
    await page.getByText('This is not the password you chose when you signed up.').waitFor();
    await lookOnBoth(page);
    await word(page).fill(password);
    await press(page, 'Confirm and sign in');
    await heading(page, 'What will you use Sluice for?');
    await page.getByRole('button', { name: /^Pay from a wallet/ }).click();
    await press(page, 'Create wallet');
    await heading(page, 'Wallet');
    expect(new URL(page.url()).pathname).toMatch(/^\/h\/\d+\/live$/);
  });

  it('a forgotten password is replaced by the mailed link, and the new one signs in', async () => {
    const { email } = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop);
    await page.goto('/sign-in');
    await field(page, 'Email').fill(email);
    await word(page).fill('a wrong one');
    await press(page, 'Sign in');
    await page.getByRole('alert').waitFor();
    expect([await field(page, 'Email').inputValue(), await word(page).inputValue()]).toEqual([email, '']);
    await lookOnBoth(page);

    await follow(page, 'Forgot your password?');
    await heading(page, 'Forgot your password?');
    await lookOnBoth(page);
    await field(page, 'Email').fill(email);
    await press(page, 'Send the link');
    await heading(page, 'Check your email');
    const token = await mailedToken(email);
    await page.goto(`/reset-password/${token}`);
    await heading(page, 'Choose a new password');
    await word(page, 'New password').fill('short');
    await press(page, 'Change password');
    await page.getByText('Use 8 to 128 characters.').waitFor();
    await lookOnBoth(page);
    await word(page, 'New password').fill('a whole new password');
    await press(page, 'Change password');
    await page.getByRole('status').filter({ hasText: 'Sign in with the new one' }).waitFor();
    await field(page, 'Email').fill(email);
    await word(page).fill('a whole new password');
    await press(page, 'Sign in');
    await heading(page, 'Home');
  });

  it('a session that ended while a form was filled in: what was typed survives, and is sent', async () => {
    const member = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop, member);
    await page.goto('/profile');
    await field(page, 'Name').fill('Grace Hopper');
    await pool().query('delete from sessions');
    await pressUnder(page, 'Save name');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await lookOnBoth(page);
    expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(member.email);
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Password', { exact: true }).fill('a wrong one');
    await press(page, 'Sign in');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
    await page.getByText('Your name was changed').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await pool().query('select name from people where id = $1', [member.personId]);
    expect(rows).toEqual([{ name: 'Grace Hopper' }]);
  });

  it('a person changes name and password, sets up two-step sign-in by its QR code, and ends sessions', async () => {
    const member = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop, member);
    await dashboard.server.people.signIn(visitWith(), { email: member.email, password });
    await page.goto(screen(member));
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Your profile' }).click();
    await heading(page, 'Your profile');
    // What is seldom changed is a row each.
    await page.getByText('2', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'password' }).count()).toBe(0);
    await lookOnBoth(page);
    await press(page, 'Manage: Sessions');
    await page.getByRole('button', { name: /^End the session on/ }).waitFor();
    await lookOnBoth(page);
    await press(page, 'End all other sessions');
    await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('All other sessions were ended').waitFor();
    await page.getByRole('button', { name: /^End the session on/ }).waitFor({ state: 'detached' });

    await press(page, 'Change: Password');
    await word(page, 'Current password').fill('a wrong one');
    await word(page, 'New password').fill('a whole new password');
    await press(page, 'Change password');
    await page.getByText('This is not your password.').waitFor();
    expect(await word(page, 'New password').inputValue()).toBe('a whole new password');
    await word(page, 'Current password').fill(password);
    await press(page, 'Change password');
    await page.getByText('Your password was changed.').waitFor();
    await page.getByRole('button', { name: 'Change: Password' }).waitFor();

    await press(page, 'Set up');
    await word(page, 'Your password').fill('a whole new password');
    await press(page, 'Continue');
    await page.getByRole('img', { name: /^QR code that adds this account/ }).waitFor();
    const uri = await page.getByRole('link', { name: 'Open your authenticator app' }).getAttribute('href');
    const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
    await page.getByText(secret, { exact: true }).waitFor();
    await lookOnBoth(page);
    await field(page, 'Code').fill('000000');
    await press(page, 'Turn on');
    await page.getByText('This code is wrong or was already used').waitFor();
    await field(page, 'Code').fill(authenticatorCode(secret, 0));
    await press(page, 'Turn on');
    await heading(page, 'Save your recovery codes');
    await lookOnBoth(page);
    const codes = (await page.getByText(/^\w{4}-\w{4}-\w{4}$/).allInnerTexts()) as string[];
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(download.suggestedFilename()).toBe('sluice-recovery-codes.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
    expect(codes).toHaveLength(10);
    await press(page, 'I have saved them');
    await page.getByText(codes[0] as string).waitFor({ state: 'detached' });

    await press(page, 'Turn off');
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in?' });
    await dialog.getByLabel('Your password', { exact: true }).fill('a whole new password');
    await dialog.getByRole('textbox', { name: 'Code or recovery code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
    await dialog.getByText('The password or the code is wrong').first().waitFor();
    await lookOnBoth(page);
    await dialog.getByRole('textbox', { name: 'Code or recovery code' }).fill(codes[0] as string);
    await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
    await page.getByText('Two-step sign-in is off.').waitFor();
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor();
  });
});

const liveWallet = (holderId: bigint) => accountAt({ holderId, mode: 'live', currency: 'EUR' }, 'wallet');

describe('leaving', () => {
  it('is said no to while money is left, and then deletes the person in four steps', async () => {
    const member = await dashboard.newMember('customer');
    const { db } = dashboard.server;
    const wallet = liveWallet(member.holderId);
    await inTransaction(db, (tx) => bringIn(tx, wallet, 700n, new Date(), 'bank'));
    const page = await dashboard.newPage(phone, member);
    await page.goto(`${dashboard.origin}/profile`);
    await press(page, 'Delete my account…');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('Your account can’t be deleted yet').waitFor();
    await dialog.getByText(/7\.00/).waitFor();
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await inTransaction(db, (tx) => drawOut(tx, wallet, 700n, new Date()));

    await press(page, 'Delete my account…');
    await dialog.getByText('Your name, email address and password').waitFor();
    await dialog.getByText('The account A customer will be closed').waitFor();
    await expectAccessible(page, '[role=dialog]');
    await expectNoWiderThan(page);
    await dialog.getByLabel('Your password', { exact: true }).fill('a wrong one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('This is not your password.').first().waitFor();
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    const { rows } = await pool().query('select 1 from people where id = $1', [member.personId]);
    expect(rows).toEqual([]);
  });

  it('closes an account whose name is typed, which can then be read', async () => {
    const member = await dashboard.newMember('courier');
    const page = await dashboard.newPage(desktop, member);
    await page.goto(screen(member, '/settings/account'));
    await press(page, 'Close account…');
    const dialog = page.getByRole('dialog', { name: 'Close A courier?' });
    const submit = dialog.getByRole('button', { name: 'Close account' });
    await submit.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('textbox', { name: 'Type the name of the account: A courier' }).fill('A courier');
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await submit.click();
    await page.getByText('This account is closed').waitFor();
    await page.getByRole('heading', { name: 'No earnings' }).waitFor();
    await look(page);
    await page.goto(screen(member, '/settings/account'));
    await page.getByText('This account is closed').waitFor();
    expect(await page.getByRole('button', { name: 'Close account…' }).count()).toBe(0);
  });
});

it('by keyboard alone: from the greeting to the first screen', async () => {
  const email = 'keyboard@example.com';
  const page = await dashboard.newPage(desktop);
  const { keyboard } = page;
  const tabTo = async (name: string): Promise<void> => {
    for (let steps = 0; steps < 20; steps += 1) {
      await keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.textContent')) === name) return;
    }
    throw new Error(`${name} is not reached with Tab`);
  };
  await page.goto('/');
  await heading(page, 'Payments, splits and settlement');
  await tabTo('Create an account');
  await keyboard.press('Enter');
  await heading(page, 'Create an account');
  await page.locator('[autocomplete=name]:focus').waitFor();
  await keyboard.type('Ada Lovelace');
  await keyboard.press('Tab');
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await heading(page, 'Check your email');
  await page.goto(`/confirm/${await mailedToken(email)}`);
  await page.locator('[autocomplete=current-password]:focus').waitFor();
  await keyboard.type(password);
  await keyboard.press('Enter');
  await heading(page, 'What will you use Sluice for?');
  await tabTo('Pay from a walletA personal wallet to top up and to pay shops from.');
  await keyboard.press('Enter');
  await page.locator('[autocomplete=name]:focus').waitFor();
  await keyboard.press('Enter');
  await heading(page, 'Wallet');
});

describe('signing in', () => {
  it('takes a code of those who have a second factor, and starts over when it came too late', async () => {
    const member = await dashboard.newMember('company');
    const { secret } = await turnOnSecondFactor(dashboard.server.people, member.email, password);
    const page = await dashboard.newPage(phone);
    await page.goto(screen(member, '/orders'));
    const signIn = async (): Promise<void> => {
      await field(page, 'Email').fill(member.email);
      await word(page).fill(password);
      await press(page, 'Sign in');
      await heading(page, 'Enter your code');
    };
    await signIn();
    await look(page);
    await field(page, 'Code').fill('000000');
    await press(page, 'Continue');
    await page.getByText('This code is wrong or was already used').waitFor();
    await look(page);
    await pool().query('delete from verifications');
    await field(page, 'Code').fill(authenticatorCode(secret));
    await press(page, 'Continue');
    await page.getByText('The sign-in took too long').waitFor();
    await signIn();
    await field(page, 'Code').fill(authenticatorCode(secret));
    await press(page, 'Continue');
    await heading(page, 'Orders');
  });

  it('of an owner whom others locked out: the mailed link lets this browser in', async () => {
    const { email } = await dashboard.newMember('company');
    for (let n = 0; n < 20; n += 1) {
      await dashboard.server.people.signIn(visitWith([], '127.0.0.1'), { email, password: 'a guess' });
    }
    const page = await dashboard.newPage(phone);
    await page.goto('/sign-in');
    await field(page, 'Email').fill(email);
    await word(page).fill(password);
    await press(page, 'Sign in');
    await page.getByText('Too many attempts').waitFor();
    await look(page);
    await follow(page, 'Get a link that lets you sign in from this browser');
    await heading(page, 'Too many attempts');
    await field(page, 'Email').fill(email);
    await press(page, 'Send the link');
    await heading(page, 'Check your email');
    await page.goto(`/lift-limit/${await mailedToken(email)}`);
    await heading(page, 'Sign in from this browser');
    await look(page);
    await press(page, 'Unlock sign-in');
    await page.getByText('Sign-in is unlocked in this browser').waitFor();
    await field(page, 'Email').fill(email);
    await word(page).fill(password);
    await press(page, 'Sign in');
    await heading(page, 'Home');
  });

  it.each(['//evil.example', 'https://evil.example/account'])('leads to nowhere but here: %s', async (next) => {
    const { email } = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await field(page, 'Email').fill(email);
    await word(page).fill(password);
    await press(page, 'Sign in');
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
    expect(new URL(page.url()).origin).toBe(dashboard.origin);
  });

  it('is for whoever is not signed in yet, and leads on to pages outside of the dashboard', async () => {
    const member = await dashboard.newMember('customer');
    const page = await dashboard.newPage(desktop, member);
    await page.goto('/sign-in?next=/pay/api/v1/user/authentication/form/none');
    await heading(page, 'Payment link not found');
    await page.goto('/sign-in');
    await heading(page, 'Wallet');
  });
});

describe('a session that ended', () => {
  it('is asked for once, however much was refused, and reads go on after it', async () => {
    const { member, secret } = await withSecondFactor();
    const page = await dashboard.newPage(desktop, member);
    await page.goto(screen(member));
    await heading(page, 'Home');
    await pool().query('delete from sessions');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await word(page).fill(password);
    await press(page, 'Sign in');
    await page.getByRole('dialog', { name: 'Enter your code' }).waitFor();
    await expectAccessible(page);
    await field(page, 'Code').fill(authenticatorCode(secret, 1));
    await press(page, 'Continue');
    await heading(page, 'No orders yet');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('may be left for another account', async () => {
    const member = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop, member);
    await page.goto('/profile');
    await heading(page, 'Sessions');
    await field(page, 'Name').fill('Grace Hopper');
    await pool().query('delete from sessions');
    await pressUnder(page, 'Save name');
    await press(page, 'Use another account');
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/profile');
  });

  it('and is signed out of is left without a question', async () => {
    const page = await dashboard.newPage(desktop, await dashboard.newMember('company'));
    await page.goto('/profile');
    await heading(page, 'Sessions');
    // Only now, before the request that signs out: any other request would notice first.
    await page.route('**/api/v1/**', async (route) => {
      if (route.request().method() === 'DELETE') await pool().query('delete from sessions');
      await route.continue();
    });
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

/** Someone whose second factor is a day old; its current code is used up, the next one is not. */
async function withSecondFactor(): Promise<{ member: Member; secret: string }> {
  const member = await dashboard.newMember('company');
  const { secret, cookies } = await turnOnSecondFactor(dashboard.server.people, member.email, password);
  await pool().query(`update people set second_factor_at = now() - interval '1 day' where id = $1`, [member.personId]);
  return { member: { ...member, cookies }, secret };
}

describe('an act that needs a fresh second factor', () => {
  /** The service refuses the next change of the name, as it does acts of more weight. */
  async function refuseOnce(page: Page): Promise<void> {
    const error = { code: 'second_factor_required', message: 'Pass your second factor again.', details: [] };
    let refused = false;
    await page.route('**/api/v1/profile', (route) => {
      if (refused || route.request().method() === 'GET') return route.fallback();
      refused = true;
      return route.fulfill({ status: 403, json: { status: false, error: { ...error, request_id: 'x' } } });
    });
  }

  it('asks for a code, and is then sent again as it was', async () => {
    const { member, secret } = await withSecondFactor();
    const page = await dashboard.newPage(phone, member);
    await page.goto('/profile');
    await refuseOnce(page);
    await field(page, 'Name').fill('Grace Hopper');
    await press(page, 'Save name');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.waitFor();
    await look(page);
    await field(page, 'Code').fill('000000');
    await press(page, 'Confirm');
    await dialog.getByText('This code is wrong or was already used').waitFor();
    await field(page, 'Code').fill(authenticatorCode(secret, 1));
    await press(page, 'Confirm');
    await page.getByText('Your name was changed').waitFor();
    const { rows } = await pool().query('select name from people where id = $1', [member.personId]);
    expect(rows).toEqual([{ name: 'Grace Hopper' }]);
  });

  it('is called off with the dialog, and nothing typed is lost', async () => {
    const { member } = await withSecondFactor();
    const page = await dashboard.newPage(desktop, member);
    await page.goto('/profile');
    await refuseOnce(page);
    await field(page, 'Name').fill('Grace Hopper');
    await press(page, 'Save name');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Close');
    await page.getByRole('alert').filter({ hasText: 'This needs a code' }).waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Grace Hopper');
  });

  it('says what to do to those who have none, and that a new one has to wait', async () => {
    const member = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop, member);
    await page.goto('/profile');
    await refuseOnce(page);
    await field(page, 'Name').fill('Grace Hopper');
    await press(page, 'Save name');
    await page.getByRole('dialog', { name: 'Two-step sign-in is required' }).waitFor();
    await expectAccessible(page);
    await follow(page, 'Go to your profile');
    expect(new URL(page.url()).hash).toBe('#two-step');
    const wait = page.getByText('become available 24 hours after you turn it on');
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    expect(await wait.count()).toBe(0);
    await pool().query(`update people set created_at = now() - interval '1 day' where id = $1`, [member.personId]);
    await page.reload();
    await wait.waitFor();

    const fresh = await withSecondFactor();
    await pool().query('update people set second_factor_at = now() where id = $1', [fresh.member.personId]);
    const other = await dashboard.newPage(desktop, fresh.member);
    await other.goto('/profile');
    await refuseOnce(other);
    await field(other, 'Name').fill('Grace Hopper');
    await press(other, 'Save name');
    await field(other, 'Code').fill(authenticatorCode(fresh.secret, 1));
    await press(other, 'Confirm');
    await other.getByText('was turned on less than 24 hours ago').waitFor();
    await expectAccessible(other);
  });
});

it('an address of nothing is a page, from the service and within the dashboard', async () => {
  const page = await dashboard.newPage(phone);
  expect((await page.goto('/nothing-here'))?.status()).toBe(404);
  await heading(page, 'This page doesn’t exist');
  await look(page);
  await follow(page, 'Go to home');
  await heading(page, 'Payments, splits and settlement');
  await page.goto('/h/nothing');
  await heading(page, 'This page doesn’t exist');
  await look(page);
});

it('whoever asks for the rest of a file gets all of it', async () => {
  const whole = await fetch(`${dashboard.origin}/favicon.svg`);
  const rest = await fetch(`${dashboard.origin}/favicon.svg`, { headers: { range: 'bytes=5-' } });
  expect(rest.status).toBe(200);
  expect(await rest.text()).toBe(await whole.text());
});
