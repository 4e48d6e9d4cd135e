/** A shop sets how it appears at the checkout: logo, colour and contacts, with what is refused said in its place. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { saveBankDetails } from '../../src/features/wallets/bank-details.repository.ts';
import { shopKey } from '../support/actors.ts';
import { payByCard } from '../support/pay-by-card.ts';
import { makePng } from '../support/png.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let owner: Member;

beforeAll(async () => {
  dashboard = await openDashboard();
  owner = await dashboard.newMember('merchant');
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

const picture = (buffer: Buffer, mimeType = 'image/png') => ({ name: 'logo.png', mimeType, buffer });

it('is set on a phone: the picture at once, the rest when it is saved, and what is wrong is said', async () => {
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/settings/branding'));
  await page.getByRole('heading', { name: 'Branding', exact: true }).waitFor();
  await page.getByText('Upload logo').waitFor();
  await expectAccessible(page);

  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
  await page.getByText('This must be a PNG, JPEG or WebP picture.').waitFor();
  await chooser.setInputFiles(picture(Buffer.alloc(200_000)));
  await page.getByText('Choose an image of at most 100 KB. This one is 196 KB.').waitFor();
  await chooser.setInputFiles(picture(makePng(64, 64)));
  await page.getByText('Your logo is on the payment page').waitFor();
  const decoded = `document.querySelector('main img').decode().then(() => document.querySelector('main img').naturalWidth)`;
  expect(await page.evaluate(decoded)).toBe(64);

  await page.getByRole('textbox', { name: 'Button color' }).fill('#ffee99');
  await page.getByRole('textbox', { name: 'Email' }).fill('help@shop.example');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('This is too light to be read on white', { exact: false }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('help@shop.example');
  await page.getByRole('textbox', { name: 'Button color' }).fill('#7a1fa2');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await page.getByText('Your branding was saved').waitFor();
  await expectAccessible(page);

  const { rows } = await dashboard.server.pool.query(
    'select colour, support_email, terms_url from holder_branding where holder_id = $1',
    [owner.holderId],
  );
  expect(rows).toEqual([{ colour: '#7a1fa2', support_email: 'help@shop.example', terms_url: null }]);
  const { rows: audited } = await dashboard.server.pool.query(
    `select action from audit_log where holder_id = $1 and action = 'branding.change'`,
    [owner.holderId],
  );
  expect(audited).toHaveLength(2);
});

it('loses its logo at a desk only after a question, and is read alone by those who are no owners', async () => {
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/settings/branding'));
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
  await page.getByText('The logo was removed').waitFor();
  await page.getByText('Upload logo').waitFor();

  const viewer = await dashboard.newMember('merchant', { role: 'viewer', holderId: owner.holderId });
  const read = await dashboard.newPage(desktop, viewer);
  await read.goto(screen(viewer, '/settings/branding'));
  await read.getByText('Only owners can change this.').waitFor();
  expect(await read.getByRole('main').getByRole('textbox').count()).toBe(0);
  await expectAccessible(read);
});

it('its preview is in the currency of the shop, and until it has one in one in which transfers are taken', async () => {
  const { db, clock, payDeps } = dashboard.server;
  const shop = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(desktop, shop);
  const shows = async (amount: string) => {
    await page.goto(screen(shop, '/settings/branding'));
    await page.getByText(new RegExp(`^Pay ${amount.replace(' ', '.')}$`)).waitFor();
  };
  await shows('EUR 49.00');
  const account = { accountHolder: 'Sluice Ltd', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const rest = { bankName: null, other: null, accountNumber: null, bankCode: null, town: null, country: null };
  await inTransaction(db, (tx) => saveBankDetails(tx, { currency: 'GBP', ...account, ...rest, changedAt: new Date() }));
  await shows('GBP 49.00');
  const book = { holderId: shop.holderId, mode: 'test' } as const;
  const urls = { returnUrl: null, cancelUrl: null, webhookUrl: null };
  const draft = {
    amount: 1_250n,
    currency: 'USD',
    description: 'Apron',
    custom: null,
    orderId: null,
    manualCapture: false,
  };
  const { id } = await inTransaction(db, (tx) =>
    createPaymentCreator({ db, clock }).createLink(shopKey(book), tx, book, { ...draft, ...urls }),
  );
  await payByCard(payDeps, { holderId: shop.holderId, id });
  await shows('USD 49.00');
});

it('a suspended account says so on every screen, and offers nothing to change', async () => {
  const suspended = await dashboard.newMember('merchant');
  const status = { status: 'suspended', suspendedFrom: 'active' } as const;
  await dashboard.db.updateTable('holders').set(status).where('id', '=', suspended.holderId).execute();
  const page = await dashboard.newPage(phone, suspended);
  for (const path of ['/settings/branding', '/settings/business', '/payouts/new']) {
    await page.goto(screen(suspended, path));
    await page.getByText('This account is suspended').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    expect(await page.getByText('This account is suspended').count()).toBe(1);
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  }
  await page.getByRole('heading', { name: 'Payouts are closed for this account' }).waitFor();
});
