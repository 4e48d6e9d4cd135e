/**
 * A company in a real browser: its home, an order that is found, held, released and refunded with its plan, what the
 * trace then shows, orders changed many at a time, and the wallets.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { payAndChargeBack } from '../support/charge-back.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { expectAccessible, judge } from './axe.ts';
import { desktop, onPhone, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectFocusBack, focusIn } from './focus.ts';

let dashboard: TestDashboard;
let owner: Member;
let partner: PartnerClient;
let merchant: number;
let count = 0;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  merchant = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Noodle Bar'));
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

async function send(path: string, body?: object): Promise<void> {
  const answer = await partner.post(path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}
const topUp = (amount: number) => send('/wallets/topups', { amount, currency: 'EUR' });

async function record(changes: object = {}): Promise<string> {
  count += 1;
  const ref = `order-${count}`;
  await send('/orders', {
    partner_order_ref: ref,
    payment_source: 'card',
    total_amount: 20,
    currency: 'EUR',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 18 },
      { beneficiary_type: 'partner', amount: 2 },
    ],
    ...changes,
  });
  return ref;
}

type Box = { left: number; right: number; top: number; bottom: number };
type Label = {
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<{ getBoundingClientRect(): Box }>;
};

/** @returns pairs of labels that lie on each other. */
const overlapping = (labels: readonly unknown[]): string[] => {
  const boxes = (labels as Label[]).flatMap((label) => {
    const name = label.getAttribute('data-label') ?? '';
    return [...label.querySelectorAll('text')].map((text) => ({ name, box: text.getBoundingClientRect() }));
  });
  return boxes.flatMap((one, place) =>
    boxes
      .slice(place + 1)
      .filter(({ name }) => name !== one.name)
      .filter(({ box: { left, right } }) => left < one.box.right && one.box.left < right)
      .filter(({ box: { top, bottom } }) => top < one.box.bottom && one.box.top < bottom)
      .map(({ name }) => `${one.name}, ${name}`),
  );
};

/** The button of a dialog, not the one that opened it. */
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

describe('a new company', () => {
  it('is told what to do first', async () => {
    const page = await dashboard.newPage(phone, await dashboard.newMember('company'));
    await page.goto('/');
    await page.getByText('Test', { exact: true }).click();
    await page.getByRole('heading', { name: 'Record your first order' }).waitFor();
    await page.getByText('Nothing needs your attention.').waitFor();
    await expectAccessible(page);
    // The bar of a phone; the side navigation stands outside the window.
    await page.getByRole('link', { name: 'Wallets' }).last().click();
    await page.getByRole('heading', { name: 'No balances yet' }).waitFor();
    await expectAccessible(page);
  });
});

describe('each on one device', () => {
  it('an order is found, held, released, settled, and refunded with its plan; the trace shows it', async () => {
    const options = desktop;
    await topUp(100);
    const ref = await record();
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByRole('searchbox', { name: 'Search by order reference' }).fill(ref.toUpperCase());
    await page.waitForURL(/search=/);
    await page.getByText(ref, { exact: true }).click();
    await page.getByRole('heading', { name: ref, level: 1 }).waitFor();
    const total = page.getByRole('region', { name: 'Splits' }).getByRole('row').last();
    expect((await total.innerText()).replace(/\s+/g, ' ')).toMatch(/^Total EUR 20\.00$/);
    // What it has none of is left out, and the amount comes first, with its states by name.
    for (const name of ['Transfers', 'Refunds']) expect(await page.getByRole('region', { name }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Follow the money', exact: true }).count()).toBe(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The courier is late');
    await expectAccessible(page);
    await inDialog(page, 'Hold').click();
    await page.getByText('The courier is late').waitFor();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await inDialog(page, 'Release').click();
    await page.getByText('Unsettled').waitFor();

    await send('/settlements');
    await page.reload();
    await page
      .getByText('Clearing → Noodle Bar, earnings')
      .or(page.getByText('Noodle Bar, earnings'))
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('textbox', { name: /^Amount to refund/ }).fill('ten');
    await inDialog(page, 'Review refund').click();
    await page.getByText('Enter an amount above 0').waitFor();
    await page.getByRole('textbox', { name: /^Amount to refund/ }).fill('1000');
    await inDialog(page, 'Review refund').click();
    await page.getByText('is more than what is left of the order').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: /^Amount to refund/ }).fill('10');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Cold');
    await inDialog(page, 'Review refund').click();
    await page.getByText(/You return EUR.10\.00 to the customer yourself/).waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^EUR.9\.00$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await inDialog(page, /Refund EUR.10\.00/).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByText('Refund succeeded').waitFor();
    expect(await page.getByText('Share reversed').count()).toBe(2);
    await page.getByText('Partly refunded').first().waitFor();
    await expectAccessible(page);
  });

  it('the home says what is missing, leads to what is held, and shows the days as numbers too', async () => {
    const options = phone;
    await send(`/orders/${await record()}/hold`);
    await record({ total_amount: 5_000, splits: [{ beneficiary_type: 'partner', amount: 5_000 }] });
    const page = await dashboard.newPage(options, owner);
    // So low that the charts are below the fold: they load without scrolling. What stands in their place has no period to choose.
    await page.setViewportSize({ ...options.viewport, height: 200 });
    await page.goto(screen(owner));
    await page.getByText(/Add EUR.[\d,.]+ to settle every order due by the next settlement/).waitFor();
    await page.getByRole('combobox', { name: 'Period' }).first().waitFor();
    await page.setViewportSize(options.viewport);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show as a table' }).first().click();
    const flow = page.getByRole('region', { name: /^Money flow/ });
    await flow.locator('[data-label]').first().waitFor();
    expect(await flow.locator('[data-label]').evaluateAll(overlapping)).toEqual([]);
    await flow.getByRole('button', { name: 'Show as a table' }).click();
    await page.getByRole('rowheader', { name: 'Top-ups' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Top up' }).click();
    await expectAccessible(page);
    await inDialog(page, 'Top up').click();
    await page.getByText('Clearing covers the next settlement.').waitFor();

    await page.getByRole('link', { name: /on hold/ }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Orders' }).getByText('On hold').first().waitFor();
    // The next test begins with nothing that waits.
    await send('/settlements');
  });

  it('orders are held many at a time, and each refused one says why', async () => {
    const options = desktop;
    const settled = await record();
    await topUp(100);
    await send('/settlements');
    const open = await record();
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/orders'));
    await page.getByRole('checkbox', { name: `Select order ${open}`, exact: true }).check();
    await page.getByRole('checkbox', { name: `Select order ${settled}`, exact: true }).check();
    await page.getByText('2 orders selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await inDialog(page, 'Hold').click();
    await page.getByRole('dialog', { name: '1 of 2 orders put on hold' }).waitFor();
    await page.getByText('It has already settled, or has nothing left to settle.').waitFor();
    await expectAccessible(page);
    await inDialog(page, 'Done').click();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('orders.csv');
  });

  it('an order with broken splits is flagged, says why, and is fixed', async () => {
    const [, options] = onPhone;
    const unknownLink = 999_999;
    const ref = await record({
      total_amount: 25,
      splits: [{ beneficiary_type: 'merchant', beneficiary_ref: unknownLink, amount: 21 }],
    });
    await send('/settlements');
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner));
    await page.getByRole('link', { name: '1 order has splits to fix' }).click();
    await page.getByRole('region', { name: 'Orders' }).getByText('Fix splits').waitFor();
    expect(new URL(page.url()).searchParams.get('broken_splits')).toBe('true');
    await judge(page, 'broken-list');
    await page.getByRole('link', { name: ref }).click();
    await page
      .getByText(
        `Link ${unknownLink} isn’t one of your active merchants (EUR 21.00). Assign this share or cancel the order.`,
      )
      .waitFor();
    await page.getByText('EUR 4.00 isn’t assigned: the splits add up to EUR 21.00 of EUR 25.00.').waitFor();
    await page.getByText('Unassigned', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0);
    await judge(page, 'broken-order');

    await page.getByRole('button', { name: 'Assign EUR 21.00' }).click();
    await page
      .getByRole('combobox', { name: 'Payee' })
      .or(page.getByRole('textbox', { name: 'Payee' }))
      .click();
    await page.getByRole('option', { name: /Noodle Bar/ }).click();
    await inDialog(page, 'Assign').click();
    await page.getByText(`Link ${merchant}`, { exact: true }).waitFor();
    await page.getByText('isn’t one of your active merchants').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await inDialog(page, 'Cancel order').click();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    await page.getByText('The splits of this order need fixing').waitFor({ state: 'detached' });
    await page.goto(screen(owner));
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    expect(await page.getByText('splits to fix').count()).toBe(0);
  });

  it('the wallets show every movement with its reason, and commission moves to clearing', async () => {
    const options = desktop;
    await topUp(100);
    await record();
    await send('/settlements');
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/wallets'));
    await page.getByText('Top-up', { exact: true }).first().waitFor();
    const balances = page.getByRole('region', { name: /^Payee balances/ });
    await balances.getByRole('rowheader', { name: 'Total' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move commission' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1.5');
    await expectAccessible(page);
    await inDialog(page, 'Move to clearing').click();
    await page.getByText('Commission transfer to clearing').first().waitFor();
  });
});

it('shares of a charged-back order are reversed by party with a plan, and its wallet says what is reserved', async () => {
  const ref = await record({ payment_source: 'service' });
  await payAndChargeBack(dashboard.server, { holderId: owner.holderId, mode: 'test' }, ref, 1_500n);
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/wallets'));
  await page.getByText('Reserved in clearing').waitFor();
  await expectAccessible(page);
  await page.goto(screen(owner, `/orders/${ref}`));
  await page.getByRole('button', { name: 'Reverse shares' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Custom amounts' }).check();
  await dialog.getByLabel('Noodle Bar (EUR)').fill('15.01');
  await judge(page, 'reversal');
  await inDialog(page, 'Review reversal').click();
  await dialog.getByText('The reversal is more than what is left.').waitFor();
  await dialog.getByLabel('Noodle Bar (EUR)').fill('12');
  await dialog.getByLabel('Your commission (EUR)').fill('2.01');
  await inDialog(page, 'Review reversal').click();
  await dialog.getByText('This is more than this payee has left.').waitFor();
  await judge(page, 'reversal-refused');
  await dialog.getByLabel('Noodle Bar (EUR)').fill('13');
  await dialog.getByLabel('Your commission (EUR)').fill('2');
  await inDialog(page, 'Review reversal').click();
  await dialog.getByText('The customer gets nothing').waitFor();
  await judge(page, 'reversal-plan');
  await inDialog(page, /^Reverse/).click();
  await page.getByText('Shares reversed after a chargeback').first().waitFor();
  await page.getByRole('button', { name: 'Reverse shares' }).waitFor({ state: 'detached' });
  await judge(page, 'reversed');
});

it('the focus follows the steps of a dialog, and returns to what opened it', async () => {
  const ref = await record({ splits: [{ beneficiary_type: 'merchant', amount: 20 }] });
  const page = await dashboard.newPage(desktop, owner);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(screen(owner, `/orders/${ref}`));
  for (const name of ['Hold', 'Refund', 'Confirm payment', 'Cancel order', 'Search']) {
    await expectFocusBack(page, button(name).first());
  }
  // There Escape closes the list of links first.
  await button('Assign').last().press('Enter');
  await inDialog(page, 'Cancel').press('Enter');
  await focusIn(page, button('Assign').last());
  // From one step to the next, back, and out of it.
  await button('Refund').press('Enter');
  await page.getByRole('dialog').getByLabel('Amount to refund (EUR)').press('Enter');
  await focusIn(page, page.getByRole('heading', { name: 'Review refund' }));
  await inDialog(page, 'Change').press('Enter');
  await focusIn(page, page.getByLabel('Amount to refund (EUR)'));
  await page.keyboard.press('Escape');
  await focusIn(page, button('Refund'));
  // A button that is under way can't have the focus: it has it again when it is refused.
  await button('Hold').press('Enter');
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('Late');
  await page.route('**/hold', (route) => route.abort());
  await inDialog(page, 'Hold').press('Enter');
  await page.getByText('The service can’t be reached').waitFor();
  await focusIn(page, inDialog(page, 'Hold'));
  await page.unroute('**/hold');
  await page.keyboard.press('Enter');
  // What opened it is gone: the content has the focus.
  await button('Release').or(button('Refund')).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusIn(page, page.locator('#content'));

  await page.goto(screen(owner, '/links'));
  await expectFocusBack(page, page.getByRole('button', { name: 'Invite' }).first());
  await expectFocusBack(page, page.getByRole('button', { name: 'Actions for Noodle Bar' }), async () => {
    await page.getByRole('menuitem', { name: 'End link' }).press('Enter');
  });

  // The next dialog takes the place of the first, and the focus returns to what opened that.
  await page.goto(screen(owner, '/developers/keys'));
  const create = button('Create key').first();
  await create.press('Enter');
  await page.getByRole('dialog').getByLabel('Label').fill('Laptop');
  await page.keyboard.press('Enter');
  await inDialog(page, 'I have saved the secret').press('Enter');
  await focusIn(page, create);

  const onPhone = await dashboard.newPage(phone, owner);
  await onPhone.goto(screen(owner, '/orders'));
  await expectFocusBack(onPhone, onPhone.getByRole('button', { name: 'More' }));
});

it('a home has a row for each currency, with all of its decimals, and adds up none with another', async () => {
  const [eur, kwd, jpy, huf] = ['EUR 1,250.50', 'KWD 1.234', 'JPY 500', 'HUF 10.50'];
  const sums = [
    { currency: 'EUR', amount: 1_250.5 },
    { currency: 'KWD', amount: 1.234 },
    { currency: 'JPY', amount: 500 },
    { currency: 'HUF', amount: 10.5 },
  ];
  const [day, before] = ['2031-03-01', '2031-02-28'];
  const none = { commission: 0, next_run_at: null, orders: 0, needed: 0, at_least: false, missing: 0 };
  const [orders, payments] = [2, 2];
  const flow = { moves: [], opening: 0, closing: 0 };
  /** A day as the day before it. */
  const volumeOf = (of: (sum: (typeof sums)[number]) => Record<string, number>) => {
    const days = { from: day, to: day, previous: { from: before, to: before } };
    const currencies = sums.map((sum) => {
      const both = { ...of(sum), previous: of(sum) };
      const change = Object.fromEntries(Object.keys(of(sum)).map((name) => [name, 0]));
      return { currency: sum.currency, ...both, change, parts: [both] };
    });
    return { ...days, unit: 'day', parts: [days], currencies };
  };
  /** What the API answers, merged into a real answer. */
  const homes = {
    company: {
      '/home/company': {
        currencies: sums.map(({ amount, ...one }) => ({ ...one, ...none, clearing: amount, spendable: amount })),
      },
      '/home/company/activity': {
        from: before,
        to: day,
        days: sums.flatMap(({ amount, ...one }) => [
          { ...one, day: before, orders: 1, amount },
          { ...one, day, orders, amount },
        ]),
        flows: sums.map(({ currency }) => ({ ...flow, currency })),
      },
      '/home/company/volume': volumeOf(({ amount }) => ({ orders: orders + 1, amount: 2 * amount, commission: 0 })),
    },
    merchant: {
      '/home/shop': {
        has_payments: true,
        today: {
          day,
          paid: 1,
          unpaid: 0,
          currencies: sums.map(({ amount, ...one }) => ({ ...one, payments: 1, volume: amount, net: amount })),
        },
        balances: [],
      },
      '/home/shop/activity': {
        from: before,
        to: day,
        days: sums.map(({ amount, ...one }) => ({
          ...one,
          day,
          payments,
          volume: amount,
          fees: 0,
          refunded: 0,
          net: amount,
        })),
      },
      '/home/shop/volume': volumeOf(({ amount }) => ({
        ...{ payments, volume: amount, refunds: 0 },
        ...{ refunded: 0, fees: 0, net: amount },
      })),
    },
    courier: {
      '/earnings': {
        totals: sums.map(({ amount, ...one }) => ({ ...one, available: amount, upcoming: 0, on_hold: 0, debt: 0 })),
        companies: [{ beneficiary_ref: 1, company: 'QuickBite', balances: [], next_settlement_at: null }],
      },
    },
    customer: { '/wallet': sums.map(({ amount, ...one }) => ({ ...one, balance: amount })) },
  } as const;
  for (const [kind, answers] of Object.entries(homes)) {
    const member = await dashboard.newMember(kind as keyof typeof homes);
    const page = await dashboard.newPage(desktop, member);
    for (const [path, answer] of Object.entries(answers)) {
      await page.route(
        ({ pathname }) => pathname === `/api/v1${path}`,
        async (route) => {
          const response = await route.fetch();
          const { data } = await response.json();
          await route.fulfill({
            response,
            json: { status: true, data: Array.isArray(answer) ? answer : { ...data, ...answer } },
          });
        },
      );
    }
    await page.goto(screen(member));
    for (const amount of [eur, kwd, jpy, huf]) {
      await page
        .getByText(amount as string, { exact: true })
        .first()
        .waitFor();
    }
    // The figures are loaded once they are reached.
    await page.mouse.wheel(0, 4_000);
    if (kind === 'company') await page.getByRole('link', { name: 'EUR 2,501.00' }).waitFor();
    expect(await page.getByText(/1,7[56]\d/).count()).toBe(0);
    if (kind === 'merchant') {
      await page.getByRole('button', { name: 'Show as a table' }).first().click();
      const total = /^EUR 2 No change EUR 1,250.50 No change 0 No change EUR 0.00 No change EUR 0.00 EUR 1,250.50$/;
      await page.getByRole('row', { name: total }).waitFor();
    }
    await judge(page, `home-${kind}`);
    await page.unrouteAll();
  }
});

it('whoever may only read is offered nothing to do', async () => {
  const viewer = await dashboard.newMember('company', { role: 'viewer', holderId: owner.holderId });
  const ref = await record();
  const page = await dashboard.newPage(desktop, viewer);
  await page.goto(screen(viewer, `/orders/${ref}`));
  await page.getByRole('region', { name: 'Splits' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Hold|Refund|Cancel order|Confirm payment)$/ }).count()).toBe(0);
  await page.goto(screen(viewer, '/orders'));
  await page.getByText(ref, { exact: true }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.goto(screen(viewer));
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  expect(await page.getByRole('button', { name: 'Top up' }).count()).toBe(0);
});

it('an order that is not there says so, with a way back', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/orders/nothing'));
  await page.getByText('Not found').waitFor();
  await page.getByRole('heading', { name: 'Order', exact: true, level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
});
