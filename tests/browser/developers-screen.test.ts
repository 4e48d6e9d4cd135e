/** The developers' screens in a real browser: key pairs, which are shown once; the test clock; events. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeKey as makeKeyPair, makeLink } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { expectAccessible } from './axe.ts';
import { desktop, phone } from './browser.ts';
import { type Member, openDashboard, screen, type TestDashboard } from './dashboard.ts';
import { expectToFitSmallPhone } from './small-phone.ts';

const keysPath = '/developers/keys';

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterEach(() => dashboard.closePages());
afterAll(() => dashboard.close());

/** What the pasted command would send, from the text of a `curl` command without a pipe. */
function requestOf(command: string): { url: string; headers: Record<string, string>; payload?: string } {
  const headers = [...command.matchAll(/-H ['"]([^:'"]+): ([^'"]*)['"]/g)].map(([, name, value]) => [name, value]);
  const payload = /-d '([^']*)'/.exec(command)?.[1];
  return {
    url: /curl (?:-s )?(\S+)/.exec(command)?.[1] as string,
    headers: Object.fromEntries(headers),
    ...(payload === undefined ? {} : { payload }),
  };
}

async function send(command: string): Promise<Response> {
  const { url, headers, payload } = requestOf(command);
  return fetch(url, { headers, ...(payload === undefined ? {} : { method: 'POST', body: payload }) });
}

const snippet = (page: Page, name: string) => page.getByRole('region', { name }).innerText();

async function makeKey(page: Page, label: string) {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill(label);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('heading', { name: 'Save your new key' }).waitFor();
  await page.getByRole('region', { name: 'command' }).waitFor();
  const made = {
    clientId: await snippet(page, 'Client ID'),
    secret: await snippet(page, 'Client secret'),
    command: await snippet(page, 'command'),
  };
  return made;
}

/** What both parts of a shop's command do, one after the other. */
async function createdBy(command: string): Promise<{ payment_url: string }> {
  const [first = '', second = ''] = command.split('\n  | ');
  const token = await send(first);
  expect(token.status).toBe(200);
  const { access_token: access } = ((await token.json()) as { data: { access_token: string } }).data;
  const created = await send(second.slice(second.indexOf('curl')).replace('$TOKEN', access));
  expect(created.status).toBe(200);
  return ((await created.json()) as { data: { payment_url: string } }).data;
}

const done = (page: Page) => page.getByRole('button', { name: 'I have saved the secret' }).click();

async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('API keys', () => {
  it('are made and shown once, work as they stand in the command, are rotated and revoked', async () => {
    const options = phone;
    const owner = await dashboard.newMember('company');
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, keysPath));
    await page.getByRole('heading', { name: 'No active API keys' }).waitFor();
    await expectAccessible(page);

    const made = await makeKey(page, 'Production server');
    await expectAccessible(page);
    expect(made.command).toContain(made.secret);
    expect((await send(made.command)).status).toBe(201);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download .env' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('sluice-test.env');
    await done(page);
    await page.getByText(made.clientId).waitFor();
    expect(await page.content()).not.toContain(made.secret);
    await page.reload();
    await page.getByText('Production server').waitFor();
    expect(await page.content()).not.toContain(made.secret);
    await expectAccessible(page);

    await choose(page, 'Production server', 'Rotate');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('heading', { name: 'Save your new key' }).waitFor();
    const second = await snippet(page, 'Client secret');
    expect(second).not.toBe(made.secret);
    await done(page);
    await page.getByText('Ending').waitFor();
    const old = page.getByRole('button', { name: 'Actions for Production server' });
    expect(await old.count()).toBe(2);

    await old.last().click();
    expect(await page.getByRole('menuitem', { name: 'Rotate' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByText('cannot be restored').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Ending').waitFor({ state: 'detached' });
    expect((await send(made.command)).status).toBe(401);
    await page.getByText('Ended', { exact: true }).click();
    await page.getByText(made.clientId).waitFor();
    expect(await page.getByText('Revoked').count()).toBe(1);
  });
});

it('gives a merchant the command that gets an access token and creates a payment', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, keysPath));
  const { command } = await makeKey(page, 'Shop');
  expect((await createdBy(command)).payment_url).toContain('/pay_');
});

it('lists the sites that may embed a key’s payment pages, and refuses what is no site', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, keysPath));
  const { command } = await makeKey(page, 'Shop');
  await done(page);
  const ancestors = async () => {
    const { pathname } = new URL((await createdBy(command)).payment_url);
    const answer = await fetch(`${dashboard.origin}${pathname}`);
    return /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  };
  expect(await ancestors()).toBe("'none'");

  await choose(page, 'Shop', 'Embedded checkout');
  const dialog = page.getByRole('dialog');
  const sites = dialog.getByRole('combobox', { name: 'Sites' });
  await sites.fill('shop.example.org/cart');
  await sites.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This must be https://host or https://host:port, or http://localhost:port.').waitFor();
  await sites.press('Backspace');
  await sites.fill('https://shop.example.org');
  await sites.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The sites were saved').waitFor();
  expect(await ancestors()).toBe('https://shop.example.org');
});

/** Creates a payment as the pasted command does, with other fields. */
async function createWith(command: string, fields: object): Promise<Response> {
  const [first = '', second = ''] = command.split('\n  | ');
  const { data } = (await (await send(first)).json()) as { data: { access_token: string } };
  const { url, headers, payload } = requestOf(
    second.slice(second.indexOf('curl')).replace('$TOKEN', data.access_token),
  );
  const body = JSON.stringify({ ...JSON.parse(payload as string), ...fields });
  return fetch(url, { headers, method: 'POST', body });
}

it('gives a key a format of its own for the webhook_urls of its payments, and takes it away again', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, keysPath));
  const { command } = await makeKey(page, 'Shop');
  await done(page);
  const formats = async () => {
    await createWith(command, { webhook_url: 'https://shop.example/hook' });
    const { rows } = await dashboard.server.database.owner.query(
      'select webhook_format from payments where holder_id = $1 order by created_at',
      [owner.holderId],
    );
    return rows.map((row) => row.webhook_format);
  };
  const save = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The format was saved').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const asBefore = (await formats())[0];

  await choose(page, 'Shop', 'Format of webhooks');
  const dialog = page.getByRole('dialog', { name: 'Webhooks for the payments of “Shop”' });
  expect(await dialog.getByLabel('As set for the account').isChecked()).toBe(true);
  await dialog.getByLabel('A format of its own').check();
  await dialog.getByRole('combobox', { name: 'Format of webhooks' }).click();
  await page.getByRole('option', { name: 'Quickei' }).click();
  await dialog.getByText('X-Quickei-Signature').waitFor();
  await expectAccessible(page);
  await save();
  expect((await formats()).slice(1)).toEqual(['quickei']);

  await page.reload();
  await choose(page, 'Shop', 'Format of webhooks');
  expect(await dialog.getByLabel('A format of its own').isChecked()).toBe(true);
  expect(await dialog.getByRole('combobox', { name: 'Format of webhooks' }).inputValue()).toBe('Quickei');
  await dialog.getByLabel('As set for the account').check();
  await save();
  expect((await formats()).slice(2)).toEqual([asBefore]);
});

it('registers the schemes of a shop’s apps, to which a payment may then return, and refuses what is no app’s', async () => {
  const owner = await dashboard.newMember('merchant');
  const page = await dashboard.newPage(phone, owner);
  await page.goto(screen(owner, keysPath));
  const { command } = await makeKey(page, 'App');
  await done(page);
  const statusOf = async (address: string) => (await createWith(command, { return_url: address })).status;
  expect(await statusOf('com.example.app:/paid')).toBe(400);

  const schemes = page.getByRole('combobox', { name: 'URL schemes' });
  const save = page.getByRole('button', { name: 'Save' });
  await schemes.fill('javascript');
  await schemes.press('Enter');
  await save.click();
  await page.getByText('This cannot be the scheme of an app: javascript.').waitFor();
  expect(await statusOf('javascript:/paid')).toBe(400);
  await schemes.press('Backspace');
  await schemes.fill('com.example.app');
  await schemes.press('Enter');
  await expectAccessible(page);
  await save.click();
  await page.getByText('The schemes were saved').waitFor();
  expect(await statusOf('com.example.app:/paid')).toBe(200);

  await page.reload();
  await page.getByText('com.example.app', { exact: true }).waitFor();
  await schemes.press('Backspace');
  await save.click();
  await page.getByText('The schemes were saved').waitFor();
  expect(await statusOf('com.example.app:/paid')).toBe(400);
});

it('asks for the second factor where the service does, and keeps what was typed', async () => {
  const owner = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, keysPath, 'live'));
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Live server');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const without = page.getByRole('dialog', { name: 'Two-step sign-in is required' });
  await without.waitFor();
  await page.keyboard.press('Escape');
  await without.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Label').inputValue()).toBe('Live server');
});

it('offers keys to no one who may not see them, and makes none for who may only revoke', async () => {
  const viewer: Member = await dashboard.newMember('company', { role: 'viewer' });
  const page = await dashboard.newPage(desktop, viewer);
  await page.goto(screen(viewer, keysPath));
  await page.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor();
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  await expectAccessible(page);
  for (const other of ['/webhooks', '/developers/try', '/settings/audit']) {
    await page.goto(screen(viewer, other));
    await page.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor();
  }
  const developer = await dashboard.newMember('company', { role: 'developer' });
  const live = await dashboard.newPage(desktop, developer);
  await live.goto(screen(developer, keysPath, 'live'));
  await live.getByRole('heading', { name: 'No active API keys' }).waitFor();
  expect(await live.getByRole('button', { name: 'Create key' }).count()).toBe(0);
});

describe('the test clock and events', () => {
  it('is moved, does what is due, and tells of it by its events', async () => {
    const options = desktop;
    const owner = await dashboard.newMember('company');
    const link = Number(await makeLink(dashboard.db, owner.holderId, 'merchant', 'Taverna'));
    const api = createPartnerClient(dashboard.server.app, await makeKeyPair(dashboard.db, owner.holderId));
    const split = { beneficiary_type: 'merchant', beneficiary_ref: link, amount: 12.5 };
    const order = { partner_order_ref: 'one', payment_source: 'card', total_amount: 12.5, currency: 'EUR' };
    await api.post('/orders', { ...order, splits: [split] });
    await api.post('/wallets/topups', { amount: 100, currency: 'EUR' });
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/developers/test-clock'));
    await page.getByText('None').waitFor();
    await page.getByRole('heading', { name: 'Move the clock' }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('slider').press('ArrowRight');
    await page.getByText('Move forward by 2 days').waitFor();
    // Where that leads, and that the daily settlement is on the way.
    await page.getByText('Runs the settlement of').waitFor();
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('2 days', { exact: true }).waitFor();
    const ran = page.getByRole('region', { name: 'What ran' }).getByRole('link', { name: 'order.settled' });
    expect(await ran.getAttribute('href')).toContain('developers/events?type=order.settled');
    await page.getByText('Move to', { exact: true }).click();
    await page.getByLabel('Time', { exact: true }).fill('2001-01-01T00:00');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await page.getByText('This must be later than the test time.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Run now' }).click();
    // No worker runs here to take the jobs.
    await page.getByText('There is more to do. Run it again.').waitFor();
    await expectAccessible(page);

    await page.goto(screen(owner, '/developers/events'));
    const created = page.getByRole('row').filter({ has: page.getByText('order.created') });
    await created.getByRole('link', { name: 'Order one' }).waitFor();
    // With its amount, and without the year.
    expect(await created.innerText()).toMatch(/EUR.12\.50/);
    expect(await created.innerText()).not.toMatch(/20\d\d/);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Type' }).fill('settled');
    await page.getByRole('option', { name: 'order.settled' }).click();
    const list = page.getByRole('region', { name: 'Events' });
    await list.getByText('order.created').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'order.settled' }).click();
    const data = JSON.parse(await page.getByRole('region', { name: 'event data' }).innerText());
    expect(data).toMatchObject({ partner_order_ref: 'one', settlement_status: 'settled' });
    await expectAccessible(page);
    await expectBooksToHold(dashboard.db);
  });
});

describe('requests on a phone, in the dark', () => {
  it('are listed with why they failed, found by what was asked and by ID, and lead from an event to its request', async () => {
    const options = { ...phone, colorScheme: 'dark' as const };
    const owner = await dashboard.newMember('company');
    const { db, server } = dashboard;
    const page = await dashboard.newPage(options, owner);
    await page.goto(screen(owner, '/developers/requests'));
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await expectAccessible(page);

    const partner = createPartnerClient(server.app, await makeKeyPair(db, owner.holderId));
    const refused = await partner.post('/orders', orderBody({ currency: 'usd' }));
    await partner.get('/orders/unknown');
    const made = await partner.post('/orders', orderBody({ partner_order_ref: 'A-77' }));
    await server.requestLog.flush();
    await server.positionEvents();
    await page.reload();
    await page.getByText('GET /partner/v1/orders/unknown').first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Path or request ID').fill(String(refused.headers['x-request-id']));
    await page.getByText('GET /partner/v1/orders/unknown').first().waitFor({ state: 'detached' });
    await page.getByText('POST /partner/v1/orders').first().click();
    await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
    await page.getByText('must be an uppercase ISO 4217 code').waitFor();
    await expectAccessible(page);

    const topUp = (await partner.post('/wallets/topups', { amount: 100, currency: 'EUR' })).json();
    await server.positionEvents();
    await page.goto(screen(owner, '/developers/events'));
    const events = page.getByRole('region', { name: 'Events' });
    const arrived = events.getByRole('button').filter({ hasText: 'top_up.succeeded' });
    await arrived.waitFor();
    await expectAccessible(page);
    // The day stands above, the id loses its middle: two lines, on the smallest phone too.
    await expectToFitSmallPhone(page);
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await arrived.textContent()).toContain(topUp.data.topup_id);
    expect(await arrived.locator('time').innerText()).toMatch(/^\d\d:\d\d$/);
    expect((await arrived.boundingBox())?.height).toBeLessThan(70);
    await page.setViewportSize(phone.viewport);
    await events.getByText('order.created').first().click();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await page.getByRole('heading', { name: 'What it did' }).waitFor();
    await page.getByText(String(made.headers['x-request-id'])).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'A-77' }).click();
    await page.getByRole('heading', { name: 'A-77' }).waitFor();
  });
});

it('has no test clock in live mode, and says so', async () => {
  const owner = await dashboard.newMember('company');
  const page = await dashboard.newPage(desktop, owner);
  await page.goto(screen(owner, '/developers/test-clock', 'live'));
  await page.getByRole('heading', { name: 'The test clock exists in test mode only' }).waitFor();
  await expectAccessible(page);
});

describe('the API reference', () => {
  /** What the renderer does wrong, and offers no setting for. */
  const ofRenderer = ['button-name', 'landmark-unique', 'scrollable-region-focusable'];

  it('is read on a phone, with nothing from elsewhere and nothing inline, and leads through sign-in', async () => {
    const page = await dashboard.newPage(phone);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(dashboard.origin) && !request.url().startsWith('data:'))
        problems.push(request.url());
    });
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'Sluice', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Errors' }).first().waitFor();
    await expectToFitSmallPhone(page);
    await page.goto('/docs#webhook/POST/order.settled');
    await page.getByRole('heading', { name: 'order.settled' }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.goto('/docs#tag/wallets/GET/partner/v1/wallets');
    await page.locator('a[href="/open/try-orders?operation=listWallets"]').first().click();
    await page.waitForURL(/\/sign-in\?/);
  });

  it('leads to an operation that is tried in test mode', async () => {
    const owner = await dashboard.newMember('company');
    const page = await dashboard.newPage(desktop, owner);
    await page.goto('/open/try-orders?operation=createTopUp');
    await page.getByRole('heading', { name: /Top up clearing/ }).waitFor();
    const body = page.getByLabel('Body (JSON)');
    expect(JSON.parse(await body.inputValue())).toEqual({ amount: 500, currency: 'EUR' });
    await page.getByText('Send the request to see its status, headers and body here.').waitFor();
    await body.fill('{"amount": 12.5');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('This isn’t valid JSON').waitFor();
    await body.fill('{"amount": 12.5, "currency": "EUR"}');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('201', { exact: true }).waitFor();
    // As a command it is there from the start, and as it was filled in.
    const command = page.getByRole('region', { name: 'curl command' });
    expect(await command.innerText()).toContain('"amount": 12.5, "currency": "EUR"');
    // Its lines are whole, and all in sight.
    const [text, shown] = await Promise.all([command.locator('pre').boundingBox(), command.boundingBox()]);
    expect(shown?.height).toBeGreaterThanOrEqual(text?.height ?? 0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await command.locator('pre').boundingBox())?.width).toBeGreaterThan(
      (await command.boundingBox())?.width ?? 0,
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    const answer = JSON.parse(await page.getByRole('region', { name: 'response body' }).innerText());
    expect(answer.data).toMatchObject({ amount: 12.5, mode: 'test' });
    await expectAccessible(page);
    await page.goto(screen(owner, '/developers/try', 'live'));
    await page.getByRole('heading', { name: 'The API explorer works in test mode only' }).waitFor();
    await expectBooksToHold(dashboard.db);
  });

  async function violationsOf(page: Page): Promise<string[]> {
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const found: { id: string; nodes: { target: string[] }[] }[] = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
    );
    return found
      .filter(({ id }) => !ofRenderer.includes(id))
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }
});
