/**
 * Every operation of interfaces A and B, called once or more with requests that make sense one after the other. The API
 * reference shows the first call of each; the client library is driven by the same calls.
 */
import { newPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { recordHandover } from '../../src/features/cash/hand-over.ts';
import { findLink } from '../../src/features/links/links.repository.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { keptRequestHeaders, keptText } from '../../src/features/webhooks/attempt-log.ts';
import { insertEndpoint } from '../../src/features/webhooks/endpoints.repository.ts';
import { type KeptAttempt, keepAttempts } from '../../src/features/webhooks/kept-attempts.repository.ts';
import { messageHeaders } from '../../src/features/webhooks/message.ts';
import { newSigningSecret } from '../../src/features/webhooks/sealed-secrets.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, shell } from '../support/actors.ts';
import { payAndChargeBack } from '../support/charge-back.ts';
import { makeCompany, makeHolder, makeKey, makeLink, serveTestOnly } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { payByCard } from '../support/pay-by-card.ts';
import type { TestServer } from '../support/test-server.ts';

export type Sent = {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** In place of a body in JSON. */
  bytes?: string;
  /** By the company's live key pair. */
  live?: true;
};

/** Sends a request. @returns the `data` of its answer, or the whole of one that is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what an operation answers is known where it is called.
export type Call = (operationId: string, sent?: Sent) => Promise<any>;

export type Keys = { clientId: string; clientSecret: string };
export type ReferenceWorld = Awaited<ReturnType<typeof createReferenceWorld>>;

export async function createReferenceWorld(server: TestServer) {
  const { db } = server;
  const company = await makeCompany(db, { name: 'Nimbus Delivery' });
  const shop = await makeHolder(db, 'merchant', 'Corner Books');
  await inTransaction(db, (tx) =>
    addBankAccount(shell, tx, server.clock, company, bankForm({ accountName: 'Nimbus Delivery GmbH' })),
  );
  await inTransaction(db, (tx) =>
    insertEndpoint(
      tx,
      { holderId: shop, mode: 'test' },
      {
        ...{ id: newPublicId('whe', shop), url: 'https://shop.example/hooks', host: 'shop.example' },
        ...{
          description: 'Shop system',
          eventTypes: ['payment.paid'],
          format: 'standard',
          extraHeader: null,
          extraHeaderPrefix: '',
        },
      },
    ),
  );
  const rider = await makeLink(db, company, 'courier', 'Ada Okafor');
  const testLink = await makeLink(db, company, 'courier', 'Noor Haddad');
  await serveTestOnly(db, company, testLink);
  return {
    companyKeys: (await makeKey(db, company)) as Keys,
    companyLiveKeys: (await makeKey(db, company, 'live')) as Keys,
    shopKeys: (await makeKey(db, shop)) as Keys,
    restaurant: Number(await makeLink(db, company, 'merchant', 'Taverna Kalamata')),
    courier: Number(rider),
    testLink: Number(testLink),
    /** As a customer does on the payment page. */
    pay: (token: string) =>
      payByCard(server.payDeps, { holderId: shop, id: token }, { payerName: 'Grace Hopper' }).then(() => {}),
    /** The courier was paid out what a refund takes back. */
    owe: () =>
      inTransaction(db, (tx) => {
        const earnings = accountAt({ holderId: company, mode: 'test', currency }, `earnings:${rider}`);
        return makeLinkOwe(tx, earnings, 800n, server.clock.now(company, 'test'));
      }),
    /** The courier says that it handed cash over. @returns the handover's id. */
    handOver: (amount: bigint) =>
      inTransaction(db, async (tx) => {
        const link = await findLink(tx, company, rider);
        const own = { holderId: link?.holderId ?? 0n, mode: 'test' } as const;
        const holding = { holderId: company, mode: 'test', currency, linkId: rider } as const;
        const said = { kind: 'handed_over', amount, note: null } as const;
        const courier = memberOf(own, { holderKind: 'courier' });
        return (await recordHandover(courier, tx, server.clock, { side: 'link', book: own }, holding, said)).id;
      }),
    /** The customer pays an order at its payment page, or authorizes its payment. */
    payOrder: (paymentUrl: string) =>
      payByCard(server.payDeps, { holderId: company, id: paymentUrl.split('/').at(-1) as string }).then(() => {}),
    /** The customer pays an order, and has the bank take all of it back. */
    chargeBack: (ref: string, amount: bigint) =>
      payAndChargeBack(server, { holderId: company, mode: 'test' }, ref, amount),
    positionEvents: () => server.positionEvents(),
    /** As a receiver does that answers a delivery with "ok". */
    takeWebhook: async ({ id, event_id: eventId }: { id: string; event_id: string }) => {
      const found = db.selectFrom('webhookDeliveries').select(['body', 'eventType']).where('endpointId', '=', id);
      const { body, eventType: type } = await found.where('eventId', '=', eventId).executeTakeFirstOrThrow();
      const text = body ?? '';
      const at = new Date();
      const keys = { signature: [newSigningSecret()], extra: undefined };
      const attempt: KeptAttempt = {
        ...{ holder_id: String(company), endpoint_id: id, event_id: eventId },
        ...{ status: 'delivered', reason: null, pause_ms: null, outcome: 'delivered' },
        ...{ started_at: at.toISOString(), duration_ms: 84, status_code: 200 },
        request_headers: keptRequestHeaders(
          messageHeaders({ event: { id: eventId, type }, at, format: 'standard', body: text }, keys),
          null,
        ),
        request_body: keptText(text),
        ...{ response_headers: { 'content-type': 'text/plain' }, response_body: 'ok' },
      };
      await inTransaction(db, (tx) => keepAttempts(tx, [attempt]));
    },
  };
}

const currency = 'EUR';
/** In which the world's clock stands. */
const month = '2031-03';

export async function playMerchant(call: Call, world: ReferenceWorld): Promise<void> {
  const { clientId, clientSecret } = world.shopKeys;
  await call('createAccessToken', { body: { client_id: clientId, secret_id: clientSecret } });
  const created = await call('createPayment', {
    body: {
      amount: '24.90',
      currency,
      return_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      custom: 'basket-7',
    },
  });
  await world.pay(created.token);
  await call('getPayment', { path: { token: created.token } });
  await call('getPaymentByQuery', { query: { token: created.token } });
  await call('getPaymentByKeys', {
    body: { client_id: clientId, secret_id: clientSecret, token: created.token },
  });
  await call('refundPayment', {
    body: { token: created.token, refund_ref: 'refund-1', amount: '4.90', reason: 'One book was damaged' },
  });
  const held = await call('createPayment', {
    body: { amount: '80.00', currency, return_url: 'https://shop.example/thanks', capture: 'manual' },
  });
  await world.pay(held.token);
  await call('capturePayment', { body: { token: held.token, amount: '64.50' } });
  const other = await call('createPayment', {
    body: { amount: '12.50', currency, return_url: 'https://shop.example/thanks' },
  });
  await call('cancelPayment', { body: { token: other.token } });
  await world.positionEvents();
  await call('listMerchantEvents', { query: { limit: 2, type: 'payment.paid' } });
  await call('listMerchantEvents', { query: { from: `${month}-01T00:00:00Z`, limit: 1, wait: 5 } });
  const { endpoints } = await call('listMerchantWebhookEndpoints');
  const { events } = await call('listMerchantEvents', { query: { limit: 1, type: 'payment.paid' } });
  await call('resendMerchantWebhooks', {
    path: { id: endpoints[0].endpoint_id },
    body: { event_id: events[0].id },
  });
}

export async function playPartner(call: Call, world: ReferenceWorld): Promise<void> {
  const { restaurant, courier } = world;
  const order = (ref: string, changes: Record<string, unknown> = {}): Sent => ({
    body: {
      partner_order_ref: ref,
      payment_source: 'card',
      total_amount: 25,
      currency,
      splits: [
        { beneficiary_type: 'merchant', beneficiary_ref: restaurant, amount: 18.5 },
        { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 4 },
        { beneficiary_type: 'partner', amount: 2.5 },
      ],
      ...changes,
    },
  });
  const unassigned = { splits: [{ beneficiary_type: 'merchant', amount: 25 }] };
  const shadow = (ref: string, changes: Record<string, unknown> = {}) =>
    order(ref, {
      is_shadow: true,
      shadow_merchant_ref: 'grill-17',
      shadow_merchant_name: 'Harbour Grill',
      splits: [
        { beneficiary_type: 'merchant', amount: 22.5 },
        { beneficiary_type: 'partner', amount: 2.5 },
      ],
      ...changes,
    });

  await call('listBeneficiaries');
  await call('createTopUp', { body: { amount: 500, currency } });
  await call('createOrder', order('order-1042'));
  for (const n of [1043, 1044, 1045]) await call('createOrder', order(`order-${n}`));
  for (const n of [1046, 1047]) await call('createOrder', order(`order-${n}`, unassigned));
  await call('createManyOrders', {
    body: {
      orders: [order('order-1048'), order('order-1042'), order('order-1049', { total_amount: 25.005 })].map(
        ({ body }) => body,
      ),
    },
  });
  await call('getOrder', { path: { ref: 'order-1042' } });
  await call('confirmOrderPayment', { path: { ref: 'order-1042' } });
  await call('cancelOrder', { path: { ref: 'order-1044' } });
  await call('holdOrder', { path: { ref: 'order-1045' }, body: { reason: 'The customer disputes it' } });
  await call('releaseOrder', { path: { ref: 'order-1045' } });
  await call('holdManyOrders', {
    body: { partner_order_refs: ['order-1043', 'order-1045'], reason: 'Checked by hand' },
  });
  await call('releaseManyOrders', { body: { partner_order_refs: ['order-1043', 'order-1045'] } });
  await call('assignSplit', { path: { ref: 'order-1046', n: 0 }, body: { beneficiary_ref: restaurant } });
  await call('assignManySplits', {
    body: { assignments: [{ partner_order_ref: 'order-1047', split: 0, beneficiary_ref: restaurant }] },
  });
  await call('listOrders', { query: { limit: 2, settlement_status: 'unsettled' } });

  const settlement = await call('createSettlement', { body: { currency } });
  await call('listSettlements', { query: { limit: 1 } });
  const one = { path: { id: settlement.settlement_id } };
  await call('getSettlement', { ...one, query: { limit: 2 } });
  await call('getSettlementStatementCsv', one);
  await call('getSettlementStatementPage', one);
  await call('updateSettlementSchedule', {
    body: { time_zone: 'Europe/Athens', schedule: { every: 'week', days: ['monday', 'thursday'], time: '06:00' } },
  });
  await call('getSettlementSchedule');
  await call('refundOrder', {
    path: { ref: 'order-1042' },
    body: { refund_ref: 'refund-1', amount: 5, reason: 'A dish was missing' },
  });
  await call('createOrder', order('order-1050', { payment_source: 'service' }));
  await world.chargeBack('order-1050', 2_500n);
  await call('reverseOrder', {
    path: { ref: 'order-1050' },
    body: { refund_ref: 'dispute-1', reason: 'The dispute was lost' },
  });
  const held = await call('createOrder', order('order-1051', { payment_source: 'service', capture: 'manual' }));
  await world.payOrder(held.payment_url);
  await call('captureOrder', { path: { ref: 'order-1051' }, body: { amount: 20 } });
  await call('listWallets');
  await call('transferCommission', { body: { amount: 2, currency } });

  await call('listBankAccounts');
  const payout = await call('createPayout', { body: { account: 'clearing', amount: 50, currency } });
  await call('getPayout', { path: { id: payout.payout_id } });
  await call('listPayouts', { query: { limit: 1, status: 'requested' } });
  await call('cancelPayout', { path: { id: payout.payout_id } });
  await call('setPayoutSchedule', {
    body: { account: 'commission', currency, every: 'week', day: 'friday', minimum: 50, keep: 100 },
  });
  await call('listPayoutSchedules');

  const invite = { email: 'owner@taverna.example', type: 'merchant', name: 'Taverna Kalamata' };
  const { invitation_id: id } = await call('createInvitation', { body: invite });
  await call('listInvitations', { query: { status: 'pending', limit: 1 } });
  await call('getInvitation', { path: { id } });
  await call('resendInvitation', { path: { id } });
  await call('revokeInvitation', { path: { id } });

  for (const n of [2001, 2002]) await call('createOrder', shadow(`order-${n}`));
  await call('createOrder', shadow('order-2003', { shadow_merchant_ref: undefined }));
  await call('createSettlement', { body: {} });
  await call('listShadowBalances', { query: { currency } });
  await call('getShadowBalancesCsv', { query: { currency } });
  await call('nameRestaurant', {
    body: { shadow_merchant_ref: 'grill-17', partner_order_refs: ['order-2003'] },
  });
  await call('getRestaurant', { path: { ref: 'grill-17' }, query: { limit: 2 } });
  await call('recordPaidOutside', {
    body: {
      payment_ref: 'transfer-88',
      reference: 'SEPA of 3 March',
      orders: [{ partner_order_ref: 'order-2001', amount: 22.5 }],
    },
  });
  await call('inviteRestaurant', { path: { ref: 'grill-17' }, body: { email: 'owner@grill.example' } });
  await call('claimShadowOrders', {
    path: { ref: 'grill-17' },
    body: { beneficiary_ref: restaurant, claim_ref: 'claim-1' },
  });

  const statement = { path: { month }, query: { beneficiary_ref: restaurant } };
  await call('getStatement', statement);
  await call('getStatementCsv', statement);
  await call('getStatementPage', statement);

  await call('getTestClock');
  await call('advanceTestClock', { body: { advance_seconds: 86_400 } });
  await call('drainTestWork');
  await world.owe();
  const owed = { beneficiary_ref: courier, currency };
  await call('recordDebtRepaid', { body: { ...owed, amount: 5, reason: 'Paid in cash' } });
  await call('writeOffDebt', { body: { ...owed, reason: 'No longer delivers' } });
  await call('listDebtSettlements', { query: { beneficiary_ref: courier, limit: 1 } });
  await playCash(call, world, order);
  await call('widenBeneficiary', { path: { id: world.testLink }, live: true });
  await call('endBeneficiary', { path: { id: world.testLink }, live: true });
  await world.positionEvents();
  await call('listEvents', { query: { limit: 2, type: 'order.settled' } });
  await call('listEvents', { query: { from: `${month}-01T00:00:00Z`, limit: 1, wait: 5 } });
  await playWebhooks(call, world);
}

async function playCash(
  call: Call,
  { courier, handOver }: ReferenceWorld,
  order: (ref: string, changes: Record<string, unknown>) => Sent,
): Promise<void> {
  const settings = { is_tracked: true, limits: { EUR: 200 }, days_max: 7, above_limits: 'warn' };
  await call('updateCashSettings', { body: settings });
  await call('getCashSettings');
  await call('createOrder', order('order-3001', { payment_source: 'cod' }));
  await call('createTopUp', { body: { amount: 500, currency } });
  await call('createSettlement', { body: {} });
  await call('listHeldCash', { query: { limit: 1 } });
  const handed = { beneficiary_ref: courier, currency, kind: 'handed_over', amount: 5, note: 'At the office' };
  const { handover_id: id } = await call('recordCashHandover', { body: handed });
  await call('withdrawCashHandover', { path: { id } });
  await call('confirmCashHandover', { path: { id: await handOver(600n) } });
  await call('declineCashHandover', { path: { id: await handOver(200n) } });
  await call('listCashHandovers', { query: { status: 'posted', limit: 1 } });
  await call('transferCash', { body: { beneficiary_ref: courier, currency, amount: 5 } });
}

async function playWebhooks(call: Call, world: ReferenceWorld): Promise<void> {
  const made = await call('createWebhookEndpoint', {
    body: {
      url: 'https://platform.example/hooks',
      description: 'Order screen',
      event_types: ['order.settled', 'order.refunded'],
      extra_header: 'X-MyPay-Signature',
    },
  });
  const one = { path: { id: made.endpoint_id as string } };
  await call('listWebhookEndpoints');
  await call('updateWebhookEndpoint', { ...one, body: { event_types: [] } });
  await call('rotateWebhookSecret', { ...one, body: { grace_hours: 24 } });
  const tested = await call('testWebhookEndpoint', one);
  const event = { path: { ...one.path, event_id: tested.event_id as string } };
  await world.takeWebhook(event.path);
  await call('getWebhookEndpoint', one);
  await call('listWebhookDeliveries', { ...one, query: { limit: 2, status: 'delivered' } });
  await call('getWebhookDelivery', event);
  await call('resendWebhook', event);
  await call('pauseWebhookEndpoint', one);
  await call('resumeWebhookEndpoint', one);
  await call('resendWebhooks', { ...one, body: { parked: true } });
  await call('deleteWebhookEndpoint', one);
}
