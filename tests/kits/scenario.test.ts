/**
 * One story with each client library against a running service: what is sent again, what is done once, what is read page by page,
 * what is received and verified, and what an error says.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPartner } from '../../sdk/src/partner.ts';
import { createReceiver, type Received, type Receiver } from '../fixtures/webhooks.ts';
import { createReferenceWorld, type ReferenceWorld } from '../reference/scenario.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import type { TestServer } from '../support/test-server.ts';
import { createTestService } from '../support/test-service.ts';
import { type Kit, missing, programs, startKit, transports } from './kit.ts';
import { createProxy, type KitProxy } from './proxy.ts';
import { settingsOf } from './settings.ts';
import { startTypeScript } from './typescript.ts';

let service: TestServer;
let proxy: KitProxy;
let receiver: Receiver;
let world: ReferenceWorld;

beforeAll(async () => {
  service = await createTestService({ webhooks: { loopbackInTest: true, allow: [] } });
  const { port } = service.app.server.address() as AddressInfo;
  proxy = await createProxy(`http://127.0.0.1:${port}`);
  receiver = await createReceiver();
  world = await createReferenceWorld(service);
});
afterAll(async () => {
  await expectBooksToHold(service.db);
  await proxy.close();
  await receiver.close();
  await service.close();
});

const unavailable = { status: 503, headers: { 'retry-after': '0' } };
const passedTo = (path: string) => proxy.passed.filter((one) => one.path === path);
const currency = 'EUR';

async function payAndRefund(kit: Kit) {
  proxy.faults.set('/pay/api/v1/payment/create', [unavailable, 'lose']);
  const body = { amount: '24.90', currency, return_url: 'https://shop.example/thanks', custom: 'basket-7' };
  const { answer: created, waits } = await kit.call({ id: 'createPayment', body });
  const sent = passedTo('/pay/api/v1/payment/create');
  await world.pay(created.token);
  const { answer: paid } = await kit.call({ id: 'getPayment', path: { token: created.token } });
  const refund = { token: created.token, refund_ref: 'refund-1', amount: '4.90' };
  const [first, again] = [
    await kit.call({ id: 'refundPayment', body: refund }),
    await kit.call({ id: 'refundPayment', body: refund }),
  ];
  const tooMuch = { token: created.token, refund_ref: 'refund-2', amount: '24.90' };
  const { error } = await kit.call({ id: 'refundPayment', body: tooMuch });
  return {
    payment: [paid.status, paid.paid, paid.amount, paid.custom],
    sent: sent.map(({ status }) => status),
    keys: new Set(sent.map(({ key }) => key)).size,
    waits,
    refund: [first.answer.amount, first.answer.refund_id === again.answer.refund_id],
    tooMuch: [error.name, error.code, error.status, error.message],
  };
}

async function topUp(kit: Kit) {
  const path = '/partner/v1/wallets/topups';
  proxy.faults.set(path, ['lose']);
  const { answer, waits } = await kit.call({ id: 'createTopUp', body: { amount: amount(kit, '500.50'), currency } });
  const sent = passedTo(path);
  const once = { id: 'topUpOnce', path: { key: `own key of ${answer.topup_id}` }, body: { amount: 1, currency } };
  const [first, again] = [await kit.call(once), await kit.call(once)];
  return {
    topUp: [String(answer.amount), answer.status],
    number: /"amount":500\.50?[,}]/.test(sent[0]?.sent ?? ''),
    keys: new Set(sent.map(({ key }) => key)).size,
    waits,
    once: first.answer.topup_id === again.answer.topup_id,
  };
}

async function recordAndRead(kit: Kit, prefix: string) {
  const order = (ref: string, total: string, rest: string) => ({
    partner_order_ref: prefix + ref,
    payment_source: 'card',
    total_amount: amount(kit, total),
    currency,
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: world.restaurant, amount: amount(kit, rest) },
      { beneficiary_type: 'partner', amount: amount(kit, '2.50') },
    ],
  });
  const made = {
    url: receiver.url,
    event_types: ['order.created'],
    extra_header: 'X-MyPay-Signature',
  };
  const { answer: endpoint } = await kit.call({ id: 'createWebhookEndpoint', body: made });
  const { answer: recorded } = await kit.call({ id: 'createOrder', body: order('1', '25', '22.50') });
  const many = [order('2', '12.75', '10.25'), order('1', '25', '22.50'), order('3', '12.755', '10.255')];
  const { answer } = await kit.call({ id: 'createManyOrders', body: { orders: many } });
  const { answer: all } = await kit.call({ id: 'allOrders', query: { limit: 1, is_shadow: false } });
  const refs = (all as { partner_order_ref: string }[]).map((one) => one.partner_order_ref);
  return {
    ...(await receive(kit, endpoint)),
    recorded: [String(recorded.order_amount), ...recorded.splits.map((one: { amount: unknown }) => String(one.amount))],
    many: answer.results.map((one: { status: number; error?: { code: string } }) => [one.status, one.error?.code]),
    all: refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length)),
  };
}

type Endpoint = { endpoint_id: string; secret: string; extra_header_secret: string };

/** The webhooks of two orders, as they arrive, then altered, and with another secret. */
async function receive(kit: Kit, { endpoint_id: id, secret, extra_header_secret: hexSecret }: Endpoint) {
  const [{ body, headers }] = (await receiver.until(2)) as [Received, Received];
  const other = `whsec_${Buffer.from('another secret of 24 b..').toString('base64')}`;
  const verify = async (payload: string, secrets: string | string[]) => {
    const { answer, error } = await kit.call({ id: 'verifyWebhook', body: { payload, headers, secret: secrets } });
    return error?.name ?? [answer.type, String(answer.data.order_amount)];
  };
  const signature = headers['x-mypay-signature'] as string;
  const hex = async (payload: string) =>
    (await kit.call({ id: 'verifyHexSignature', body: { payload, signature, secret: hexSecret } })).answer;
  const outcome = {
    webhook: await verify(body, secret),
    rotated: await verify(body, [other, secret]),
    altered: await verify(`${body} `, secret),
    foreign: await verify(body, other),
    hex: [await hex(body), await hex(`${body} `)],
  };
  await kit.call({ id: 'deleteWebhookEndpoint', path: { id } });
  receiver.received.length = 0;
  return outcome;
}

async function follow(kit: Kit) {
  const { answer: page } = await kit.call({ id: 'listEvents', query: { limit: 200, type: 'order.created' } });
  const [before, last] = page.data.slice(-2);
  const query = { after: before.id, type: 'order.*', limit: 1 };
  const followed = kit.call({ id: 'followEvents', path: { count: 2 }, query });
  // The first has happened; the second happens while the library waits for it.
  const other = createPartner({ baseUrl: proxy.origin, ...world.companyKeys });
  await other.orders.cancel(last.data.partner_order_ref);
  return (await followed).answer.map((one: { type: string }) => one.type);
}

async function refusals(kit: Kit) {
  const missing = (await kit.call({ id: 'getOrder', path: { ref: 'no such/order' } })).error;
  const invalid = (await kit.call({ id: 'createTopUp', body: { amount: 1, currency: 'EURO' } })).error;
  proxy.faults.set('/partner/v1/wallets', [unavailable, unavailable, unavailable, unavailable]);
  const { error: down, waits } = await kit.call({ id: 'listWallets' });
  return {
    missing: [missing.name, missing.code, missing.status, /^[0-9a-f-]{36}$/.test(missing.requestId)],
    invalid: [invalid.code, invalid.status, invalid.details.map((one: { field: string }) => one.field)],
    down: [down.code, down.status, waits],
  };
}

/** As a decimal is written in the language: TypeScript has numbers only. */
const amount = (kit: Kit, text: string) => (kit.hasDecimals ? text : Number(text));

const expected = {
  payAndRefund: {
    payment: ['succeeded', true, '24.90', 'basket-7'],
    sent: [503, 200, 200],
    keys: 1,
    waits: 2,
    refund: ['4.90', true],
    tooMuch: ['refused', 'http_400', 400, expect.stringMatching(/refund/i)],
  },
  topUp: { topUp: ['500.5', 'succeeded'], number: true, keys: 1, waits: 1, once: true },
  recordAndRead: {
    webhook: ['order.created', '25'],
    rotated: ['order.created', '25'],
    altered: 'webhook',
    foreign: 'webhook',
    hex: [true, false],
    recorded: ['25', '22.5', '2.5'],
    many: [
      [201, undefined],
      [200, undefined],
      [422, 'validation_failed'],
    ],
    all: ['2', '1'],
  },
  follow: ['order.created', 'order.cancelled'],
  refusals: {
    missing: ['refused', 'not_found', 404, true],
    invalid: ['validation_failed', 422, ['currency']],
    down: ['http_503', 503, 3],
  },
};

const kits: [string, undefined | ((env: Record<string, string>) => Kit | Promise<Kit>)][] = [
  ['TypeScript', startTypeScript],
  ...Object.entries(programs).flatMap(([name, program]) =>
    (transports[name] ?? ['']).map((transport): (typeof kits)[number] => [
      [name, transport].filter(Boolean).join(' by '),
      program && ((env) => startKit(program, { ...env, KIT_TRANSPORT: transport })),
    ]),
  ),
];

for (const [name, start] of kits) {
  it(`is the same in ${name}`, async ({ skip }) => {
    skip(start === undefined, missing(name));
    const kit = (await start?.(settingsOf(proxy.origin, world))) as Kit;
    proxy.passed.length = 0;
    try {
      expect({
        payAndRefund: await payAndRefund(kit),
        topUp: await topUp(kit),
        recordAndRead: await recordAndRead(kit, `${name}-`),
        follow: await follow(kit),
        refusals: await refusals(kit),
      }).toEqual(expected);
    } finally {
      kit.close();
    }
  });
}
