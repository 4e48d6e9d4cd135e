/**
 * A company's links, settlements and shadow ledger in a real browser: invited, the link's id copied, settled, the statement
 * opened; what stops a queue is held, and settlements are paused.
 */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { job } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

type Company = { owner: Member; api: PartnerClient; linkId: number };

async function newCompany(): Promise<Company> {
  const owner = await dashboard.newMember('company');
  const linkId = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Taverna'));
  const api = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  return { owner, api, linkId };
}

async function record({ api, linkId }: Company, ref: string, amount: number): Promise<void> {
  const answer = await api.post('/orders', {
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: amount,
    currency: 'EUR',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: linkId, amount: amount - 1 },
      { beneficiary_type: 'partner', amount: 1 },
    ],
  });
  expect(answer.statusCode).toBe(201);
}

async function recordShadow({ api }: Company, ref: string): Promise<void> {
  const answer = await api.post('/orders', {
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: 10,
    currency: 'EUR',
    is_shadow: true,
    shadow_merchant_ref: 'restaurant-1',
    splits: [{ beneficiary_type: 'merchant', amount: 10 }],
  });
  expect(answer.statusCode).toBe(201);
}

const topUp = ({ api }: Company, amount: number) => api.post('/wallets/topups', { amount, currency: 'EUR' });

/** As it is read, in one line. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** @returns the status of the answer to whoever opens an invitation's link. */
async function opened(link: string): Promise<number> {
  const { statusCode } = await dashboard.server.app.inject({
    method: 'POST',
    url: '/api/v1/opened-invitations',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { invitation: new URL(link).pathname.split('/').at(-1) },
  });
  return statusCode;
}

describe('each on one device', () => {
  it('invites, hands over a link, sends it again and revokes it', async () => {
    const options = phone;
    const owner = await dashboard.newMember('company');
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/links'));
    await page.getByRole('heading', { name: 'No payees yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill('no address');
    await dialog.getByLabel('Name').fill('Pizzeria');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Must be an email address').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Pizzeria');
    await expectAccessible(page);
    await dialog.getByLabel('Email', { exact: true }).fill('pizzeria@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('The invitation was sent to pizzeria@example.com').waitFor();

    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('Pizzeria', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByText(/^Sent/).waitFor();
    await page.getByText(/^Expires/).waitFor();
    // A single one needs no menu of its list; what is done most stands in the row.
    expect(await page.getByRole('button', { name: 'Views' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy link: Pizzeria' }).click();
    const link = await page.getByRole('region', { name: 'invitation link' }).innerText();
    expect(await opened(link)).toBe(200);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Resend: Pizzeria' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
    await page.getByText('The invitation was sent again to').waitFor();
    expect(await opened(link)).toBe(404);
    await choose(page, 'Pizzeria', 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByText('Revoked', { exact: true }).filter({ visible: true }).first().waitFor();
  });

  it('copies a link id, previews, holds what stops the queue, settles, and opens the statements', async () => {
    const options = desktop;
    const company = await newCompany();
    const { owner, linkId } = company;
    for (const [ref, amount] of [
      ['small', 20],
      ['huge', 500],
      ['last', 30],
    ] as const)
      await record(company, ref, amount);
    await topUp(company, 100);
    await dashboard.server.runner.finishRunning(job, { holderId: owner.holderId, mode: 'test' });
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/links?search=tav'));
    await page.getByRole('button', { name: 'Copy Link ID Taverna' }).waitFor();
    await page.getByText(String(linkId), { exact: true }).waitFor();
    await page.getByText('1 payee', { exact: true }).last().waitFor();
    await expectAccessible(page);

    await page.goto(screen(owner, '/settlements'));
    await page.getByRole('heading', { name: 'No settlements yet' }).waitFor();
    // There is nothing to narrow or to arrange.
    expect(await page.getByRole('button', { name: /^(Columns|Views|Export CSV)$/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Preview and settle' }).click();
    await page.getByText('2 orders in EUR can’t settle yet').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'huge' }).waitFor();
    await page.getByText('1 order settles now.').waitFor();
    await page.getByText(/It needs .*500\.00, and clearing has .*80\.00 left\./).waitFor();
    await page.getByText(/Add .*420\.00 to settle it, or .*450\.00 to settle all 2/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hold order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hold order' }).click();
    await page.getByText('Order huge is on hold').waitFor();
    await page.getByText('can’t settle yet').waitFor({ state: 'detached' });
    await page.getByText('Credited now').waitFor();
    await page.getByText(/^EUR.50\.00$/).waitFor();
    await page.getByRole('button', { name: 'Settle now' }).click();

    await page.getByRole('heading', { name: /^Settlement \d+$/ }).waitFor();
    await page.getByRole('heading', { name: 'Credited to' }).waitFor();
    await page.getByRole('link', { name: 'EUR 50.00, follow the money' }).waitFor();
    await expectAccessible(page);
    // The longest usual way to write a time, `Nov 29, 2026, 10:05 AM UTC`.
    const american = await dashboard.newPage({ ...phone, locale: 'en-US' }, owner);
    await american.goto(page.url());
    await american.getByRole('heading', { name: 'Credited to' }).waitFor();
    await expectToFitSmallPhone(american);
    const totals = page.getByRole('region', { name: 'Credited to' });
    expect((await totals.innerText()).replace(/\s+/g, ' ')).toMatch(/Taverna 2 EUR.?48\.00/);
    const [statement] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Print statement' }).click(),
    ]);
    await statement.getByText('Taverna').first().waitFor();
    // On a phone the lines of an order stand below its name, which a desk repeats.
    const orders = statement.locator('.lines .order').filter({ visible: true });
    expect(await orders.allInnerTexts()).toEqual(['small', 'small', 'last', 'last']);
    await statement.setViewportSize({ width: 390, height: 740 });
    expect(await orders.allInnerTexts()).toEqual(['small', 'last']);
    await expectToFitSmallPhone(statement);
    await statement.close();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^settlement-\d+-test\.csv$/);

    await page.goto(screen(owner, `/settlements/statements?beneficiary_ref=${linkId}`));
    await page.getByRole('heading', { name: 'Earnings · EUR' }).waitFor();
    await page.getByText('Closing balance').waitFor();
    // A day says what it comes to, and its movements are read once it is opened: the settlement's two shares are one row.
    const day = page.getByRole('list', { name: 'Days' }).getByRole('button');
    expect(plain(await day.innerText())).toMatch(/\+EUR 48\.00 EUR 48\.00$/);
    await day.click();
    await page.getByText('2 transfers').waitFor();
    expect(await page.getByRole('link', { name: 'small', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    const narrow = await dashboard.newPage(phone, owner);
    await narrow.goto(page.url());
    await narrow.getByRole('list', { name: 'Days' }).getByRole('button').click();
    await narrow.getByText('2 transfers').waitFor();
    await expectAccessible(narrow);
    // The company's own books are shown one at a time.
    await narrow.goto(screen(owner, '/settlements/statements'));
    await narrow.getByRole('heading', { name: 'Clearing · EUR' }).waitFor();
    await narrow.getByText('Commission', { exact: true }).click();
    await narrow.getByRole('heading', { name: 'Commission · EUR' }).waitFor();
    expect(await narrow.getByRole('heading', { name: 'Clearing · EUR' }).count()).toBe(0);
    await narrow.goto(page.url());
    await narrow.goto((await narrow.getByRole('link', { name: 'Print statement' }).getAttribute('href')) ?? '');
    // On a screen a day folds its rows, on a phone of two lines of 20 pixels with 8 above and below. Paper has them all.
    const rows = narrow.locator('.movements tbody tr:not(.day)');
    const shown = () => rows.filter({ visible: true }).count();
    expect(await shown()).toBe(2);
    await narrow.getByRole('checkbox').uncheck();
    expect(await shown()).toBe(0);
    await narrow.setViewportSize({ width: 1280, height: 900 });
    expect(await shown()).toBe(0);
    await narrow.emulateMedia({ media: 'print' });
    expect(await shown()).toBe(2);
    await narrow.emulateMedia({ media: 'screen' });
    await narrow.setViewportSize(phone.viewport);
    await narrow.getByRole('checkbox').check();
    const heights = await Promise.all((await rows.all()).map(async (row) => (await row.boundingBox())?.height));
    expect(heights).toEqual([57, 57]);
    await expectAccessible(narrow);
    await expectToFitSmallPhone(narrow);
    await page.goto(screen(owner, '/settlements'));
    await page.getByText(/^Settlement \d+$/).waitFor();
    const row = page.getByRole('row').filter({ hasText: /Settlement \d+/ });
    expect((await row.innerText()).replaceAll('\u00a0', ' ')).toContain('EUR 50.00');
    const credited = page.getByRole('table', { name: 'Totals' });
    expect((await credited.innerText()).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')).toBe('Credited EUR 50.00');
    await expectAccessible(page);

    // Nothing waits or is held in any of them.
    expect(await page.getByRole('columnheader', { name: /Awaiting funds|On hold/ }).count()).toBe(0);

    const file = await exported(page);
    expect([file.name, file.lines.length]).toEqual(['settlements.csv', 1]);
    expect(file.lines[0]).toContain('"EUR","50.00"');

    await page.goto(screen(owner, '/settlements?span=yesterday'));
    await page.getByRole('heading', { name: 'No settlements match' }).waitFor();
    expect((await exported(page)).lines).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1 settlement', { exact: true }).waitFor();
  });

  it('says what a settlement left waiting, and leads to it', async () => {
    const company = await newCompany();
    await record(company, 'small', 20);
    await record(company, 'huge', 500);
    await topUp(company, 100);
    await company.api.post('/settlements');
    const page = await dashboard.newPage(desktop, company.owner);
    await page.goto(screen(company.owner, '/settlements'));
    await page.getByText('Partly settled').waitFor();
    await page.getByRole('columnheader', { name: 'Awaiting funds' }).waitFor();

    await record(company, 'more', 600);
    await company.api.post('/settlements');
    await page.reload();
    await page
      .getByRole('link', { name: /^Settlement \d+$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Nothing was settled' }).waitFor();
    // Why, and no amount of zero above it.
    await page.getByText('2 orders await funds today').waitFor();
    expect(await page.getByText(/EUR.0\.00/).count()).toBe(0);
    await page.getByRole('link', { name: 'Preview next settlement' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByRole('dialog').getByLabel('Amount').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'View orders awaiting funds' }).click();
    await page.getByRole('link', { name: 'huge', exact: true }).click();
    // The order itself says what clearing lacks, and offers just that.
    const notice = page.getByRole('alert').filter({ hasText: 'Awaiting funds' });
    await notice.getByText(/Add EUR.1,020\.00 to settle every order due by the next settlement\./).waitFor();
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Top up' }).click();
    expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('1020.00');
    await page.keyboard.press('Escape');

    // Clearing is short of everything: what is missing leads, and only topping up is offered.
    await page.goto(screen(company.owner, '/settlements/preview'));
    await page.getByText('Missing in clearing').waitFor();
    await page.getByText(/^EUR.1,020\.00$/).waitFor();
    await page.getByText('2 orders in EUR can’t settle yet').waitFor();
    expect(await page.getByRole('button', { name: 'Settle now' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Top up EUR.1,020\.00$/ }).click();
    expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('1020.00');
    // What is only recorded can be recorded all the same.
    await page.keyboard.press('Escape');
    await recordShadow(company, 'off-platform');
    await page.reload();
    await page.getByText(/EUR.10\.00 of 1 order whose restaurant is not linked/).waitFor();
    await page.getByRole('button', { name: 'Record now' }).click();
    await page.getByRole('heading', { name: /^Settlement \d+$/ }).waitFor();
    await page.goto(screen(company.owner, '/settlements'));
    const totals = page.getByRole('table', { name: 'Totals' });
    expect(plain(await totals.innerText())).toBe('Credited Only recorded EUR 20.00 EUR 10.00');
    await page.getByRole('columnheader', { name: 'Only recorded' }).first().waitFor();
  });

  it('shows what is owed to a restaurant, records a part as paid outside, and pays the rest once it has joined', async () => {
    const options = phone;
    const company = await newCompany();
    const { owner, api, linkId } = company;
    const shadow = {
      is_shadow: true,
      payment_source: 'card',
      currency: 'EUR',
      shadow_merchant_name: 'Pizzeria Napoli',
    };
    const orders = [
      ['named', 40, { shadow_merchant_ref: 'restaurant-7' }],
      ['second', 25, { shadow_merchant_ref: 'restaurant-7' }],
      ['nameless', 10, {}],
    ] as const;
    for (const [ref, amount, more] of orders) {
      const splits = [{ beneficiary_type: 'merchant', amount }];
      const body = { ...shadow, ...more, partner_order_ref: ref, total_amount: amount, splits };
      expect((await api.post('/orders', body)).statusCode).toBe(201);
    }
    const page = await dashboard.newPage(options, owner);
    // What is only recorded is said to be no credit, before it settles and after.
    await page.goto(screen(owner, '/settlements/preview'));
    await page.getByText('Only recorded in the shadow ledger').first().waitFor();
    await page.getByText(/^EUR.75\.00$/).waitFor();
    expect(await page.getByText(/Credited now|Will be credited/).count()).toBe(0);
    const { settlement_id: id } = (await api.post('/settlements')).json().data;
    await page.goto(screen(owner, `/settlements/${id}`));
    await page.getByText('Only recorded in the shadow ledger').first().waitFor();
    await expectAccessible(page);
    // Nothing was left to settle.
    const { settlement_id: empty } = (await api.post('/settlements')).json().data;
    await page.goto(screen(owner, `/settlements/${empty}`));
    await page.getByText('Nothing settled', { exact: true }).waitFor();
    await page.goto(screen(owner, '/shadow'));
    await page.getByText('Total owed').waitFor();
    await page.getByText('Merchant', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add reference' }).click();
    await page.getByRole('dialog').getByLabel('Reference').fill('restaurant-7');
    await page.getByRole('dialog').getByRole('button', { name: 'Add reference' }).click();
    await page.getByText('1 order now has the reference').waitFor();
    await page.getByRole('link', { name: 'Pizzeria Napoli' }).click();
    await page.getByRole('heading', { name: 'Open orders' }).waitFor();
    await expectAccessible(page);

    await choose(page, 'Pizzeria Napoli', 'Record a payment');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('second').uncheck();
    await dialog.getByLabel('nameless').uncheck();
    await dialog.getByLabel('Payment reference').fill('receipt-9');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Record EUR .* as paid$/ }).click();
    await page.getByText('The payment was recorded').waitFor();
    await page.getByText(/Paid outside/).waitFor();

    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill('napoli@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('The invitation was sent to napoli@example.com').waitFor();

    await choose(page, 'Pizzeria Napoli', 'Pay out');
    await dialog.getByRole('combobox', { name: 'Pay to' }).click();
    await page.getByRole('option', { name: `Taverna (${linkId})` }).click();
    await dialog.getByText(/Add .*35\.00 to clearing/).waitFor();
    expect(await dialog.getByRole('button', { name: /^Pay EUR / }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await topUp(company, 100);
    await choose(page, 'Pizzeria Napoli', 'Pay out');
    await dialog.getByRole('combobox', { name: 'Pay to' }).click();
    await page.getByRole('option', { name: `Taverna (${linkId})` }).click();
    await dialog.getByRole('button', { name: /^Pay EUR / }).click();
    await page.getByText('Paid. The money is in the earnings of Taverna.').waitFor();
    await page.getByText('No open orders.').waitFor();
  });

  it('changes the schedule, keeps what was typed when it is refused, and pauses', async () => {
    const options = desktop;
    const { owner, api } = await newCompany();
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/settlements/schedule'));
    await page.getByText('Next settlement').waitFor();
    await page.getByRole('combobox', { name: 'Frequency', exact: true }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await page.getByLabel('Waiting period', { exact: true }).fill('99999999');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The waiting period can be at most 365 days.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Waiting period', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The schedule was saved').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause settlements' }).click();
    await page.getByText('Settlements are paused', { exact: true }).waitFor();
    const { data } = JSON.parse((await api.get('/settlement-schedule')).body);
    expect(data).toMatchObject({ hold_seconds: 7_200, paused: true, schedule: { every: 'week', days: ['monday'] } });
  });
});

it('gives a currency a schedule of its own, changes it and removes it, and leaves the others as they are', async () => {
  const { owner, api } = await newCompany();
  const gbp = { every: 'month', days: [15], time: '03:00' };
  await api.call('PUT', '/settlement-schedule', { currencies: { GBP: gbp } });
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/settlements/schedule'));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await dialog.getByLabel('Currency').fill('zzz');
  await dialog.getByRole('combobox', { name: 'Frequency', exact: true }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await dialog.getByLabel('Time', { exact: true }).fill('04:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a supported currency code').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Currency').fill('usd');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('USD', { exact: true }).waitFor();
  await expectAccessible(page);
  const own = async () => JSON.parse((await api.get('/settlement-schedule')).body).data.currencies;
  expect(await own()).toMatchObject({ GBP: gbp, USD: { every: 'week', days: ['monday'], time: '04:30' } });

  await choose(page, 'USD', 'Remove schedule');
  await dialog.getByRole('button', { name: 'Remove schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(Object.keys(await own())).toEqual(['GBP']);
  await choose(page, 'GBP', 'Change');
  await dialog.getByLabel('Time', { exact: true }).fill('05:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await own()).toMatchObject({ GBP: { ...gbp, time: '05:00' } });
});

it('ends a link, saying what happens, and offers it to nobody who may not', async () => {
  const { owner, linkId } = await newCompany();
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/links'));
  await choose(page, 'Taverna', 'End link');
  await page.getByRole('dialog').getByText(`New orders that use link ${linkId} are refused`).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
  await page.getByText('The link to Taverna was ended').waitFor();
  await page.getByText('Ended', { exact: true }).first().waitFor();

  const viewer = await dashboard.newMember('company', {
    role: 'viewer',
    holderId: (await newCompany()).owner.holderId,
  });
  const looked = await dashboard.newPage(desktop, viewer);
  await looked.goto(screen(viewer, '/links'));
  await looked.getByText('Taverna').waitFor();
  expect(await looked.getByRole('button', { name: /Actions|Invite/ }).count()).toBe(0);
  await looked.goto(screen(viewer, '/settlements/schedule'));
  await looked.getByText('Next settlement', { exact: true }).waitFor();
  await looked.getByText('Every day').waitFor();
  expect(await looked.getByRole('button', { name: /Save|Pause/ }).count()).toBe(0);
  expect(await looked.getByRole('main').locator('input').count()).toBe(0);
  await looked.getByRole('link', { name: 'Preview next settlement' }).waitFor();
  await expectAccessible(looked);
});
