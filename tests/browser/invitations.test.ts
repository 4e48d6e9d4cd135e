/**
 * An invitation in a real browser: from the mail through sign-up to the link and its end, on a phone; at a desk without
 * the mail, and every way it can be of no use. Each state is judged by axe.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { deliverMails, linkToken, mailsTo } from '../fixtures/people.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, password, pressUnder, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let company: bigint;
let partner: PartnerClient;
let count = 0;

beforeAll(async () => {
  dashboard = await openDashboard();
});
beforeEach(async () => {
  company = await makeCompany(dashboard.db, { name: 'Bolt Bistro' });
  partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, company));
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

const pool = () => dashboard.server.pool;
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name, exact: true }).click();
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

async function invite(email: string, type: 'merchant' | 'courier' = 'courier'): Promise<{ id: string; path: string }> {
  const { invitation_id: id } = (await partner.post('/invitations', { email, type, name: 'Rider' })).json().data;
  const text = (await mailsTo(pool(), email)).at(-1)?.text ?? '';
  return { id, path: /\/invitations\/[0-9A-Za-z]+/.exec(text)?.[0] ?? '' };
}

it('a courier signs up for an invitation on a phone, accepts it, and ends the link', async () => {
  count += 1;
  const email = `rider${count}@example.com`;
  const { path } = await invite(email);
  const page = await dashboard.newPage(phone);
  const look = async (): Promise<void> => {
    await expectAccessible(page);
    expect((await page.locator('html').boundingBox())?.width).toBe(390);
  };
  await page.goto(path);
  await heading(page, 'Bolt Bistro wants to pay you through Sluice');
  await page.getByText('sent to r…@example.com').waitFor();
  await page.getByText('This invitation is for test mode.').waitFor();
  await look();
  await follow(page, 'Create an account');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
  await heading(page, 'Check your email');
  await deliverMails(pool(), dashboard.server.people);
  await page.goto(`/confirm/${await linkToken(pool(), email)}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Confirm and sign in');

  await heading(page, 'Bolt Bistro wants to pay you through Sluice');
  await page.getByText(`Signed in as ${email}.`).waitFor();
  await look();
  const name = page.getByLabel('Your name as a courier');
  expect(await name.inputValue()).toBe('Rider');
  await name.fill(' ');
  await press(page, 'Accept invitation');
  await page.getByText('Enter a name of up to 100 characters.').waitFor();
  await name.fill('Ada rides');
  await page.getByRole('button', { name: 'Accept invitation' }).dblclick();
  await heading(page, 'You’re connected');
  await look();
  await follow(page, 'Go to your earnings');
  await heading(page, 'Earnings');
  const [{ id }] = (await partner.get('/beneficiaries')).json().data;
  const owed = accountAt({ holderId: company, mode: 'test', currency: 'EUR' }, `earnings:${id}`);
  await inTransaction(dashboard.db, (tx) => makeLinkOwe(tx, owed, 500n, new Date()));

  await page.getByRole('navigation', { name: 'Main screens' }).getByRole('link', { name: 'Platforms' }).click();
  await page
    .getByRole('region', { name: 'Bolt Bistro' })
    .getByText('Pays you as a courier, under the name “Rider”')
    .waitFor();
  await look();
  await press(page, 'Leave Bolt Bistro');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You still owe Bolt Bistro EUR 5.00.').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Leave Bolt Bistro' }).click();
  await page.getByText('You left Bolt Bistro').waitFor();
  await page.getByRole('region', { name: 'Bolt Bistro' }).getByText('Ended').first().waitFor();
  expect((await partner.get('/beneficiaries')).json().data).toMatchObject([{ name: 'Rider', status: 'ended' }]);
  await page.goto(path);
  await heading(page, 'You’re connected');
});

describe('at a desk', () => {
  it('an invitation shows without its mail, is for one of several businesses, and a stale tab says what became of it', async () => {
    const ada = await dashboard.newMember('customer');
    for (const name of ['Night rides', 'Day rides']) {
      await inTransaction(dashboard.db, async (tx) =>
        insertMember(tx, await insertHolder(tx, 'courier', name), ada.personId, 'owner'),
      );
    }
    const { path } = await invite(ada.email);
    const page = await dashboard.newPage(desktop, ada);
    await page.goto(screen(ada));
    await page.getByText('Bolt Bistro wants to pay you through Sluice').waitFor();
    await expectAccessible(page);
    await follow(page, 'View invitation from Bolt Bistro');
    await page.getByRole('radio', { name: 'Night rides' }).waitFor();
    await page.getByRole('radio', { name: 'A new courier account' }).check();
    await page.getByLabel('Your name as a courier').waitFor();
    await page.getByRole('radio', { name: 'Day rides' }).check();
    await expectAccessible(page);
    const other = await page.context().newPage();
    const answers: string[] = [];
    other.on('request', (request) => {
      if (request.url().includes('/received-invitations/')) answers.push(request.url().split('/').at(-1) as string);
    });
    await other.goto(path);
    await press(other, 'Decline');
    await other.getByRole('dialog').getByText('If you change your mind').waitFor();
    await expectAccessible(other, '[role="dialog"]');
    await press(other, 'Decline invitation');
    await heading(other, 'This invitation was declined');
    expect(answers).toEqual(['decline']);
    await expectAccessible(other);
    await press(page, 'Accept invitation');
    await heading(page, 'This invitation was declined');
    await page.goto(screen(ada));
    await heading(page, 'Your wallet is empty');
    expect(await page.getByText('invites you').count()).toBe(0);
  });

  it('it is shown to whoever else opens it for what it is, and leads on', async () => {
    const [ada, eve] = [await dashboard.newMember('customer'), await dashboard.newMember('customer')];
    const owner = await dashboard.newMember('company', { holderId: company });
    const { path, id } = await invite(ada.email);
    const evesPage = await dashboard.newPage(desktop, eve);
    await evesPage.goto(path);
    await heading(evesPage, 'This invitation is for another address');
    await expectAccessible(evesPage);
    await press(evesPage, 'Use another account');
    await heading(evesPage, 'Sign in');
    await evesPage.getByLabel('Email').fill(ada.email);
    await evesPage.getByLabel('Password', { exact: true }).fill(password);
    await press(evesPage, 'Sign in');
    await evesPage.getByRole('button', { name: 'Accept invitation' }).waitFor();

    const ownersPage = await dashboard.newPage(desktop, owner);
    await ownersPage.goto(path);
    await heading(ownersPage, 'You sent this invitation');
    await expectAccessible(ownersPage);
    await follow(ownersPage, 'See all invitations');
    await ownersPage.getByText(ada.email).waitFor();

    await partner.post(`/invitations/${id}/revoke`);
    await press(evesPage, 'Accept invitation');
    await heading(evesPage, 'Bolt Bistro withdrew this invitation');
    const visitor = await dashboard.newPage(desktop);
    const late = await invite(ada.email);
    await pool().query('update invitations set expires_at = now() where id = $1', [late.id]);
    await visitor.goto(late.path);
    await heading(visitor, 'This invitation has expired');
    await visitor.getByRole('link', { name: 'Sign in' }).waitFor();
    await visitor.goto('/invitations/7Gk2');
    await heading(visitor, 'This invitation link doesn’t work');
    await expectAccessible(visitor);
  });

  it('the session may end while it is open: what was typed is kept', async () => {
    const ada = await dashboard.newMember('customer');
    const { path } = await invite(ada.email, 'merchant');
    const page = await dashboard.newPage(desktop, ada);
    await page.goto(path);
    await page.getByLabel('Name of your restaurant or shop').fill('Ada’s Taverna');
    await pool().query('delete from sessions');
    await pressUnder(page, 'Accept invitation');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'You’re connected');
    const { rows } = await pool().query(
      'select h.name from links l join holders h on h.id = l.holder_id where l.company_id = $1',
      [company],
    );
    expect(rows).toEqual([{ name: 'Ada’s Taverna' }]);
  });
});
