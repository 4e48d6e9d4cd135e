/**
 * Wires the features into one HTTP server. The only module, beside the command line, that sees them all; it holds no
 * rule of its own.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import { accountErrorPage, registerAccount } from './account/account.ts';
import { openCustomer } from './account/open-customer.ts';
import { type Authenticator, createAuthenticator } from './api-keys/authenticate.ts';
import { errorPage, pageHeaders, registerCheckout } from './checkout/checkout.ts';
import type { Clock } from './clock/clock.ts';
import { createDatabase, type Database } from './database/pool.ts';
import { eventsRoute } from './events/routes/events.route.ts';
import { createProviders } from './funding/provider.ts';
import { stripeWebhookRoute } from './funding/routes/stripe-webhook.route.ts';
import { createSimulator } from './funding/simulator.ts';
import { createStripeProvider, type StripeOptions } from './funding/stripe.ts';
import { createLinkLookup } from './holders/link-lookup.ts';
import { beneficiariesRoute } from './holders/routes/beneficiaries.route.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { isAccountPage, merchantBasePaths, partnerBasePath } from './http/interface-of.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { describeInterfaces } from './http/openapi.ts';
import { requirePartner } from './http/partner-access.ts';
import { createRateWindow } from './http/rate-window.ts';
import { realNow } from './invitations/invitation.ts';
import { createMerchantInvitations } from './invitations/invite-restaurant.ts';
import { changeInvitationRoutes } from './invitations/routes/change-invitation.route.ts';
import { companiesPages } from './invitations/routes/companies-pages.route.ts';
import { endBeneficiaryRoute, type LinkDeps } from './invitations/routes/end-beneficiary.route.ts';
import { invitationPages } from './invitations/routes/invitation-pages.route.ts';
import { invitationsRoutes } from './invitations/routes/invitations.route.ts';
import { findLastVerification } from './ledger/verifications.repository.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { metricsRoute, watchRequests } from './metrics/routes/metrics.route.ts';
import { payOrder } from './orders/payment-link.ts';
import { createOrderWriter, type OrderWriter } from './orders/record-order.ts';
import { changeOrderRoutes } from './orders/routes/change-order.route.ts';
import { createOrderRoute } from './orders/routes/create-order.route.ts';
import { holdManyOrdersRoutes } from './orders/routes/hold-many-orders.route.ts';
import { holdOrdersRoutes } from './orders/routes/hold-orders.route.ts';
import { createPaymentUrlOf } from './orders/routes/payment-url-of.ts';
import { readOrdersRoutes } from './orders/routes/read-orders.route.ts';
import { createAccessTokens } from './payments/access-token.ts';
import { createPaymentCreator } from './payments/create-payment.ts';
import { type PayDeps, sweepPayments } from './payments/pay-with-provider.ts';
import type { PaymentBase } from './payments/payment.ts';
import { createPaymentRoute } from './payments/routes/create-payment.route.ts';
import { requireMerchant } from './payments/routes/merchant-access.ts';
import { paymentStatusByBearer, paymentStatusByKeys } from './payments/routes/payment-status.route.ts';
import { tokenRoute } from './payments/routes/token.route.ts';
import { bankAccountsRoute } from './payouts/routes/bank-accounts.route.ts';
import { bankPages } from './payouts/routes/bank-pages.route.ts';
import { payoutPages } from './payouts/routes/payout-pages.route.ts';
import { payoutRoutes } from './payouts/routes/payouts.route.ts';
import { mailsWindowMs, triesWindowMs } from './people/attempts.ts';
import { createPeople, type People } from './people/people.ts';
import { presentRefundsOf } from './refunds/present-order-refund.ts';
import { createNoticeHandler } from './refunds/provider-notices.ts';
import { sweepRefunds } from './refunds/refund-payment.ts';
import { refundOrderRoute } from './refunds/routes/refund-order.route.ts';
import { refundPaymentRoutes } from './refunds/routes/refund-payment.route.ts';
import { partyStatementRoutes } from './settlements/routes/party-statement.route.ts';
import { settlementScheduleRoutes } from './settlements/routes/settlement-schedule.route.ts';
import { settlementStatementRoutes } from './settlements/routes/settlement-statement.route.ts';
import { settlementRoutes } from './settlements/routes/settlements.route.ts';
import { runSchedules } from './settlements/run-schedules.ts';
import { createSettlementRunner, type SettlementRunner } from './settlements/settlement-runner.ts';
import { changeShadowRoutes } from './shadow/routes/change-shadow.route.ts';
import { claimShadowRoute } from './shadow/routes/claim-shadow.route.ts';
import { readShadowRoutes } from './shadow/routes/read-shadow.route.ts';
import { createDrain, type DueWork } from './test-clock/drain.ts';
import { type TestClockDeps, testClockRoutes } from './test-clock/routes/test-clock.route.ts';
import { createTestClocks } from './test-clock/test-clocks.ts';
import { walletRoutes } from './wallets/routes/wallets.route.ts';

const minuteMs = 60_000;
const rateKeysMax = 100_000;

export type ServerOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The present secret first, then those still accepted. */
  secrets: readonly [string, ...string[]];
  logger: FastifyBaseLogger;
  trustProxy: boolean;
  /** Undefined: nothing is measured, and there is no GET /metrics. */
  metricsToken?: string | undefined;
  /** How long requests under way may take once `app` is closing. */
  closeGraceMs?: number;
  /** What runs underneath the test clocks of companies; the real one unless a test says otherwise. */
  clock?: Clock;
  /** Undefined: no card payments in live mode. */
  stripe?: (StripeOptions & { webhookSecret: string }) | undefined;
  /** Another way to record an order, which the benchmark measures against ours. */
  orderWriter?: OrderWriter;
  /** Adds routes of the command's own, under the same rules. */
  extend?: (app: FastifyInstance, deps: { db: Database }) => void;
};

export type Server = {
  app: HttpServer;
  db: Database;
  clock: Clock;
  people: People;
  runner: SettlementRunner;
  authenticator: Authenticator;
  payDeps: PayDeps;
  metrics: Metrics | undefined;
};

/** Builds the server; it listens to nothing yet. Close `app` before the pool. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { pool, publicUrl, secrets } = options;
  const db = createDatabase(pool);
  const clock = createTestClocks(db, options.clock);
  const authenticator = createAuthenticator(db);
  const runner = createSettlementRunner({ db, clock });
  const people = createPeople({
    pool,
    publicUrl,
    secrets,
    secure: publicUrl.startsWith('https:'),
    windows: {
      tries: createRateWindow({ windowMs: triesWindowMs, keysMax: rateKeysMax }),
      mails: createRateWindow({ windowMs: mailsWindowMs, keysMax: rateKeysMax }),
    },
    onConfirmed: openCustomer,
  });
  const app = createHttpServer({
    ...options,
    pageHeaders,
    errorPage: (error, status, url) => (isAccountPage(url) ? accountErrorPage(error) : errorPage(error, status)),
  });
  app.addHook('onReady', () => clock.start());
  app.addHook('onClose', () => clock.stop());
  const refuseOtherMethods = collectMethods(app);
  const metrics = options.metricsToken === undefined ? undefined : createMetrics({ db, pool });
  if (metrics !== undefined) {
    watchRequests(app, metrics);
    metricsRoute(app, metrics, options.metricsToken as string);
  }

  await describeInterfaces(app, publicUrl);
  healthRoutes(app, db);
  const simulator = createSimulator({ db, clock });
  const providers = createProviders({
    test: simulator,
    live: options.stripe && createStripeProvider(options.stripe),
  });
  const payDeps: PayDeps = { db, clock, providers, onPaid: payOrder };
  const payments = {
    ...payDeps,
    publicUrl,
    authenticator,
    tokens: createAccessTokens(secrets),
    creator: createPaymentCreator({ db, clock }),
    failureWindow: createRateWindow({ windowMs: minuteMs, keysMax: rateKeysMax }),
  };
  for (const [base, prefix] of Object.entries(merchantBasePaths) as [PaymentBase, string][]) {
    await app.register(async (scope) => merchantRoutes(scope, base, payments), { prefix });
    const checkout = { ...payDeps, publicUrl, people, simulator, secret: secrets[0] };
    await app.register(async (scope) => registerCheckout(scope, base, checkout), { prefix });
  }
  const links = createLinkLookup(db);
  const invitations = { db, clock, publicUrl, links, now: realNow };
  const pages = [invitationPages(invitations), companiesPages(invitations), payoutPages, bankPages];
  await registerAccount(app, { db, clock, people, publicUrl, secret: secrets[0], pages });
  const partner = {
    ...payDeps,
    testClocks: clock,
    drain: createDrain({ db, clock, works: dueWorks(payDeps, runner) }),
    runner,
    paymentUrlOf: createPaymentUrlOf(payments),
    refundsOf: presentRefundsOf,
    authenticator,
    ...invitations,
    invitations: createMerchantInvitations(invitations),
    write: options.orderWriter ?? createOrderWriter({ db, clock }),
    orderWindow: createRateWindow({ windowMs: minuteMs, keysMax: rateKeysMax }),
  };
  await app.register(async (scope) => partnerRoutes(scope, partner), { prefix: partnerBasePath });
  if (options.stripe !== undefined) {
    const { webhookSecret } = options.stripe;
    const onNotice = createNoticeHandler({ db });
    await app.register(async (scope) => stripeWebhookRoute(scope, { webhookSecret, onNotice }));
  }
  options.extend?.(app, { db });
  refuseOtherMethods();
  return { app, db, clock, people, runner, authenticator, payDeps, metrics };
}

/** What can be due in a book beside its jobs. A failure stays due: it is met again until the time limit. */
function dueWorks(payDeps: PayDeps, runner: SettlementRunner): DueWork[] {
  const stayDue = (): void => {};
  return [
    (book) => sweepPayments(payDeps, stayDue, book),
    (book) => sweepRefunds(payDeps, stayDue, book),
    (book) => runSchedules({ ...payDeps, runner }, stayDue, book),
    (book) => runner.finishRunning(book),
  ];
}

type MerchantDeps = PayDeps & Parameters<typeof createPaymentRoute>[2] & Parameters<typeof paymentStatusByBearer>[1];

async function merchantRoutes(scope: FastifyInstance, base: PaymentBase, deps: MerchantDeps): Promise<void> {
  scope.decorateRequest('merchant', null);
  tokenRoute(scope, base, deps);
  paymentStatusByKeys(scope, base, deps);
  await scope.register(async (authenticated) => {
    authenticated.addHook('onRoute', (route) => {
      route.onRequest = [requireMerchant(base, deps), ...[route.onRequest ?? []].flat()];
    });
    createPaymentRoute(authenticated, base, deps);
    paymentStatusByBearer(authenticated, deps);
    refundPaymentRoutes(authenticated, deps);
  });
}

type PartnerDeps = { authenticator: Authenticator; runner: SettlementRunner } & Parameters<typeof createOrderRoute>[1] &
  Parameters<typeof readOrdersRoutes>[1] &
  PayDeps &
  Parameters<typeof walletRoutes>[1] &
  TestClockDeps &
  LinkDeps &
  Parameters<typeof changeShadowRoutes>[1];

async function partnerRoutes(scope: FastifyInstance, deps: PartnerDeps): Promise<void> {
  scope.decorateRequest('partner', null);
  const authenticate = async (clientId: string, clientSecret: string) => {
    const check = await deps.authenticator.checkPair(clientId, clientSecret, 'company');
    return check.ok ? check.caller : undefined;
  };
  scope.addHook('onRoute', (route) => {
    route.onRequest = [requirePartner(authenticate), ...[route.onRequest ?? []].flat()];
  });
  createOrderRoute(scope, deps);
  readOrdersRoutes(scope, deps);
  changeOrderRoutes(scope, deps);
  refundOrderRoute(scope, deps);
  holdOrdersRoutes(scope, deps);
  holdManyOrdersRoutes(scope, deps);
  beneficiariesRoute(scope, deps);
  eventsRoute(scope, deps);
  walletRoutes(scope, deps);
  settlementRoutes(scope, deps);
  settlementScheduleRoutes(scope, deps);
  testClockRoutes(scope, deps);
  invitationsRoutes(scope, deps);
  changeInvitationRoutes(scope, deps);
  endBeneficiaryRoute(scope, deps);
  readShadowRoutes(scope, deps);
  changeShadowRoutes(scope, deps);
  claimShadowRoute(scope, deps);
  payoutRoutes(scope, deps);
  bankAccountsRoute(scope, deps);
  settlementStatementRoutes(scope, deps);
  partyStatementRoutes(scope, deps);
}

/**
 * Live: the process answers. Ready: so does its database. What the last verification found stands beside that and
 * changes neither: a service whose books are in doubt must stay reachable for those who mend them.
 */
function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    try {
      const last = await findLastVerification(db);
      return {
        status: 'ok',
        books: last === undefined ? 'unknown' : last.ok ? 'hold' : 'broken',
        verified_at: last?.finishedAt.toISOString() ?? null,
        verification_age_seconds: last === undefined ? null : Math.floor(last.ageSeconds),
      };
    } catch {
      return reply.code(503).send({ status: STATUS_CODES[503] });
    }
  });
}
