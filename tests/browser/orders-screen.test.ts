/** The list of orders in a real browser: found, narrowed, paged, opened; and its states that are not a list. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keyHeaders, makeKey, makeLink } from '../support/holders.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { focusIn } from './focus.ts';

/** After which the search is sent, with room to spare. */
const pauseMs = 300;
let dashboard: TestDashboard;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  await recordOrders(30);
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

async function recordOrders(count: number): Promise<void> {
  const { db, server } = dashboard;
  const link = Number(await makeLink(db, owner.holderId, 'merchant', 'Taverna'));
  const headers = keyHeaders(await makeKey(db, owner.holderId));
  for (let n = 1; n <= count; n += 1) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/partner/v1/orders',
      headers,
      payload: {
        partner_order_ref: `order-${n}`,
        payment_source: 'card',
        total_amount: 10 + n,
        currency: 'EUR',
        splits: [
          { beneficiary_type: 'merchant', beneficiary_ref: link, amount: 9 + n },
          { beneficiary_type: 'partner', amount: 1 },
        ],
      },
    });
    expect(answer.statusCode).toBe(201);
  }
}

/** One that nobody has used: what a page has loaded says little otherwise. */
const freshPage = (member?: Member) => dashboard.newPage({ ...phone }, member);

it('names every file of the screen in its page, and loads none for a desk on a phone', async () => {
  const page = await freshPage(owner);
  const answer = await page.goto(screen(owner, '/orders'));
  await page.getByText('order-30', { exact: true }).waitFor();
  const loaded = await assetsOf(page);
  const html = (await answer?.text()) ?? '';
  expect(loaded.length).toBeGreaterThan(8);
  expect(loaded.filter((path) => !html.includes(`"${path}"`))).toEqual([]);
  expect(loaded.filter((path) => path.includes('list-table'))).toEqual([]);
});

it('loads no frame for a visitor, and no first steps for a company that is no newcomer', async () => {
  const page = await freshPage();
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect((await assetsOf(page)).filter((path) => path.includes('frame'))).toEqual([]);

  const home = await freshPage(owner);
  await home.goto(screen(owner, ''));
  await home.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await home.waitForLoadState('networkidle');
  expect((await assetsOf(home)).filter((path) => path.includes('checklist'))).toEqual([]);
});

it('loads the parts of dialogs, menus and tables on a phone only when it is touched', async () => {
  for (const [path, heading] of [
    ['/orders', 'Orders'],
    ['/orders/order-30', 'order-30'],
  ] as const) {
    const page = await freshPage(owner);
    await page.goto(screen(owner, path));
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const late = async () => (await assetsOf(page)).filter((asset) => /shared/.test(asset));
    expect(await late()).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(late).not.toEqual([]);
  }
});

const assetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );

/** Holds back what would open beside the page, and tells what it was. */
const holdNewTabs = (page: Page) =>
  page.addInitScript(`
    window.opened = [];
    window.open = (path) => { window.opened.push(path); };
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (!event.ctrlKey || event.defaultPrevented || link === null) return;
      window.opened.push(link.getAttribute('href'));
      event.preventDefault();
    });`);

it.each([
  ['card', phone],
  ['row', desktop],
])(
  'opens an order from its %s, by one step or in a new tab, and not when its text is marked',
  async (part, options) => {
    const [list, order] = [screen(owner, '/orders'), screen(owner, '/orders/order-30')];
    const page = await dashboard.newPage({ ...options }, owner);
    await holdNewTabs(page);
    await page.goto(list);
    const link = page.getByRole('link', { name: /order-30/ });
    const amount = page.getByText('EUR 40.00');
    const heading = page.getByRole('heading', { name: 'order-30', exact: true });
    expect(await link.getAttribute('href')).toBe(order);
    await link.click({ modifiers: ['Control'] });
    await amount.click({ modifiers: ['Control'] });
    expect(await page.evaluate('window.opened')).toEqual([order, order]);
    if (part === 'row') {
      await amount.selectText();
      await amount.dispatchEvent('click');
      await page.getByRole('heading', { name: 'Orders', exact: true }).click();
    }
    expect(new URL(page.url()).pathname).toBe(list);

    for (const target of [amount, link]) {
      await target.click();
      await heading.waitFor();
      await page.goBack();
      await link.waitFor();
    }
    expect(await page.evaluate('window.opened')).toEqual([order, order]);
  },
);

describe('each on one device', () => {
  it('shows the newest orders, the next page, and what a search finds', async () => {
    const options = phone;
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByText('order-30', { exact: true }).waitFor();
    expect(await page.getByText('order-5', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    // Whose it is stands in its row; the boxes are there once they are wanted.
    await page.getByText('Taverna', { exact: true }).first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select order order-30', exact: true }).check();
    await page.getByText('1 order selected').waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await page.getByText('1 order selected').count()).toBe(0);

    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('order-5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('order-30', { exact: true }).waitFor();

    await page.getByRole('searchbox', { name: 'Search by order reference' }).fill('RDER-17');
    await page.getByText('order-30', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('order-17', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by order reference' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'No orders match' }).waitFor();
    await expectAccessible(page);
  });

  it('is narrowed by a choice, and shows everything again without it', async () => {
    const options = desktop;
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/orders'));
    // Below its reference, whose it is.
    await page.getByRole('cell', { name: 'order-30 Taverna' }).waitFor();
    const choice = page.getByRole('combobox', { name: 'Settlement' });
    if (options === phone) await choice.selectOption('On hold');
    else {
      await choice.click();
      await page.getByRole('option', { name: 'On hold' }).click();
    }
    await page.getByRole('heading', { name: 'No orders match' }).waitFor();
    expect(new URL(page.url()).searchParams.get('settlement_status')).toBe('on_hold');
    await expectAccessible(page);

    if (options === phone) await choice.selectOption('Settlement');
    else {
      await choice.click();
      await page.getByRole('option', { name: 'On hold' }).click();
    }
    await page.getByText('order-30', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('settlement_status')).toBeNull();
  });
});

it('another mode shows nothing of the first, not even until its own orders are there', async () => {
  const page = await dashboard.newPage({ ...desktop }, owner);
  await page.goto(screen(owner, '/orders', 'live'));
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  await page.getByText('Test', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select order order-30', exact: true }).check();
  await page.getByText('1 order selected').waitFor();
  // A screen reader hears of no empty table below these rows.
  expect(await page.getByText('No records').count()).toBe(0);

  // Back to the same screen of the other mode, whose orders are read again and take their time.
  await page.clock.install();
  await page.clock.fastForward(60_000);
  const released = Promise.withResolvers<void>();
  const requested = page.waitForRequest(/api\/v1\/orders\?/);
  await page.route(/api\/v1\/orders\?/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.evaluate('history.go(-1)');
  await page.waitForURL(/\/live\/orders/);
  await requested;
  expect(await page.getByText('order-30').count()).toBe(0);
  expect(await page.getByText('1 order selected').count()).toBe(0);
  released.resolve();
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
});

it('what was typed is not searched for once it is cleared, or once another screen is opened', async () => {
  // A copy of the options: the page ends with its clock.
  const page = await dashboard.newPage({ ...desktop }, owner);
  await page.clock.install();
  await page.goto(screen(owner, '/orders'));
  const search = page.getByRole('searchbox', { name: 'Search by order reference' });
  await page.getByText('order-30', { exact: true }).waitFor();
  await search.fill('order-2');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.clock.runFor(pauseMs);
  expect(await search.inputValue()).toBe('');
  expect(new URL(page.url()).search).toBe('');

  // The order's screen is still loading when the pause after the typing has passed.
  const loaded = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await search.fill('order-2');
  await page.getByText('order-29', { exact: true }).click();
  await page.clock.runFor(pauseMs);
  loaded.resolve();
  await page.getByRole('heading', { name: 'order-29' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(screen(owner, '/orders/order-29'));
});

it('the search finds objects and screens by keyboard alone, remembers them, and opens them', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/orders'));
  await page.getByText('order-30', { exact: true }).waitFor();
  const field = page.getByRole('combobox', { name: 'Search for an ID' });
  // Whoever types at once loses nothing, however long the search itself takes to come.
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/assets\/search-[^/]*\.js$/, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search by order reference' }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ordx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('er');
  await requested.promise;
  expect(await field.count()).toBe(0);
  released.resolve();
  await field.waitFor();
  await focusIn(page, field);
  await page.keyboard.type('-2');
  expect(await field.inputValue()).toBe('order-2');
  expect(await page.getByRole('searchbox', { name: 'Search by order reference' }).inputValue()).toBe('');
  await page.getByRole('option', { name: 'order-2 EUR 12.00' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'order-20' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(screen(owner, '/orders/order-20'));

  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Recent' }).getByText('order-20').waitFor();
  await page.keyboard.type('settle');
  await page.getByRole('option', { name: 'Settlements' }).waitFor();
  await field.fill('nothing like it');
  await page.getByText('Nothing found for “nothing like it”').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(screen(owner, '/orders/order-20'));
});

describe('what is typed into the search is done', () => {
  it('an order is refunded by keyboard alone, with the same review', async () => {
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByText('order-30', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ref');
    await page.getByRole('option', { name: /^refund … then a reference/ }).waitFor();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Search for an ID' });
    expect(await field.inputValue()).toBe('refund ');
    await page.keyboard.type('order-30 5 EUR');
    await page.getByRole('option', { name: 'Refund order-30 EUR 5.00' }).waitFor();
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Refund order-30' });
    await dialog.getByLabel('Amount to refund (EUR)').waitFor();
    expect(await dialog.getByLabel('Amount to refund (EUR)').inputValue()).toBe('5');
    // Whoever comes back is not asked again.
    expect(new URL(page.url()).search).toBe('');
    await dialog.getByRole('button', { name: 'Review refund' }).press('Enter');
    await page.getByRole('button', { name: /^Refund EUR.5\.00$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hold' }).waitFor();
    // Nothing of what was typed is left for who opens it by its button.
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    expect(await dialog.getByLabel('Amount to refund (EUR)').inputValue()).toBe('');
  });

  it('an order is held with a reason, and what is not possible is said', async () => {
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByText('order-30', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hold order-29 the kitchen is closed');
    await page.getByRole('option', { name: 'Put order-29 on hold the kitchen is closed' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('the kitchen is closed');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('release order-29');
    await page.getByRole('option', { name: 'Release order-29' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This isn’t possible now').waitFor();
    await expectAccessible(page);
  });

  it('an amount typed for what was refused is not offered for something else', async () => {
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner, '/orders/order-29?act=reverse&amount=7'));
    await page.getByRole('alert').getByText('This isn’t possible now').waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    expect(await page.getByRole('dialog').getByLabel('Amount to refund (EUR)').inputValue()).toBe('');
  });

  it('an amount in another currency means another order', async () => {
    const page = await dashboard.newPage(desktop, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByText('order-30', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('refund order-30 5 USD');
    await page.getByText('Nothing found for “refund order-30 5 USD”').waitFor();
    await page.getByRole('combobox', { name: 'Search for an ID' }).fill('refund order-30 5.005 EUR');
    await page.getByText('Nothing found for').waitFor();
  });

  it('clearing is topped up', async () => {
    const page = await dashboard.newPage(phone, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search for an ID' }).fill('top up 46.5 eur');
    await page.getByRole('option', { name: 'Top up EUR 46.50' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('46.5');
    expect(await dialog.getByLabel('Currency').inputValue()).toBe('EUR');
  });
});

it('asks a visitor to sign in, and then shows what they came for', async () => {
  const page = await dashboard.newPage(desktop);
  await page.goto(screen(owner, '/orders'));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe(screen(owner, '/orders'));
});

it("shows nobody else's account, and answers alike when there is none", async () => {
  const stranger = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, stranger);
  for (const address of [screen(owner, '/orders'), '/h/999999/test/orders']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'You can’t open this account' }).waitFor();
    await page.getByText(`It doesn’t exist, or ${stranger.email} isn’t a member.`).waitFor();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go to my accounts' }).click();
  await page.waitForURL(new RegExp(`/h/${stranger.holderId}/`));
});

it('keeps its frame around an address of nothing', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/nothing'));
  await page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
});

it('says when there is no network, and shows the screen once there is one again', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/orders'));
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Shadow ledger' }).click();
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  await page.getByText('We’ll try again when you’re back.').waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Shadow ledger', exact: true }).waitFor();
});

it('says so when an address is for another kind of account, within its own frame', async () => {
  const shop = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(desktop, shop);
  await page.goto(screen(shop, '/orders/order-30'));
  await page.getByRole('heading', { name: 'This page isn’t available in this account' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
});
