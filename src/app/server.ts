/**
 * Wires the features into one HTTP server. With the interfaces' `routes.ts` and the command line, the only module that
 * imports them all. Must never contain a rule of its own.
 */

import type { FastifyInstance } from 'fastify';
import { embedScriptRoute } from '../api/checkout/embed-script.ts';
import { registerCheckout } from '../api/checkout/index.ts';
import { registerConsole } from '../api/console/index.ts';
import { registerDashboard } from '../api/dashboard/index.ts';
import { interfacesWith } from '../api/interfaces.ts';
import { createAccessTokens } from '../api/merchant/access-token.ts';
import { registerMerchant } from '../api/merchant/index.ts';
import { registerOperations } from '../api/operations/index.ts';
import { logRequests } from '../api/operations/log-requests.ts';
import { watchRequests } from '../api/operations/metrics.ts';
import { wholeDescription } from '../api/operations/reference/describe.ts';
import { registerOperator } from '../api/operator/index.ts';
import { registerPartner } from '../api/partner/index.ts';
import { registerProviders } from '../api/providers/index.ts';
import { noticesPathOf } from '../api/providers/notices.ts';
import { merchantBases } from '../api/shared/merchant-bases.ts';
import { createPaymentUrlsOf } from '../api/shared/payment-url-of.ts';
import { realNow } from '../base/clock/clock.ts';
import { openNodeConnections } from '../base/database/node-connections.ts';
import { createNotifications } from '../base/database/notifications.ts';
import { createDatabase } from '../base/database/pool.ts';
import { createEventSignals } from '../core/events/event-signals.ts';
import { eventsChannel } from '../core/events/events.repository.ts';
import { requireDeclaredAnswers } from '../core/http/answers.ts';
import { createDraining } from '../core/http/draining.ts';
import { holdRefusals } from '../core/http/hold-refusals.ts';
import { createHttpServer } from '../core/http/http-server.ts';
import { describeInterfaces } from '../core/http/openapi.ts';
import { createOutageLog } from '../core/http/outage-log.ts';
import type { RateWindow } from '../core/http/rate-window.ts';
import { createUnsubscribeLinks } from '../core/mail/unsubscribe-links.ts';
import { createMetrics } from '../core/metrics/metrics.ts';
import { createRateWindows } from '../core/processes/rate-windows.ts';
import { followWording } from '../core/wording/follow-wording.ts';
import { createAuthenticator } from '../features/api-keys/authenticate.ts';
import { createKeyUses } from '../features/api-keys/key-uses.ts';
import { createTrials } from '../features/api-keys/trials.ts';
import { whenPaid } from '../features/bank-transfers/when-paid.ts';
import { createLinkLookup } from '../features/links/link-lookup.ts';
import { createMerchantInvitations } from '../features/links/merchant-invitations.ts';
import { followAuthorization } from '../features/orders/payment-link.ts';
import { createLimitedWriter } from '../features/orders/record-limited.ts';
import { createOrderWriter } from '../features/orders/record-order.ts';
import { createFindChargeProblem } from '../features/payments/amount-limits.ts';
import { createPaymentCreator } from '../features/payments/create-payment.ts';
import { createFeeLookup } from '../features/payments/fees/fee-lookup.ts';
import type { PayDeps } from '../features/payments/pay-with-provider.ts';
import { createStatusReader } from '../features/payments/read-status.ts';
import { createPeople } from '../features/people/people.ts';
import { followOrders } from '../features/providers/followed-orders.ts';
import type { OnProviderCall } from '../features/providers/guard-provider.ts';
import type { Provider } from '../features/providers/provider.ts';
import { keepProviders } from '../features/providers/providers.repository.ts';
import { createProviders, evidenceFilesLike, limitsLike } from '../features/providers/providers.ts';
import { openProvider } from '../features/providers/registry.ts';
import { createSimulator } from '../features/providers/simulator/simulator.ts';
import { followChargeback } from '../features/refunds/follow-chargeback.ts';
import { presentRefundsOf } from '../features/refunds/present-order-refund.ts';
import { createNoticeHandler } from '../features/refunds/provider-notices.ts';
import { createRequestLog } from '../features/requests/request-log.ts';
import { createSettlementRunner } from '../features/settlements/settlement-runner.ts';
import { createProviderSecrets } from '../features/single-sign-on/provider-secrets.ts';
import { createDrain } from '../features/test-clock/drain.ts';
import { createTestClocks } from '../features/test-clock/test-clocks.ts';
import { openCustomer } from '../features/wallets/customer/open-customer.ts';
import { createAddressesEndpoint } from '../features/webhooks/addresses-endpoint.ts';
import { networkOf } from '../features/webhooks/destination.ts';
import { keepConnections } from '../features/webhooks/http-post.ts';
import { ownAddresses } from '../features/webhooks/own-addresses.ts';
import { resolveName } from '../features/webhooks/resolve-name.ts';
import { createSealedSecrets } from '../features/webhooks/sealed-secrets.ts';
import { createTextCatalog } from '../features/wording/text-catalog.ts';
import { dueWorks } from './due-works.ts';
import type { Server, ServerOptions } from './server-options.ts';

const minuteMs = 60_000;
const rateKeysMaxDefault = 100_000;

export type { Server, ServerOptions };

/** Builds the server without listening. Close `app` before the pool. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const parts = await createParts(options);
  const { app, draining } = createApp(options, parts);
  requireDeclaredAnswers(app, [500, 503]);
  await describeInterfaces(app, wholeDescription());
  await registerOperations(app, {
    db: parts.db,
    draining,
    metrics: parts.metrics && { shown: parts.metrics, token: options.metricsToken as string },
    publicUrl: options.publicUrl,
    sealKeys: options.sealKeys,
    hasDashboard: options.dashboard !== undefined,
  });
  await registerPayments(app, options, parts);
  await registerAccounts(app, options, parts);
  if (options.dashboard !== undefined) await registerDashboard(app, options.dashboard, parts.people);
  options.extend?.(app, parts);
  const { signals } = parts;
  return {
    ...parts,
    app,
    publicUrl: options.publicUrl,
    pool: options.pool,
    drain(forMs) {
      signals.stop();
      return draining.drain(forMs);
    },
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/** What the interfaces share. */
async function createParts(options: ServerOptions) {
  const { pool, publicUrl, secrets, metricsToken } = options;
  const tracer = options.tracing?.tracer;
  const db = createDatabase(pool);
  const rateWindows = createRateWindows({ db, keysMax: options.rateKeysMax ?? rateKeysMaxDefault });
  /** Processes share the windows of one name. */
  const rateWindow = (windowMs: number, name: string): RateWindow => rateWindows.window(windowMs, name);
  const placement = await openNodeConnections(pool, { onPool: options.tracing?.watchQueries });
  const clock = createTestClocks(db, options.clock);
  const keyUses = createKeyUses(db);
  const notifications = createNotifications(pool);
  const people = createPeople({
    pool,
    publicUrl,
    secrets,
    newWindow: rateWindow,
    onConfirmed: openCustomer,
  });
  const signals = createEventSignals();
  const eventReaders = (): number => signals.waiting;
  const metrics =
    metricsToken === undefined
      ? undefined
      : createMetrics({ db, isBuiltIn: options.databaseIsBuiltIn ?? false, pool, eventReaders });
  const live = await openProviders(options, metrics?.countProviderCall);
  const likeLive = { limits: limitsLike(live), evidenceFilesBytesMax: evidenceFilesLike(live) };
  const simulator = createSimulator({ db, clock, ...likeLive });
  const providerOrders = followOrders(db, notifications, logUnread(options, 'the orders of payment providers'));
  const wording = followWording(db, notifications, logUnread(options, 'the own texts of pages'));
  const providers = createProviders({ test: simulator, live, orders: providerOrders.now, nowMs: options.nowMs });
  notifications.on(eventsChannel, signals.notify);
  notifications.onGap(signals.notifyAll);
  const onBatch = (batch: 'orders' | 'payments') => (size: number) => metrics?.countBatch(batch, size);
  const fees = createFeeLookup(db, notifications);
  const writing = { db, placement, clock, onAddress: createAddressesEndpoint(db), tracer };
  return {
    db,
    clock,
    rateWindow,
    rateWindows,
    placement,
    keyUses,
    notifications,
    authenticator: createAuthenticator(db, keyUses.note, notifications),
    trials: createTrials(db),
    runner: createSettlementRunner({ db, clock }),
    people,
    simulator,
    providerOrders,
    wording,
    payDeps: payDepsOf({ db, clock, providers }),
    onNotice: createNoticeHandler({ db }),
    findChargeProblem: createFindChargeProblem(providers),
    webhooks: webhookDepsOf(options),
    providerSecrets: createProviderSecrets(secrets),
    signals,
    metrics,
    fees,
    creator: createPaymentCreator({ ...writing, onBatch: onBatch('payments'), fees }),
    write: options.orderWriter ?? createOrderWriter({ ...writing, onBatch: onBatch('orders') }),
    writeLimited: createLimitedWriter(writing),
    outages: createOutageLog(options.logger, options.nowMs),
    requestLog: createRequestLog(db),
    unsubscribeLinks: createUnsubscribeLinks(publicUrl, secrets),
    tracer,
  };
}

const logUnread =
  ({ logger }: ServerOptions, what: string) =>
  (error: unknown): void =>
    logger.error({ error: (error as Error).message }, `${what} were not read`);

/** A provider's library is loaded here, and only where it is set. */
const openProviders = ({ providers = [], publicUrl }: ServerOptions, onCall?: OnProviderCall): Promise<Provider[]> =>
  Promise.all(
    providers.map((one) =>
      openProvider(one, { noticeAddress: `${publicUrl}${noticesPathOf(one.package.name)}` }, onCall),
    ),
  );

const payDepsOf = (deps: Pick<PayDeps, 'db' | 'clock' | 'providers'>): PayDeps => ({
  ...deps,
  onPaid: whenPaid,
  onAuthorization: followAuthorization,
  onChargeback: followChargeback,
});

const webhookDepsOf = ({ secrets, publicUrl, webhooks }: ServerOptions) => ({
  secrets: createSealedSecrets(secrets),
  policy: {
    publicUrl,
    loopbackInTest: webhooks?.loopbackInTest ?? false,
    allowed: (webhooks?.allow ?? []).map(({ holderId, network }) => ({ holderId, network: networkOf(network) })),
  },
  now: realNow,
});

/** The HTTP server without routes, and what begins and ends with it. */
function createApp(options: ServerOptions, parts: Parts) {
  const { clock, notifications, placement, keyUses, signals, metrics, requestLog, outages } = parts;
  const app = createHttpServer({
    ...options,
    interfaces: interfacesWith(parts.wording),
    outages,
    secure: options.publicUrl.startsWith('https:'),
  });
  const draining = createDraining(app);
  if (options.holdsRefusals) app.addHook('onSend', holdRefusals());
  options.tracing?.watchRequests(app);
  app.addHook('onReady', () => keepProviders(parts.db, parts.payDeps.providers.of('live')));
  app.addHook('onReady', () => clock.start());
  app.addHook('onReady', () => notifications.listen());
  // What changes from now on is heard of.
  app.addHook('onReady', () => parts.providerOrders.load());
  app.addHook('onReady', () => parts.wording.load());
  app.addHook('onClose', () => clock.stop());
  app.addHook('onClose', () => placement.close());
  app.addHook('onClose', () => keyUses.flush());
  app.addHook('preClose', async () => signals.stop());
  app.addHook('onClose', () => notifications.stop());
  if (metrics !== undefined) watchRequests(app, metrics);
  logRequests(app, requestLog);
  app.addHook('onClose', () => requestLog.flush());
  return { app, draining };
}

const eventDepsOf = ({ db, signals, notifications }: Parts) => ({ db, signals, listen: notifications.listen });

/** Interface A, the checkout, and the providers that report to both. */
async function registerPayments(app: FastifyInstance, options: ServerOptions, parts: Parts): Promise<void> {
  const { publicUrl, secrets } = options;
  const { clock, people, simulator, payDeps, onNotice, rateWindow, db, outages, wording } = parts;
  const merchant = {
    ...parts,
    ...payDeps,
    publicUrl,
    tokens: createAccessTokens(secrets),
    readStatus: createStatusReader(db),
    events: eventDepsOf(parts),
    failureWindows: { address: rateWindow(minuteMs, 'tokens-address'), pair: rateWindow(minuteMs, 'tokens-pair') },
  };
  const checkout = {
    ...payDeps,
    publicUrl,
    people,
    simulator,
    secret: secrets[0],
    testClocks: clock,
    outages,
    wording,
  };
  for (const base of merchantBases) {
    await registerMerchant(app, base, merchant);
    await registerCheckout(app, base, checkout);
  }
  embedScriptRoute(app);
  await registerProviders(app, { providers: payDeps.providers.of('live'), onNotice });
}

/** Interface B, and the people's API. */
async function registerAccounts(app: FastifyInstance, options: ServerOptions, parts: Parts): Promise<void> {
  const { publicUrl, checkPayee } = options;
  const { db, clock, payDeps, runner, creator, notifications, rateWindow } = parts;
  const invitations = { db, clock, publicUrl, links: createLinkLookup(db, notifications), now: realNow };
  const deps = {
    ...parts,
    ...payDeps,
    ...invitations,
    checkPayee,
    testClocks: clock,
    drain: createDrain({ db, clock, works: dueWorks({ ...payDeps, onNotice: parts.onNotice }, runner) }),
    paymentUrlsOf: createPaymentUrlsOf({ db, clock, creator, publicUrl }),
    refundsOf: presentRefundsOf,
    invitations: createMerchantInvitations(invitations),
    events: eventDepsOf(parts),
    orderWindow: rateWindow(minuteMs, 'orders'),
    bulkWindow: rateWindow(minuteMs, 'orders-bulk'),
    tryWindow: rateWindow(minuteMs, 'tries'),
    texts: createTextCatalog(),
    sealKeys: options.sealKeys,
    providerFetch: providerFetchOf(app, parts),
  };
  await registerPartner(app, deps);
  await registerConsole(app, deps);
  await registerOperator(app, deps);
}

/** How accounts' sign-in providers are reached: as receivers of webhooks are. */
function providerFetchOf(app: FastifyInstance, { webhooks: { policy } }: Parts) {
  const connections = keepConnections();
  app.addHook('onClose', async () => connections.close());
  return { policy, own: ownAddresses(() => app.server.address()), resolve: resolveName, connections };
}
