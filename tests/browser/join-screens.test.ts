/** How businesses and their people join, in a real browser: an account of one's own, first steps, going live, members. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { holderOfPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Role } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { approveHolder, refuseHolder } from '../../src/features/holders/change-holder-status.ts';
import { removeMember } from '../../src/features/members/change-members.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { deliverMails, linkToken, mailsTo } from '../fixtures/people.ts';
import { memberOf, operator } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, password, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db, { byHand: ['holders'] });
  await dashboard.close();
});

const pool = () => dashboard.server.database.pool;
const run = <T>(work: Parameters<typeof inTransaction<T>>[1]): Promise<T> => inTransaction(dashboard.db, work);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const inviting = () => ({ publicUrl: dashboard.origin, now: () => new Date() });

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
}

/** As if the member had just passed their second factor. */
async function passed({ personId }: Member): Promise<void> {
  await pool().query('update people set second_factor = true where id = $1', [personId]);
  await pool().query('update sessions set second_factor_at = now() where person_id = $1', [personId]);
}

async function joinPath(email: string): Promise<string> {
  const mail = (await mailsTo(pool(), email)).at(-1);
  return /\/join\/[0-9A-Za-z]+/.exec(mail?.text ?? '')?.[0] as string;
}

const invite = (holderId: bigint, email: string, role: Role = 'finance') =>
  run((tx) => {
    const owner = holderId === serviceHolderId ? operator() : memberOf({ holderId, mode: 'test' });
    return inviteMember(owner, tx, inviting(), holderId, { email, role });
  });

/** What the pasted command does: a token, then a payment with it. */
async function runCommand(command: string, secret: string): Promise<string> {
  const [first = '', second = ''] = command.replace('YOUR_CLIENT_SECRET', secret).split('\n  | ');
  const body = (text: string) => /-d '([^']*)'/.exec(text)?.[1] as string;
  const headers = { 'content-type': 'application/json' };
  const base = `${dashboard.origin}/pay/api/v1`;
  const token = await fetch(`${base}/authentication/token`, { method: 'POST', headers, body: body(first) });
  const { access_token: access } = ((await token.json()) as { data: { access_token: string } }).data;
  const authorized = { ...headers, authorization: `Bearer ${access}` };
  const made = await fetch(`${base}/payment/create`, { method: 'POST', headers: authorized, body: body(second) });
  return ((await made.json()) as { data: { token: string } }).data.token;
}

it('a developer signs up on a phone, opens a shop, and sees each first step noticed as it happens', async () => {
  const email = 'baker@example.com';
  const page = await dashboard.newPage(phone);
  await page.goto('/sign-up');
  await field(page, 'Name').fill('Ada Baker');
  await field(page, 'Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
  await heading(page, 'Check your email');
  await deliverMails(pool(), dashboard.server.people);
  await page.goto(`/confirm/${await linkToken(pool(), email)}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Confirm and sign in');
  await heading(page, 'What will you use Sluice for?');
  await look(page);
  await page.getByRole('button', { name: /^Get paid by a platform/ }).click();
  await page.getByText(`sends an invitation to ${email}`).waitFor();
  await press(page, 'Back');
  await page.getByRole('button', { name: /^Take payments for a shop/ }).click();
  await press(page, 'Create shop');
  await page.getByText('Enter a name, up to 100 characters.').waitFor();
  await look(page);
  await field(page, 'Name of the shop').fill('Corner Bakery');
  await page.getByRole('button', { name: 'Create shop' }).dblclick();

  await heading(page, 'Get started');
  expect(new URL(page.url()).pathname).toMatch(/^\/h\/\d+\/test$/);
  const { rows } = await pool().query(`select id from holders where name = 'Corner Bakery'`);
  expect(rows).toHaveLength(1);
  await page.getByText('0 of 5 done').waitFor();
  await look(page);
  await press(page, 'Create test key');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await heading(page, 'Save your new key');
  const secret = await page.getByRole('region', { name: 'Client secret' }).innerText();
  await press(page, 'I have saved the secret');
  await page.getByText('1 of 5 done').waitFor();
  const command = await page.getByRole('region', { name: 'command' }).innerText();
  expect(command).not.toContain(secret);
  await look(page);
  const payment = await runCommand(command, secret);
  await page.getByText('2 of 5 done').waitFor();
  const deps = simulatedPayDeps(dashboard.db, dashboard.server.clock);
  await payByCard(deps, { holderId: holderOfPublicId('pay', payment) as bigint, id: payment });
  await page.getByText('3 of 5 done').waitFor();
  await page.getByRole('link', { name: 'Go to webhooks' }).waitFor();
  const added = await page.evaluate(async (holder) => {
    const headers = { 'content-type': 'application/json', 'sluice-holder': holder, 'sluice-mode': 'test' };
    const body = JSON.stringify({ url: 'https://bakery.example/hooks' });
    return (await fetch('/api/v1/webhook-endpoints', { method: 'POST', headers, body })).status;
  }, String(rows[0].id));
  expect(added).toBe(201);
  await page.getByText('4 of 5 done').waitFor();
  await pool().query(`update holders set status = 'active' where id = $1`, [rows[0].id]);
  await heading(page, 'You are all set');
  await press(page, 'Hide this list');
  await page.getByRole('heading', { name: 'You are all set' }).waitFor({ state: 'detached' });
});

it('a shop asks to go live on a phone, is refused with a reason, asks again and is admitted', async () => {
  const shop = await dashboard.newMember('merchant');
  await pool().query(`update holders set status = 'pending' where id = $1`, [shop.holderId]);
  const page = await dashboard.newPage(phone, shop);
  await page.goto(screen(shop));
  await page.getByText('Live', { exact: true }).click();
  await heading(page, 'Business');
  await page.getByText('You are in test mode.').waitFor();
  await press(page, 'Save and request live mode');
  await page.getByText('Required to go live.').first().waitFor();
  expect(await page.getByText('Required to go live.').count()).toBe(6);
  await look(page);
  await field(page, 'Legal name').fill('Corner Bakery Ltd');
  await field(page, 'What the business does').fill('We bake bread\nand cakes.');
  await field(page, 'Registered address').fill('1 High Street, London');
  await page.getByLabel('Country').selectOption('United Kingdom');
  await field(page, 'Website').fill('not a website');
  await page.getByLabel('Expected monthly volume').selectOption('Below EUR 10,000');
  await press(page, 'Save and request live mode');
  await page.getByText('This must be the address of a website').waitFor();
  expect(await field(page, 'What the business does').inputValue()).toBe('We bake bread and cakes.');
  await field(page, 'Website').fill('bakery.example');
  await press(page, 'Save and request live mode');
  await page.getByText('Your request is being reviewed').waitFor();
  expect(await field(page, 'Website').inputValue()).toBe('https://bakery.example/');
  await page.getByRole('button', { name: 'Save and request live mode' }).waitFor({ state: 'detached' });
  await look(page);

  await run((tx) => refuseHolder(operator(), tx, shop.holderId, 'The website has no imprint.', new Date()));
  await page.getByText('The website has no imprint.').waitFor();
  await page.goto(screen(shop, '', 'live'));
  await heading(page, 'Live mode is not available yet');
  await look(page);
  await page.getByRole('link', { name: 'Request live mode' }).click();
  await press(page, 'Save and request live mode');
  await page.getByText('Your request is being reviewed').waitFor();
  await run((tx) => approveHolder(operator(), tx, shop.holderId, new Date()));
  await page.getByText('You can take real money.').waitFor();
  await page.getByText('Live', { exact: true }).click();
  await page.waitForURL((url) => url.pathname === screen(shop, '/settings/business', 'live'));
});

it('a platform’s first steps lead to its screens, and a second account is added from the switch', async () => {
  const owner = await dashboard.newMember('customer');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner));
  await page.getByRole('button', { name: /^Switch account/ }).click();
  await page.getByRole('menuitem', { name: 'Add an account' }).click();
  await page.getByRole('button', { name: /^Run a delivery platform/ }).click();
  await field(page, 'Name of the platform').fill('Quick Bites');
  await press(page, 'Create platform');
  await page.getByText('0 of 7 done').waitFor();
  await look(page);
  expect(await page.getByText('Record your first order').count()).toBe(1);
  await page.getByRole('button', { name: 'Switch account: Quick Bites' }).click();
  await page.getByRole('menuitem', { name: /^A customer/ }).waitFor();
});

it('an owner invites at a desk, changes a role and removes; the open tab of the removed member says so', async () => {
  const owner = await dashboard.newMember('company');
  const { holderId } = owner;
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/settings/members'));
  await page.getByRole('button', { name: 'Invite member' }).waitFor();
  await look(page);
  await press(page, 'Invite member');
  await field(page, 'Email').fill('not an address');
  await press(page, 'Send invitation');
  await page.getByText('Enter an email address').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await field(page, 'Email').fill(owner.email);
  await press(page, 'Send invitation');
  await page.getByRole('dialog', { name: 'Two-step sign-in is required' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await field(page, 'Email').inputValue()).toBe(owner.email);
  await passed(owner);
  await press(page, 'Send invitation');
  await page.getByText('This person is already a member.').waitFor();
  await field(page, 'Email').fill('colleague@example.com');
  await page.getByRole('radio', { name: 'Developer' }).check();
  await press(page, 'Send invitation');
  await page.getByText('The invitation was sent to colleague@example.com').waitFor();
  const list = page.getByRole('region', { name: 'Invitations' });
  await list.getByText('Developer').waitFor();
  await look(page);
  const act = async (what: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${what}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('colleague@example.com', 'Resend');
  await dialog(page).getByRole('button', { name: 'Resend' }).click();
  await page.getByText('The invitation was sent again').waitFor();
  await act('colleague@example.com', 'Revoke');
  await dialog(page).getByRole('button', { name: 'Revoke invitation' }).click();
  await list.waitFor({ state: 'detached' });

  const colleague = await dashboard.newMember('company', { holderId, role: 'developer' });
  const theirs = await dashboard.newPage(desktop, colleague);
  await theirs.goto(screen(colleague, '/settings/members'));
  await theirs.getByText(colleague.email).waitFor();
  expect(await theirs.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  await page.reload();
  const { rows } = await pool().query('select name from people where id = $1', [colleague.personId]);
  const name: string = rows[0].name;
  await act(name, 'Change role');
  await page.getByRole('radio', { name: 'Finance' }).check();
  await press(page, 'Change role');
  await page.getByText(`${name} is now Finance`).waitFor();
  await act(name, 'Remove');
  await dialog(page).getByText('loses access to this account').waitFor();
  await dialog(page).getByRole('button', { name: 'Remove member' }).click();
  await page.getByText(`${name} was removed`).waitFor();

  await theirs.getByRole('link', { name: 'Orders' }).click();
  await heading(theirs, 'You no longer have access to this account');
  await look(theirs);
  await theirs.getByRole('link', { name: 'Go to my accounts' }).click();
  await heading(theirs, 'What will you use Sluice for?');
});

it('an invited person joins on a phone after signing up, and leaves again; the last owner can’t', async () => {
  const owner = await dashboard.newMember('company');
  const { holderId } = owner;
  const email = 'invited@example.com';
  await invite(holderId, email);
  const path = await joinPath(email);
  const page = await dashboard.newPage(phone);
  await page.goto(path);
  await heading(page, 'Join Bolt Bistro');
  await page.getByText('You’re invited to join with the Finance role.').waitFor();
  await page.getByText('i…@example.com').waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await field(page, 'Name').fill('Grace');
  await field(page, 'Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
  await heading(page, 'Check your email');
  await deliverMails(pool(), dashboard.server.people);
  await page.goto(`/confirm/${await linkToken(pool(), email)}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Confirm and sign in');
  await look(page);
  await page.getByRole('button', { name: 'Accept invitation' }).dblclick();
  await heading(page, 'Home');
  expect(new URL(page.url()).pathname).toBe(screen(owner, '', 'live'));

  await page.goto(path);
  await heading(page, 'You’re already a member');
  await look(page);
  await page.goto(screen(owner, '/settings/members', 'live'));
  await page.getByRole('button', { name: 'Actions for Grace' }).click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await dialog(page).getByRole('button', { name: 'Leave account' }).click();
  await heading(page, 'What will you use Sluice for?');

  const other = await dashboard.newMember('company', { holderId, role: 'viewer' });
  const own = await dashboard.newPage(phone, owner);
  await own.goto(screen(owner, '/settings/members'));
  await own.getByText(other.email).waitFor();
  await look(own);
  await own
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await own.getByRole('menuitem', { name: 'Leave' }).click();
  await dialog(own).getByRole('button', { name: 'Leave account' }).click();
  await dialog(own).getByText('Make someone else owner first.').waitFor();
  await run((tx) => removeMember(memberOf({ holderId, mode: 'test' }), tx, holderId, other.personId));
});

it('a link that is not for this person, or has ended, says what to do', async () => {
  const { holderId } = await dashboard.newMember('company');
  await invite(holderId, 'someone@example.com');
  const path = await joinPath('someone@example.com');
  const stranger = await dashboard.newMember('courier');
  const page = await dashboard.newPage(desktop, stranger);
  await page.goto(path);
  await page.getByText(`you are signed in as ${stranger.email}`).waitFor();
  await look(page);
  await pool().query(`update member_invitations set expires_at = now() where email = 'someone@example.com'`);
  await page.reload();
  await heading(page, 'This invitation has expired');
  await look(page);
  for (const [status, title] of [
    ['revoked', 'This invitation was withdrawn'],
    ['accepted', 'This invitation was already used'],
  ]) {
    await pool().query(
      `update member_invitations set status = $1, decided_at = now() where email = 'someone@example.com'`,
      [status],
    );
    await page.reload();
    await heading(page, title as string);
  }
  await page.goto('/join/unknown');
  await heading(page, 'This invitation no longer works');
});

it('a new operator sets up two-step sign-in before anything else; their members are managed as others are', async () => {
  const joiner = await dashboard.newMember('service', { role: 'support' });
  const page = await dashboard.newPage(phone, joiner);
  await page.goto(screen(joiner));
  await heading(page, 'Set up two-step sign-in first');
  await look(page);
  await page.getByRole('link', { name: 'Set it up in your profile' }).click();
  await heading(page, 'Your profile');

  const administrator = await dashboard.newMember('service');
  const desk = await dashboard.newPage(desktop, administrator);
  await passed(administrator);
  await desk.goto(screen(administrator, '/operator/members'));
  await desk.getByText(joiner.email).waitFor();
  expect(await desk.getByRole('heading', { name: 'Members' }).count()).toBe(1);
  await look(desk);
  await press(desk, 'Invite member');
  await desk.getByRole('radio', { name: 'Support' }).check();
  await field(desk, 'Email').fill('operator@example.com');
  await press(desk, 'Send invitation');
  await desk.getByText('The invitation was sent to operator@example.com').waitFor();
});
