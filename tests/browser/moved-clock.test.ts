/** A company whose test clock is ahead: every screen counts from that clock, and none from the browser's. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { desktop } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let owner: Member;
let api: PartnerClient;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('company');
  api = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  const link = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Nina Noodles'));
  const splits = [{ beneficiary_type: 'merchant', amount: 25, beneficiary_ref: link }];
  await api.post('/orders', orderBody({ partner_order_ref: 'one', total_amount: 25, splits }));
  await api.post('/test/clock', { advance_seconds: 30 * 86_400 });
  await api.post('/settlements');
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

it('until when something is due, and when the next settlement is, are hours and not weeks ahead', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner));
  await page.getByText(/Settles in \d+ (h|min)/).waitFor();
  await page.goto(screen(owner, '/exceptions'));
  const due = page.locator('[data-item]').getByText(/^Due /);
  await due.waitFor();
  expect(await due.innerText()).toMatch(/\(in \d+ (h|min)/);
});

it('“Today” is the day of that clock, even where the list is the first that is read', async () => {
  const page = await dashboard.newPage(desktop, owner);
  const asked = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    const from = Date.parse(searchParams.get('from') ?? '');
    return pathname === '/api/v1/orders' && from - Date.now() > 28 * 86_400_000;
  });
  await page.goto(screen(owner, '/orders?span=today'));
  await asked;
});

it('what a payee’s list shows as upcoming, the sum above it shows too', async () => {
  const payee = await dashboard.newMember('courier');
  const { db } = dashboard;
  const ada = { holderId: payee.holderId, type: 'courier', name: 'Ada' } as const;
  const link = Number(await inTransaction(db, (tx) => insertLink(tx, owner.holderId, ada)));
  const order = (ref: string) =>
    api.post(
      '/orders',
      orderBody({
        partner_order_ref: ref,
        total_amount: 25,
        splits: [{ beneficiary_type: 'courier', amount: 25, beneficiary_ref: link }],
      }),
    );
  await order('two');
  const page = await dashboard.newPage(desktop, payee);
  await page.goto(screen(payee));
  await page.getByText(/EUR.25\.00/).waitFor();
  await order('three');
  await page.getByText('Upcoming', { exact: true }).last().click();
  await page.getByText('three', { exact: true }).waitFor();
  await page.getByText(/EUR.50\.00/).waitFor();
});
