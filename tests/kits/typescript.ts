/** Calls the client library for TypeScript, as `drive.php` and `drive.py` call theirs. */
import { SluiceConnectionError, SluiceError, WebhookVerificationError } from '../../sdk/src/errors.ts';
import { createMerchant } from '../../sdk/src/merchant.ts';
import { createPartner } from '../../sdk/src/partner.ts';
import { verifyHexSignature, verifyWebhook } from '../../sdk/src/webhooks.ts';
import type { Asked, Kit, Outcome } from './kit.ts';

export type Clients = { shop: ReturnType<typeof createMerchant>; partner: ReturnType<typeof createPartner> };
// biome-ignore lint/suspicious/noExplicitAny: the scenario's requests are judged by the service.
type Args = { p: Record<string, any>; q: any; b: any };

/** The method of each operation. One without a method fails the test. */
export const methods: Record<string, (clients: Clients, args: Args) => Promise<unknown>> = {
  createAccessToken: ({ shop }) => shop.accessToken(),
  createPayment: ({ shop }, { b }) => shop.payments.create(b),
  getPayment: ({ shop }, { p }) => shop.payments.get(p.token),
  getPaymentByQuery: ({ shop }, { q }) => shop.payments.find(q),
  getPaymentByKeys: ({ shop }, { b }) => shop.payments.getByKeys(b.token),
  refundPayment: ({ shop }, { b }) => shop.payments.refund(b),
  capturePayment: ({ shop }, { b }) => shop.payments.capture(b),
  cancelPayment: ({ shop }, { b }) => shop.payments.cancel(b.token),
  listMerchantEvents: ({ shop }, { q }) => shop.events.list(q),
  listMerchantWebhookEndpoints: ({ shop }) => shop.webhooks.list(),
  resendMerchantWebhooks: ({ shop }, { p, b }) => shop.webhooks.resend(p.id, b),

  createOrder: ({ partner }, { b }) => partner.orders.create(b),
  createManyOrders: async ({ partner }, { b }) => ({ results: await partner.orders.createMany(b.orders) }),
  listOrders: ({ partner }, { q }) => partner.orders.list(q),
  getOrder: ({ partner }, { p }) => partner.orders.get(p.ref),
  confirmOrderPayment: ({ partner }, { p }) => partner.orders.confirmPayment(p.ref),
  cancelOrder: ({ partner }, { p }) => partner.orders.cancel(p.ref),
  captureOrder: ({ partner }, { p, b }) => partner.orders.capture(p.ref, b),
  refundOrder: ({ partner }, { p, b }) => partner.orders.refund(p.ref, b),
  reverseOrder: ({ partner }, { p, b }) => partner.orders.reverse(p.ref, b),
  holdOrder: ({ partner }, { p, b }) => partner.orders.hold(p.ref, b),
  releaseOrder: ({ partner }, { p }) => partner.orders.release(p.ref),
  assignSplit: ({ partner }, { p, b }) => partner.orders.assignSplit(p.ref, p.n, b),
  holdManyOrders: ({ partner }, { b }) => partner.orders.holdMany(b),
  releaseManyOrders: ({ partner }, { b }) => partner.orders.releaseMany(b),
  assignManySplits: ({ partner }, { b }) => partner.orders.assignMany(b),
  listBeneficiaries: ({ partner }) => partner.beneficiaries.list(),
  endBeneficiary: ({ partner }, { p }) => partner.beneficiaries.end(p.id),
  widenBeneficiary: ({ partner }, { p }) => partner.beneficiaries.widen(p.id),
  createInvitation: ({ partner }, { b }) => partner.invitations.create(b),
  listInvitations: ({ partner }, { q }) => partner.invitations.list(q),
  getInvitation: ({ partner }, { p }) => partner.invitations.get(p.id),
  revokeInvitation: ({ partner }, { p }) => partner.invitations.revoke(p.id),
  resendInvitation: ({ partner }, { p }) => partner.invitations.resend(p.id),
  listWallets: ({ partner }) => partner.wallets.list(),
  createTopUp: ({ partner }, { b }) => partner.wallets.topUp(b),
  transferCommission: ({ partner }, { b }) => partner.wallets.transfer(b),
  recordDebtRepaid: ({ partner }, { b }) => partner.debts.recordRepaid(b),
  writeOffDebt: ({ partner }, { b }) => partner.debts.writeOff(b),
  listDebtSettlements: ({ partner }, { q }) => partner.debts.settlements(q),
  listHeldCash: ({ partner }, { q }) => partner.cash.held(q),
  listCashHandovers: ({ partner }, { q }) => partner.cash.handovers(q),
  recordCashHandover: ({ partner }, { b }) => partner.cash.record(b),
  confirmCashHandover: ({ partner }, { p }) => partner.cash.confirm(p.id),
  declineCashHandover: ({ partner }, { p }) => partner.cash.decline(p.id),
  withdrawCashHandover: ({ partner }, { p }) => partner.cash.withdraw(p.id),
  transferCash: ({ partner }, { b }) => partner.cash.transfer(b),
  getCashSettings: ({ partner }) => partner.cash.settings(),
  updateCashSettings: ({ partner }, { b }) => partner.cash.updateSettings(b),
  createSettlement: ({ partner }, { b }) => partner.settlements.create(b),
  listSettlements: ({ partner }, { q }) => partner.settlements.list(q),
  getSettlement: ({ partner }, { p, q }) => partner.settlements.get(p.id, q),
  getSettlementStatementCsv: ({ partner }, { p }) => partner.settlements.statementCsv(p.id),
  getSettlementStatementPage: ({ partner }, { p }) => partner.settlements.statementHtml(p.id),
  getSettlementSchedule: ({ partner }) => partner.settlements.schedule(),
  updateSettlementSchedule: ({ partner }, { b }) => partner.settlements.updateSchedule(b),
  listShadowBalances: ({ partner }, { q }) => partner.shadow.list(q),
  getShadowBalancesCsv: ({ partner }, { q }) => partner.shadow.csv(q),
  getRestaurant: ({ partner }, { p, q }) => partner.shadow.get(p.ref, q),
  recordPaidOutside: ({ partner }, { b }) => partner.shadow.recordPaidOutside(b),
  nameRestaurant: ({ partner }, { b }) => partner.shadow.name(b),
  inviteRestaurant: ({ partner }, { p, b }) => partner.shadow.invite(p.ref, b),
  claimShadowOrders: ({ partner }, { p, b }) => partner.shadow.claim(p.ref, b),
  getStatement: ({ partner }, { p, q }) => partner.statements.get(p.month, q),
  getStatementCsv: ({ partner }, { p, q }) => partner.statements.csv(p.month, q),
  getStatementPage: ({ partner }, { p, q }) => partner.statements.html(p.month, q),
  listPayouts: ({ partner }, { q }) => partner.payouts.list(q),
  createPayout: ({ partner }, { b }) => partner.payouts.create(b),
  getPayout: ({ partner }, { p }) => partner.payouts.get(p.id),
  cancelPayout: ({ partner }, { p }) => partner.payouts.cancel(p.id),
  listPayoutSchedules: ({ partner }) => partner.payouts.schedules(),
  setPayoutSchedule: ({ partner }, { b }) => partner.payouts.setSchedule(b),
  listBankAccounts: ({ partner }) => partner.payouts.bankAccounts(),
  getTestClock: ({ partner }) => partner.test.clock(),
  advanceTestClock: ({ partner }, { b }) => partner.test.advanceClock(b),
  drainTestWork: ({ partner }) => partner.test.drain(),
  listEvents: ({ partner }, { q }) => partner.events.list(q),
  listWebhookEndpoints: ({ partner }) => partner.webhooks.list(),
  createWebhookEndpoint: ({ partner }, { b }) => partner.webhooks.create(b),
  getWebhookEndpoint: ({ partner }, { p }) => partner.webhooks.get(p.id),
  updateWebhookEndpoint: ({ partner }, { p, b }) => partner.webhooks.update(p.id, b),
  deleteWebhookEndpoint: ({ partner }, { p }) => partner.webhooks.delete(p.id),
  rotateWebhookSecret: ({ partner }, { p, b }) => partner.webhooks.rotateSecret(p.id, b),
  pauseWebhookEndpoint: ({ partner }, { p }) => partner.webhooks.pause(p.id),
  resumeWebhookEndpoint: ({ partner }, { p }) => partner.webhooks.resume(p.id),
  testWebhookEndpoint: ({ partner }, { p }) => partner.webhooks.sendTest(p.id),
  listWebhookDeliveries: ({ partner }, { p, q }) => partner.webhooks.deliveries(p.id, q),
  getWebhookDelivery: ({ partner }, { p }) => partner.webhooks.delivery(p.id, p.event_id),
  resendWebhook: ({ partner }, { p }) => partner.webhooks.resend(p.id, p.event_id),
  resendWebhooks: ({ partner }, { p, b }) => partner.webhooks.resendMany(p.id, b),
};

/** What is more than one operation, or none. */
const more: typeof methods = {
  allOrders: ({ partner }, { q }) => collected(partner.orders.all(q)),
  followEvents: ({ partner }, { p, q }) => collected(partner.events.follow(q), p.count),
  topUpOnce: ({ partner }, { p, b }) => partner.wallets.topUp(b, { idempotencyKey: p.key }),
  verifyWebhook: (_, { b }) => verifyWebhook(b.payload, b.headers, b.secret, nowOf(b)),
  checkWebhook: (_, { b }) => verifyWebhook(b.payload, b.headers, b.secret, nowOf(b)),
  verifyHexSignature: (_, { b }) => verifyHexSignature(b.payload, b.signature, b.secret),
};

const nowOf = ({ now }: { now?: number }) => (now === undefined ? {} : { nowMs: now * 1_000 });

async function collected<Item>(items: AsyncGenerator<Item>, count = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

/** @param env as the programs read it. */
export function startTypeScript(env: Record<string, string>): Kit {
  let waits = 0;
  const clientOf = (of: string) => ({
    baseUrl: env.SLUICE_URL,
    clientId: env[`${of}_CLIENT_ID`],
    clientSecret: env[`${of}_CLIENT_SECRET`],
    wait: async () => {
      waits += 1;
    },
  });
  const clients = { shop: createMerchant(clientOf('SHOP')), partner: createPartner(clientOf('COMPANY')) };
  return {
    calls: Object.keys(methods),
    hasDecimals: false,
    async call({ id, path = {}, query = {}, body = {} }: Asked): Promise<Outcome> {
      waits = 0;
      try {
        const answer = await (methods[id] ?? more[id])?.(clients, { p: path, q: query, b: body });
        return { answer, waits };
      } catch (error) {
        return { error: shown(error), waits };
      }
    },
    close: () => {},
  };
}

function shown(error: unknown) {
  if (error instanceof SluiceError) {
    const { status, code, message, details, requestId } = error;
    return { name: 'refused', status, code, message, details, requestId };
  }
  if (error instanceof SluiceConnectionError) return { name: 'connection', message: error.message };
  if (error instanceof WebhookVerificationError) return { name: 'webhook', message: error.message };
  throw error;
}
