/**
 * A dispute in a real browser: a shop finds it on its home, puts evidence together, reviews and submits it; the operator reads the
 * evidence and says that it was handed over. Each state is judged by axe.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { findSucceeded } from '../../src/features/payments/attempts.repository.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { job, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { exported } from './exported.ts';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
});

const dayMs = 86_400_000;

/** A payment of EUR 20 that a customer disputes. @returns the dispute's id. */
async function dispute({ holderId }: Member): Promise<string> {
  const { db, clock, payDeps } = dashboard.server;
  const book = { holderId, mode: 'test' } as const;
  const draft = { amount: 2_000n, currency: 'EUR', description: 'Invoice 1042', returnUrl: null, cancelUrl: null };
  const whole = { ...draft, custom: null, webhookUrl: null, orderId: null };
  const { id } = await inTransaction(db, (tx) =>
    createPaymentCreator({ db, clock }).createLink(shopKey(book), tx, book, whole),
  );
  await payByCard(payDeps, { holderId, id }, { payerName: 'Grace Hopper' });
  const attempt = await findSucceeded(db, { holderId, id });
  if (attempt === undefined) throw new Error('It is not paid.');
  const evidenceDueAt = new Date(clock.now(holderId, 'test').getTime() + 9.5 * dayMs);
  const found = { id: `dp_${attempt.id}`, attemptId: attempt.id, amount: 2_000n, currency: 'EUR', fee: undefined };
  const standing = { status: 'needs_response', reason: 'product_not_received', evidenceDueAt } as const;
  await inTransaction(db, (tx) =>
    postChargeback(job, tx, payDeps, holderId, { ...found, withdrawals: 1, returns: 0, standing }),
  );
  return found.id;
}

type Box = { getBoundingClientRect(): { top: number; bottom: number } };

/** Above the bar at the bottom of a phone, which is 60 pixels high. */
const isOnScreen = (element: unknown): boolean => {
  const { top, bottom } = (element as Box).getBoundingClientRect();
  return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight - 60;
};

const pdf = { name: 'delivery.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nDelivered\n%%EOF\n') };
const web = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') };

it('on a phone, a shop responds from its home, and submits once', async () => {
  const owner = await dashboard.newMember('merchant');
  const id = await dispute(owner);
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner));
  const one = page.getByRole('link', { name: '1 dispute needs your response' });
  const said = (await one.innerText()).replaceAll('\u00a0', ' ');
  expect(said).toMatch(/EUR 20\.00 disputed · Respond by .+ \(in 9 days\)/);
  await expectAccessible(page);
  await one.click();
  await page.getByRole('heading', { name: 'EUR 20.00 disputed' }).waitFor();
  await page.goto(screen(owner, '/disputes'));
  await page.getByText('Not delivered').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const { name, lines } = await exported(page);
  expect([name, lines.length]).toEqual(['disputes.csv', 1]);
  await page.getByText('Invoice 1042').click();
  await page.getByRole('heading', { name: 'EUR 20.00 disputed' }).waitFor();
  await page.getByText('in 9 days').waitFor();
  expect(await page.getByRole('button', { name: 'Review and submit' }).isDisabled()).toBe(true);
  await expectAccessible(page);

  // First what decides a dispute about a delivery; the rest on request.
  expect(await page.getByRole('textbox').count()).toBe(4);
  expect(await page.getByLabel('Date of shipment').getAttribute('type')).toBe('date');
  expect(await page.getByLabel('Usage log').count()).toBe(0);
  await page.getByRole('button', { name: 'More evidence' }).click();
  await page.getByLabel('Usage log').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More evidence' }).click();
  expect(await page.getByRole('combobox', { name: 'What the file shows' }).inputValue()).toBe('Proof of delivery');
  // The way to submit stays in sight.
  await page.getByRole('heading', { name: 'EUR 20.00 disputed' }).scrollIntoViewIfNeeded();
  expect(await page.getByRole('button', { name: 'Review and submit' }).evaluate(isOnScreen)).toBe(true);

  await page.getByLabel('Date of shipment').fill('2031-03-02');
  await page.getByLabel('Explanation').fill('It was delivered on 3 March.');
  await page.getByText('Saved', { exact: true }).waitFor();
  // What was typed when the page is left is there when it is opened again.
  await page.getByLabel('Carrier').fill('DHL');
  await page.goBack();
  await page.getByText('Invoice 1042').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByLabel('Carrier').inputValue()).toBe('DHL');
  await page.reload();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByLabel('Carrier').inputValue()).toBe('DHL');
  await expectAccessible(page);
  const files = page.locator('input[type=file]');
  expect(await page.getByText('or drop it here').count()).toBe(0);
  await files.setInputFiles(web);
  await page.getByRole('alert').getByText('This must be a PDF, PNG or JPEG file.').waitFor();
  await files.setInputFiles(pdf);
  await page.getByRole('link', { name: 'delivery.pdf' }).waitFor();
  await page.getByRole('combobox', { name: 'What the file shows' }).click();
  await page.getByRole('option', { name: 'Other' }).click();
  await files.setInputFiles({ ...pdf, name: 'another.pdf' });
  await page.getByRole('button', { name: 'Remove another.pdf' }).click();
  await page.getByRole('link', { name: 'another.pdf' }).waitFor({ state: 'detached' });
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Review and submit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('nothing can be changed').waitFor();
  for (const said of ['It was delivered on 3 March.', '2031-03-02', 'DHL', 'delivery.pdf'])
    await dialog.getByText(said).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Submit evidence' }).click();
  await page.getByText('The evidence is on its way to the payment provider.').waitFor();
  await page.getByText('DHL').waitFor();
  expect(
    await page
      .getByRole('button')
      .filter({ hasText: /Save|Remove|Review/ })
      .count(),
  ).toBe(0);
  await expectAccessible(page);

  // The bank has it now: what was sent, what comes next, and what that means for the money.
  await dashboard.server.pool.query(`update disputes set status = 'under_review' where id = $1`, [id]);
  await page.reload();
  await page.getByText('The bank is reviewing this dispute. There is nothing you need to do.').waitFor();
  const progress = page.getByRole('region', { name: 'Progress' });
  for (const step of ['Dispute opened', 'Evidence submitted', 'Decision expected']) {
    await progress.getByText(step, { exact: true }).waitFor();
  }
  await page.getByText(/^EUR.20\.00 was taken from your balance\./).waitFor();
  await page.getByRole('link', { name: 'delivery.pdf' }).waitFor();
  await expectAccessible(page);
  await page.goto(screen(owner, '/disputes'));
  await page.getByText(/^Evidence submitted \d+\s\w{3}$/).waitFor();
  await expectAccessible(page);
});

it('at a desk, a shop’s home says what several disputes come to, and leads to their list', async () => {
  const owner = await dashboard.newMember('merchant');
  await dispute(owner);
  await dispute(owner);
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner));
  const both = page.getByRole('link', { name: '2 disputes need your response' });
  expect((await both.innerText()).replaceAll('\u00a0', ' ')).toMatch(
    /EUR 40\.00 disputed · Respond by .+ \(in 9 days\)/,
  );
  await both.click();
  await page.waitForURL(/\/disputes$/);
});

it('at a desk, the operator reads the evidence and hands it over', async () => {
  const owner = await dashboard.newMember('merchant');
  const id = await dispute(owner);
  // As of a provider that takes no evidence by API.
  await dashboard.server.pool.query(
    `insert into dispute_evidence (holder_id, dispute_id, state, texts, submission_id, submitted_at, updated_at)
    values ($1, $2, 'waiting', '{"explanation": "It was delivered."}', 'dev_1', now(), now())`,
    [owner.holderId, id],
  );
  const operator = await dashboard.newMember('service');
  const page = await dashboard.newPage(desktop, operator);
  await dashboard.server.pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await page.goto(screen(operator, `/operator/disputes?search=${id}`));
  await page.getByText('1 dispute', { exact: true }).waitFor();
  expect((await exported(page)).lines.map((line) => line.split(',', 1)[0])).toEqual([`"${id}"`]);
  await page.goto(screen(operator, `/operator/disputes/${id}`));
  await page.getByText('It was delivered.').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all' }).click();
  expect((await downloading).suggestedFilename()).toBe(`evidence-${id}.zip`);
  await page.getByRole('button', { name: 'Mark as handed over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as handed over' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Handed over by the operator').waitFor();
  await page.goto(screen(operator, `/operator/disputes?search=${id}`));
  await page.getByText('1 dispute', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  await expectAccessible(page);
  await page.goto(screen(operator, `/operator/disputes?search=${id}&span=yesterday`));
  await page.getByRole('heading', { name: 'No disputes match' }).waitFor();
  await expectAccessible(page);
});

it('one that was lost leads on: to its payment, and to where its money went', async () => {
  const owner = await dashboard.newMember('merchant');
  const id = await dispute(owner);
  const { pool } = dashboard.server;
  // Its deadline is near: the queue says so, and calls it as the shop does.
  await pool.query(`update disputes set evidence_due_at = now() + interval '50 hours' where id = $1`, [id]);
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/exceptions'));
  const row = page.locator('[data-item]', { hasText: 'Invoice 1042' });
  const due = row.locator('[data-tone=waiting]');
  await due.getByText('(in 2 days)').waitFor();
  await expectAccessible(page);
  await pool.query(`update disputes set evidence_due_at = now() + interval '80 hours' where id = $1`, [id]);
  await page.reload();
  await row.locator('[data-tone=neutral]').getByText('(in 3 days)').waitFor();
  expect(await due.count()).toBe(0);

  const operator = await dashboard.newMember('service');
  const theirs = await dashboard.newPage(desktop, operator);
  await pool.query('update people set second_factor = true where id = $1', [operator.personId]);
  await theirs.goto(screen(operator, `/operator/disputes/${id}`));
  const banner = theirs.getByRole('alert').filter({ hasText: 'must respond by' });
  await banner.getByText('Without evidence, the money is lost.').waitFor();
  const mail = await banner.getByRole('link', { name: /^Email / }).getAttribute('href');
  expect(mail).toMatch(/^mailto:[^?]+@[^?]+\?subject=Respond%20to%20dispute/);
  // What the bank decides comes later.
  await theirs.getByText('Only the account can respond.').waitFor();
  await expectAccessible(theirs);

  await pool.query(`update disputes set status = 'lost' where id = $1`, [id]);
  await page.goto(screen(owner, `/disputes/${id}`));
  await page.getByText('Decided for the customer, who keeps EUR 20.00.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open payment' }).click();
  await page.waitForURL(/\/payments\//);
  await page.goBack();
  await page.getByRole('link', { name: 'Follow the money' }).click();
  await page.waitForURL(/\/traces\/dispute/);
  await page.getByRole('heading', { name: /^Payment of EUR.20\.00$/, level: 1 }).waitFor();

  await theirs.goto(screen(operator, `/operator/disputes/${id}`));
  await theirs.getByText('The dispute is decided: the customer keeps the money.').waitFor();
  await theirs.getByText('Description', { exact: true }).waitFor();
  await expectAccessible(theirs);
  await theirs.getByRole('link', { name: 'Follow the money', exact: true }).click();
  await theirs.waitForURL(/\/traces\/dispute/);
  await theirs.getByRole('heading', { name: `Follow the money: dispute ${id.slice(0, 12)}`, level: 1 }).waitFor();
});
