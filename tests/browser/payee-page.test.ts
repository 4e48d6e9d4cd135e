/**
 * A payee's page in a real browser, for its company: it is reached from where the payee is named, shows what it earns, holds and
 * owes, and does what can be done with its link.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { judge } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let owner: Member;
let noodles: number;
let quiet: number;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  noodles = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Noodle Bar'));
  quiet = Number(await makeLink(dashboard.db, owner.holderId, 'courier', 'Nikos Courier'));
  await trade();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

/** Two orders settle, one of them is refunded, and another waits. */
async function trade(): Promise<void> {
  const partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  const send = async (path: string, body?: object): Promise<void> => {
    const answer = await partner.post(path, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  const record = (ref: string) =>
    send('/orders', {
      ...{ partner_order_ref: ref, payment_source: 'card', total_amount: 20, currency: 'EUR' },
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: noodles, amount: 18 },
        { beneficiary_type: 'partner', amount: 2 },
      ],
    });
  await send('/wallets/topups', { amount: 100, currency: 'EUR' });
  await record('noodles-1');
  await record('noodles-2');
  await send('/settlements');
  await send('/orders/noodles-1/refunds', { refund_ref: 'r', amount: 10 });
  await record('noodles-3');
}

describe.each([
  ['desk', desktop],
  ['phone', phone],
] as const)('on a %s', (device, options) => {
  it('shows its balance, its earnings, its orders and what moved', async () => {
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/links'));
    // What it can pay out stands in its row; that it is active and live, as all are, does not.
    const row = page.getByRole('region', { name: 'Payees' });
    await row.getByText(/27\.00/).waitFor();
    if (device === 'phone') expect(await row.getByText(/^(Active|Test and live)$/).count()).toBe(0);
    await page.getByRole('link', { name: 'Noodle Bar' }).click();
    await page.getByRole('heading', { name: 'Noodle Bar', level: 1 }).waitFor();
    const balance = page.getByRole('region', { name: 'Balance', exact: true });
    await balance.getByText(/27\.00/).waitFor();
    await balance.getByText('Next settlement:').waitFor();
    const orders = page.getByRole('region', { name: 'Newest orders' }).first();
    await orders.getByRole('link', { name: 'noodles-3' }).waitFor();
    // The payee's share of it, not the order's amount.
    await orders.getByRole('columnheader', { name: 'Share' }).waitFor();
    await orders
      .getByText(/^EUR.18\.00$/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'View all movements' }).waitFor();
    await judge(page, `payee-${device}`);
    await expectToFitSmallPhone(page);
    await page.getByRole('link', { name: 'View all orders' }).click();
    await page.waitForURL(/orders\?payee=/);
  });

  it('with nothing yet says what would be there', async () => {
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, `/links/${quiet}`));
    await page.getByText('No orders yet').waitFor();
    await page.getByText('No earnings yet.').waitFor();
    await judge(page, `payee-quiet-${device}`);
  });
});

it('is reached from an order and from the wallets', async () => {
  const page = await dashboard.newPage(desktop, owner);
  for (const from of ['/orders/noodles-2', '/wallets']) {
    await page.goto(screen(owner, from));
    await page.getByRole('link', { name: 'Noodle Bar', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Noodle Bar', level: 1 }).waitFor();
  }
});

it('keeps notes, ends the link, and invites again', async () => {
  const id = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Grill'));
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, `/links/${id}`));
  await page.getByRole('textbox', { name: 'New note' }).fill('Closes in May');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Closes in May' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Grill' }).click();
  await page.getByRole('menuitem', { name: 'End link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
  await page.getByText('Ended', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Invite again' }).click();
  expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Grill');
});

it('says that there is none, and leads to the list', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/links/999999'));
  await page.getByRole('link', { name: 'Back to payees' }).click();
  await page.getByRole('heading', { name: 'Payees', level: 1 }).waitFor();
});
