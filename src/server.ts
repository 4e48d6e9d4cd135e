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
import { type Clock, systemClock } from './clock/clock.ts';
import { createDatabase, type Database } from './database/pool.ts';
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
import { findLastVerification } from './ledger/verifications.repository.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { metricsRoute, watchRequests } from './metrics/routes/metrics.route.ts';
import type { Order } from './orders/order.ts';
import { payOrder } from './orders/payment-link.ts';
import { createOrderWriter, type OrderWriter } from './orders/record-order.ts';
import { changeOrderRoutes } from './orders/routes/change-order.route.ts';
import { createOrderRoute } from './orders/routes/create-order.route.ts';
import { createPaymentUrlOf } from './orders/routes/payment-url-of.ts';
import { readOrdersRoutes } from './orders/routes/read-orders.route.ts';
import { createAccessTokens } from './payments/access-token.ts';
import { createPaymentCreator } from './payments/create-payment.ts';
import type { PayDeps } from './payments/pay-with-provider.ts';
import type { PaymentBase } from './payments/payment.ts';
import { createPaymentRoute } from './payments/routes/create-payment.route.ts';
import { requireMerchant } from './payments/routes/merchant-access.ts';
import { paymentStatusByBearer, paymentStatusByKeys } from './payments/routes/payment-status.route.ts';
import { tokenRoute } from './payments/routes/token.route.ts';
import { mailsWindowMs, triesWindowMs } from './people/attempts.ts';
import { createPeople, type People } from './people/people.ts';
import { presentRefundsOf } from './refunds/present-order-refund.ts';
import { createNoticeHandler } from './refunds/provider-notices.ts';
import { refundOrderRoute } from './refunds/routes/refund-order.route.ts';
import { refundPaymentRoutes } from './refunds/routes/refund-payment.route.ts';
import { settlementRoutes } from './settlements/routes/settlements.route.ts';
import { createSettlementRunner, type SettlementRunner } from './settlements/settlement-runner.ts';
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
  const { pool, publicUrl, secrets, clock = systemClock } = options;
  const db = createDatabase(pool);
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
  await registerAccount(app, { db, clock, people, publicUrl, secret: secrets[0] });
  const partner = {
    ...payDeps,
    runner,
    paymentUrlOf: createPaymentUrlOf(payments),
    refundsOf: (orders: readonly Order[]) => presentRefundsOf(db, orders),
    authenticator,
    links: createLinkLookup(db),
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
  Parameters<typeof walletRoutes>[1];

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
  beneficiariesRoute(scope, deps);
  walletRoutes(scope, deps);
  settlementRoutes(scope, deps);
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
