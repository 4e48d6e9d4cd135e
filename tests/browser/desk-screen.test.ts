/** The exceptions desk in a real browser: worked through by keyboard alone, on a phone too, and never silent on a home while there is any. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { importStatement } from '../../src/features/reconciliation/import-statement.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { statementOf } from '../fixtures/reconciliation.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { focusIn } from './focus.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

let dashboard: TestDashboard;
let owner: Member;
let api: PartnerClient;
let link: number;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  api = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  link = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Nina Noodles'));
  await api.post('/wallets/topups', { amount: 1_000, currency: 'EUR' });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

async function record(ref: string, hasPayee: boolean): Promise<void> {
  const payee = hasPayee ? { beneficiary_ref: link } : {};
  const answer = await api.post(
    '/orders',
    orderBody({
      partner_order_ref: ref,
      total_amount: 25,
      splits: [{ beneficiary_type: 'merchant', amount: 25, ...payee }],
    }),
  );
  expect(answer.statusCode).toBe(201);
}

/** Where the amounts end, by the pixel. */
async function amountEdges(page: Page): Promise<Set<number>> {
  const amounts = await page.locator('[data-item] .amount').all();
  const boxes = await Promise.all(amounts.map((amount) => amount.boundingBox()));
  return new Set(boxes.map((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0))));
}

/** On a phone: from where to where the buttons of the rows are. */
async function buttonEdges(page: Page): Promise<Set<string>> {
  await page.setViewportSize(phone.viewport);
  const fixes = await page.locator('[data-item] [data-key=Enter]').all();
  const boxes = await Promise.all(fixes.map((fix) => fix.boundingBox()));
  await page.setViewportSize(desktop.viewport);
  return new Set(boxes.map((box) => `${Math.round(box?.x ?? 0)}, ${Math.round(box?.width ?? 0)}`));
}

const focused = (page: Page) => page.evaluate<string>(`document.activeElement?.textContent ?? ''`);

it('several fixes by keyboard alone: the row goes, and the next one has the focus', async () => {
  await record('first', false);
  await record('second', true);
  await record('third', true);
  for (const ref of ['second', 'third']) await api.post(`/orders/${ref}/hold`, { reason: `Check ${ref}` });
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/exceptions'));
  await page.getByRole('button', { name: /^Assign to Nina Noodles/ }).waitFor();
  await page.getByText('EUR 25.00 has no linked payee').waitFor();
  await expectAccessible(page);
  await expectToFitSmallPhone(page);

  // One of all fixes is the primary action: that of the row with the focus, and without one the first.
  const primary = page.locator('[data-item] [data-key=Enter][data-variant=filled]');
  expect(await primary.getAttribute('aria-label')).toMatch(/^Assign to Nina Noodles: .*first$/);
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toContain('first');
  await page.keyboard.press('j');
  await expect.poll(() => primary.getAttribute('aria-label')).toMatch(/^Release: .*second$/);
  expect(await primary.count()).toBe(1);
  await page.keyboard.press('k');
  expect(await page.getByRole('link', { name: 'first', exact: true }).getAttribute('href')).toMatch(/\/orders\/first$/);
  expect((await amountEdges(page)).size).toBe(1);
  expect((await buttonEdges(page)).size).toBe(1);
  await page.keyboard.press('a');
  await page.getByText('Assigned to you').waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New note').waitFor();
  // In a field the keys are letters.
  await page.keyboard.type('jan');
  await expect.poll(() => dialog.getByLabel('New note').inputValue()).toBe('jan');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('jan').waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.locator('[data-item]', { hasText: 'first' }).getByText('1 note').waitFor();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.locator('[data-item]', { hasText: 'second' }).focus();
  for (const [ref, next] of [
    ['second', 'third'],
    ['third', 'first'],
  ] as const) {
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Release' }).waitFor();
    await dialog.getByRole('button', { name: 'Release' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: new RegExp(`^Release: .*${ref}`) }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain(next);
  }

  // What had the focus goes with its screen: the content of the next one has it.
  const content = page.locator('#content');
  await page.getByRole('link', { name: 'first', exact: true }).press('Enter');
  await page.waitForURL(/\/orders\/first$/);
  await focusIn(page, content);
  await page.goBack();
  await page.getByRole('link', { name: 'first', exact: true }).waitFor();
  await focusIn(page, content);
});

it('a home says that there are some, and the navigation how many', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner));
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Exceptions\s*1$/ })
    .waitFor();
  // What has a line of its own is not counted again among the exceptions.
  const attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('link');
  await attention.filter({ hasText: /1\s*order has splits to fix/ }).waitFor();
  expect(await attention.count()).toBe(1);
});

it('a viewer reads the queue and its notes, and is offered nothing else', async () => {
  const viewer = await dashboard.newMember('company', { role: 'viewer', holderId: owner.holderId });
  const page = await dashboard.newPage(desktop, viewer);
  await page.goto(screen(viewer, '/exceptions'));
  const row = page.locator('[data-item]', { hasText: 'first' });
  await row.getByRole('button').click();
  await page.getByRole('menuitem').waitFor();
  expect(await page.getByRole('menuitem', { name: '1 note', exact: true }).count()).toBe(1);
  expect(await row.getByRole('button').count()).toBe(1);
});

it('a row’s menu is worked by keyboard, names the keys, and gives the focus back to the row', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/exceptions'));
  const menu = page.getByRole('button', { name: /^Actions for .*first$/ });
  await menu.press('Enter');
  const assign = page.getByRole('menuitem', { name: 'Assign…', exact: true });
  await assign.waitFor();
  await expectAccessible(page);
  // In the menu the keys of the row do nothing.
  await page.keyboard.press('n');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('menuitem', { name: '1 note' }).getAttribute('aria-keyshortcuts')).toBe('n');
  await assign.press('Enter');
  await page.getByRole('dialog').getByLabel('Team member').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toContain('first');
});

it('on a phone: fixed by touch, with its notes on the page of the order, until all is clear', async () => {
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/orders/first'));
  await page.getByText('jan').waitFor();
  await expectAccessible(page);
  await page.goto(screen(owner, '/exceptions'));
  await page.getByRole('button', { name: /^Assign to Nina Noodles/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Payee' }).or(dialog.getByRole('textbox')).first().click();
  await page.getByRole('option', { name: /Nina Noodles/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('heading', { name: 'All clear' }).waitFor();
  await expectAccessible(page);
});

it('an operator matches a transfer by keyboard, declines a top-up, a take-back and an account, and opens the very line of a statement', async () => {
  const { db, server } = dashboard;
  const operator = await dashboard.newMember('service');
  const book = { holderId: await makeCompany(db), mode: 'live' } as const;
  const asked = { amount: 700n, currency: 'EUR', accountKind: 'clearing', source: 'bank' } as const;
  const pending = await makeCompany(db, { status: 'pending' });
  const noodles = { holderId: await makeCompany(db, { name: 'Nina Noodles' }), mode: 'live' } as const;
  const announced = await inTransaction(db, async (tx) => {
    const topUp = await requestTopUp(shell, tx, server.clock, noodles, { ...asked, amount: 12_000n });
    await requestTopUp(shell, tx, server.clock, book, asked);
    const { id } = await requestTopUp(shell, tx, server.clock, book, asked);
    await confirmTopUp(shell, tx, server.clock, id);
    await sql`update top_ups set reversal_requested_at = now(), reversal_requested_by = 'a colleague',
      reversal_requested_amount = 700, reversal_requested_reason = 'Sent twice' where id = ${id}`.execute(tx);
    await sql`insert into approval_requests (holder_id, status, requested_by, requested_at)
      values (${pending}, 'waiting', 'someone', now())`.execute(tx);
    await sql`
      with i as (
        insert into statement_imports (mode, source, account, file_name, file_hash, format, imported_at)
        values ('live', 'bank', 'DE1', 'day.csv', sha256('day'), 'csv', now()) returning id)
      insert into statement_lines (import_id, mode, source, line_number, line_hash, booked_on, currency, amount, reference)
      select id, 'live', 'bank', n, sha256(n::text::bytea), current_date, 'EUR', -n, 'Line of ' || n
      from i, generate_series(100, 101) n`.execute(tx);
    return topUp;
  });
  const statement = statementOf([{ amount: 12_000n, text: 'Thank you', counterpartyName: 'NOODLES NINA' }]);
  await importStatement(shell, { db, clock: server.clock }, { source: 'bank', mode: 'live' }, statement);
  const page = await dashboard.newPage(desktop, operator);
  await server.pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await server.pool.query('update sessions set second_factor_at = now() where person_id = $1', [operator.personId]);
  await page.goto(screen(operator, '', 'live'));
  const dialog = page.getByRole('dialog');
  const match = page.locator('[data-item]', { hasText: 'Match to the top-up of Nina Noodles: credits EUR' });
  await match.focus();
  await page.keyboard.press('Enter');
  const first = dialog.getByRole('button', { name: 'Match to Nina Noodles’ top-up' });
  await first.waitFor();
  await dialog.getByText('it names this account').waitFor();
  await dialog.getByRole('button', { name: 'Credit another account' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await first.focus();
  await page.keyboard.press('Enter');
  await match.waitFor({ state: 'detached' });
  const { rows } = await server.pool.query('select id, status from top_ups where holder_id = $1', [noodles.holderId]);
  expect(rows).toEqual([{ id: announced.id, status: 'succeeded' }]);

  for (const [kind, hasReason] of [
    ['Top-up to confirm', true],
    ['Top-up reversal to approve', false],
    ['Account to review', true],
  ] as const) {
    const row = page.locator('[data-item]', { hasText: kind });
    await row.focus();
    // The type, the name and the amount say what the fix does.
    expect(await row.innerText()).not.toMatch(/^(Credits|Takes)/m);
    await page.keyboard.press('x');
    const decline = dialog.getByRole('button', { name: 'Decline' });
    await decline.waitFor();
    await expectAccessible(page, '[role=dialog]');
    if (hasReason) await page.keyboard.type('Not ours');
    await decline.focus();
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
  }

  await page.locator('[data-item]', { hasText: 'Line of 101' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/operator\/reconciliation/);
  await page.getByText('Line of 101').waitFor();
  await expect.poll(() => page.getByText('Line of 100').count()).toBe(0);
});
