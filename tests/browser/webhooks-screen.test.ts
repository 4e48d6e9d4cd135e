/** The webhooks' screens in a real browser, with a real receiver: endpoints, secrets, the delivery log, resending. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDispatcher, type Dispatcher } from '../../src/features/webhooks/dispatcher.ts';
import { ownAddresses } from '../../src/features/webhooks/own-addresses.ts';
import { resolveName } from '../../src/features/webhooks/resolve-name.ts';
import { createReceiver, ok, type Receiver, status, verified } from '../fixtures/webhooks.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { openDashboard, screen, type TestDashboard } from './dashboard.ts';

let dashboard: TestDashboard;
let dispatcher: Dispatcher;
let receiver: Receiver;
const errors: unknown[] = [];

beforeAll(async () => {
  dashboard = await openDashboard({ webhooks: { loopbackInTest: true, allow: [] } });
  const { server, db } = dashboard;
  dispatcher = createDispatcher({
    db,
    ...server.webhooks,
    own: ownAddresses(() => server.app.server.address()),
    resolve: resolveName,
    random: Math.random,
    wasServing: () => false,
    onError: (error) => errors.push(error),
  });
  dispatcher.start();
  receiver = await createReceiver();
});
afterEach(async () => {
  receiver.answer = ok;
  await dashboard.closePages();
});
afterAll(async () => {
  await dispatcher.stop();
  await receiver.close();
  await expectBooksToHold(dashboard.db);
  await dashboard.close();
  expect(errors).toEqual([]);
});

const shown = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).innerText();

async function choose(page: Page, of: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Presses a button, and the same in the dialog that asks. */
async function confirm(page: Page, button: string, action = button): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await answer(page, action);
}

async function answer(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('on a phone an endpoint is added, tested, rotated, paused and deleted, and its deliveries are read and resent', async () => {
  const owner = await dashboard.newMember('company');
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/webhooks'));
  await page.getByRole('link', { name: 'API reference' }).waitFor();
  await page.getByRole('heading', { name: 'No webhook endpoints' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add endpoint' });
  await form.getByLabel('Endpoint URL').fill('ftp://shop.example/');
  await form.getByLabel('Description').fill('Order screen');
  await form.getByRole('radio', { name: 'Only selected types' }).click();
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText('Select at least one event type.').waitFor();
  await form.getByPlaceholder('Select event types').fill('order.created');
  await page.getByRole('option', { name: 'order.created' }).click();
  await form.getByLabel('Extra signature header').fill('X-MyPay-Signature');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.locator('[aria-invalid=true]').waitFor();
  expect(await form.getByLabel('Endpoint URL').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page, '[role="dialog"]');
  await form.getByLabel('Endpoint URL').fill(receiver.url);
  await form.getByRole('button', { name: 'Add endpoint' }).click();

  await page.getByRole('heading', { name: 'Save your new secret' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  const secret = await shown(page, 'Signing secret');
  const extra = await shown(page, 'Plugin secret');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download .env' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('sluice-webhooks-test.env');
  expect(readFileSync(await file.path(), 'utf8')).toBe(
    `WEBHOOK_SECRET=${secret}\nWEBHOOK_EXTRA_HEADER_SECRET=${extra}\n`,
  );
  await page.getByRole('button', { name: 'I have saved the secret' }).click();
  await page.getByRole('link', { name: /Order screen/ }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page);

  await page.getByRole('link', { name: /Order screen/ }).click();
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const [first] = await receiver.until(1);
  expect(first && verified(first, secret)).toMatchObject({ type: 'webhook_endpoint.tested' });
  await page
    .getByRole('region', { name: 'Deliveries' })
    .getByText('Delivered', { exact: true })
    .filter({ visible: true })
    .waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'webhook_endpoint.tested' }).click();
  await page.getByRole('button', { name: /Attempt 1 HTTP 200/ }).waitFor();
  expect(JSON.parse(await shown(page, 'request body of attempt 1'))).toEqual(first?.event);
  expect(await shown(page, 'response body of attempt 1')).toBe('ok');
  await expectAccessible(page);
  await confirm(page, 'Resend');
  expect((await receiver.until(2)).map(({ event }) => event.id)).toEqual([first?.event.id, first?.event.id]);
  await page.getByRole('button', { name: /Attempt 2 HTTP 200/ }).waitFor();

  await page.getByRole('link', { name: 'All deliveries' }).click();
  await choose(page, 'Order screen', 'Rotate signing secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('heading', { name: 'Save your new secret' }).waitFor();
  const next = await shown(page, 'Signing secret');
  expect(next).not.toBe(secret);
  await page.getByRole('button', { name: 'I have saved the secret' }).click();
  await choose(page, 'Order screen', 'New plugin secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('heading', { name: 'Save your new secret' }).waitFor();
  expect(await shown(page, 'Plugin secret')).not.toBe(extra);
  await page.getByRole('button', { name: 'I have saved the secret' }).click();

  receiver.answer = status(500);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const third = (await receiver.until(3))[2];
  for (const one of [secret, next]) expect(third && verified(third, one)).toMatchObject({ id: third?.event.id });
  await page.getByRole('region', { name: 'Deliveries' }).getByText('Retrying', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Deliveries are failing').waitFor();
  await confirm(page, 'Pause');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.getByText('Endpoint was paused').waitFor();
  expect(await page.getByRole('button', { name: /^(Send test event|Resend)/ }).count()).toBe(0);
  receiver.answer = ok;
  await confirm(page, 'Resume');
  await confirm(page, 'Resend failed', 'Resend');
  expect((await receiver.until(4))[3]?.event.id).toBe(third?.event.id);

  await choose(page, 'Order screen', 'Delete endpoint');
  await expectAccessible(page, '[role="dialog"]');
  await answer(page, 'Delete endpoint');
  await page.getByRole('heading', { name: 'No webhook endpoints' }).waitFor();
});

it('at a desk an endpoint is edited, a range resent, the log narrowed, and the home and the table say what fails', async () => {
  const { db, server } = dashboard;
  const developer = await dashboard.newMember('company', { role: 'developer' });
  const partner = createPartnerClient(server.app, await makeKey(db, developer.holderId));
  const made = await partner.post('/webhook-endpoints', { url: receiver.url, event_types: ['order.created'] });
  const before = receiver.received.length;
  await partner.post('/orders', orderBody());
  await server.positionEvents();
  const at = new Date();
  await receiver.until(before + 1);

  const page = await dashboard.newPage(desktop, developer);
  await page.goto(screen(developer, '/webhooks'));
  const name = new URL(receiver.url).host;
  const row = page.getByRole('row', { name });
  await row.getByText('Active').waitFor();
  expect(await page.getByRole('link', { name: 'Webhooks' }).getAttribute('aria-current')).toBe('page');
  await expectAccessible(page);
  await row.getByRole('link', { name }).click();
  await page.getByRole('cell', { name: 'Delivered' }).waitFor();

  await choose(page, name, 'Edit endpoint');
  const form = page.getByRole('dialog', { name: 'Edit endpoint' });
  expect(await form.getByLabel('Endpoint URL').inputValue()).toBe(receiver.url);
  await form.getByLabel('Select event types').fill('order.settled');
  await page.getByRole('option', { name: 'order.settled' }).click();
  // The list of types closes as the field is left.
  await form.getByLabel('Description').fill('Archive');
  await form.getByRole('combobox', { name: 'Format', exact: true }).click();
  await page.getByRole('option', { name: 'Quickei' }).click();
  await form.getByText('X-Quickei-Signature: sha256=').waitFor();
  expect(await form.getByLabel('Extra signature header').inputValue()).toBe('X-Quickei-Signature');
  await form.getByRole('combobox', { name: 'Format', exact: true }).click();
  await page.getByRole('option', { name: 'Standard' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Archive', level: 1 }).waitFor();
  const { data } = (await partner.get(`/webhook-endpoints/${made.json().data.endpoint_id}`)).json();
  expect(data).toMatchObject({
    description: 'Archive',
    event_types: ['order.created', 'order.settled'],
    ...{ format: 'standard', extra_header: null },
    url: receiver.url,
  });

  await page.getByRole('button', { name: 'Resend a time range' }).click();
  const range = page.getByRole('dialog');
  const minuteMs = 60_000;
  const typed = (ms: number) => new Date(at.getTime() + ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  await range.getByLabel('From').fill(typed(2 * minuteMs));
  await range.getByLabel('To', { exact: true }).fill(typed(-2 * minuteMs));
  await range.getByRole('button', { name: 'Resend' }).click();
  await range.getByText('This must be later than “From”.').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await range.getByLabel('From').fill(typed(-2 * minuteMs));
  await range.getByLabel('To', { exact: true }).fill(typed(2 * minuteMs));
  receiver.answer = status(500);
  await answer(page, 'Resend');
  const [first, second] = (await receiver.until(before + 2)).slice(before);
  expect(second?.event.id).toBe(first?.event.id);
  await page.getByRole('cell', { name: '2', exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByRole('heading', { name: 'No deliveries with this status' }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Waiting or retrying' }).click();
  await page.getByRole('cell', { name: 'order.created', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: '1 webhook endpoint is failing' }).click();
  await page.getByRole('row', { name: 'Archive' }).getByText('Failing', { exact: true }).waitFor();
});

it('makes the secret of the addresses that payments and orders carry, and offers nothing to who may not', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/webhooks'));
  await page.getByRole('button', { name: 'Create signing secret' }).click();
  await page.getByRole('heading', { name: 'Save your new secret' }).waitFor();
  expect(await shown(page, 'Signing secret')).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have saved the secret' }).click();
  await page.getByRole('link', { name: 'Webhook URLs of payments and orders' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Webhook URLs of payments and orders' }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Edit endpoint',
    'Rotate signing secret',
    'New plugin secret',
  ]);
  expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0);

  const viewer = await dashboard.newMember('merchant', { role: 'viewer', holderId: owner.holderId });
  const other = await dashboard.newPage(phone, viewer);
  await other.goto(screen(viewer, '/webhooks'));
  await other.getByText('Your role doesn’t allow this').waitFor();
  expect(await other.getByRole('button', { name: 'Add endpoint' }).count()).toBe(0);
  await other.getByRole('button', { name: 'More' }).click();
  // The tabs of developers offer what this role may open.
  await other.getByRole('dialog').getByRole('link', { name: 'Developers' }).click();
  await other.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  const tabs = other.getByRole('navigation', { name: 'Developers' });
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Events', 'Requests']);
  await expectAccessible(other);
});

it('the page of an order has its events with their deliveries, which are resent there, and its requests', async () => {
  const owner = await dashboard.newMember('company');
  const partner = createPartnerClient(dashboard.server.app, await makeKey(dashboard.db, owner.holderId));
  const before = receiver.received.length;
  await partner.post('/webhook-endpoints', { url: receiver.url, description: 'Order screen' });
  await partner.post('/orders', orderBody({ partner_order_ref: 'watched' }));
  await dashboard.server.positionEvents();
  await partner.post('/orders/watched/refunds', { amount: -1 });
  await dashboard.server.requestLog.flush();
  await receiver.until(before + 1);

  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, '/orders/watched'));
  const part = page.getByRole('region', { name: 'For developers' });
  await page.getByRole('button', { name: 'Show events and requests' }).click();
  await part.getByText('Delivered').waitFor();
  expect(await part.innerText()).toContain('order.created');
  await expectAccessible(page);
  await part.getByRole('button', { name: 'Resend order.created to Order screen' }).click();
  await answer(page, 'Resend');
  await receiver.until(before + 2);

  await part.getByRole('button', { name: 'Requests' }).click();
  await part.getByRole('link', { name: 'POST /partner/v1/orders/watched/refunds' }).waitFor();
  await expectAccessible(page);
  await part.getByRole('link', { name: 'POST /partner/v1/orders', exact: true }).click();
  await page.getByRole('heading', { name: 'What it did' }).waitFor();
  await page.getByRole('region', { name: 'Request body' }).getByText('"partner_order_ref": "watched"').waitFor();

  const viewer = await dashboard.newMember('company', { role: 'viewer', holderId: owner.holderId });
  const other = await dashboard.newPage(desktop, viewer);
  await other.goto(screen(viewer, '/orders/watched'));
  await other.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await other.getByRole('button', { name: 'Show events and requests' }).count()).toBe(0);
});
