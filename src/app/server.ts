/**
 * Wires the features into one HTTP server. With the interfaces' `routes.ts` and the command line, the only module that
 * imports them all. Must never contain a rule of its own.
 */

import { registerCheckout } from '../api/checkout/index.ts';
import { registerConsole } from '../api/console/index.ts';
import { registerDashboard } from '../api/dashboard/index.ts';
import { interfaces } from '../api/interfaces.ts';
import { createAccessTokens } from '../api/merchant/access-token.ts';
import { registerMerchant } from '../api/merchant/index.ts';
import { registerOperations } from '../api/operations/index.ts';
import { watchRequests } from '../api/operations/metrics.ts';
import { wholeDescription } from '../api/operations/reference/describe.ts';
import { watchFailures } from '../api/operations/watch-failures.ts';
import { registerOperator } from '../api/operator/index.ts';
import { registerPartner } from '../api/partner/index.ts';
import { registerProviders } from '../api/providers/index.ts';
import { merchantBases } from '../api/shared/merchant-bases.ts';
import { createPaymentUrlsOf } from '../api/shared/payment-url-of.ts';
import { realNow } from '../base/clock/clock.ts';
import { openNodeConnections } from '../base/database/node-connections.ts';
import { createNotifications } from '../base/database/notifications.ts';
import { createDatabase } from '../base/database/pool.ts';
import { systemActor } from '../core/access/actor.ts';
import { createEventSignals } from '../core/events/event-signals.ts';
import { eventsChannel } from '../core/events/events.repository.ts';
import { positionEvents } from '../core/events/sequencer.ts';
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
import { createAuthenticator } from '../features/api-keys/authenticate.ts';
import { createKeyUses } from '../features/api-keys/key-uses.ts';
import { createTrials } from '../features/api-keys/trials.ts';
import { sendReceipt } from '../features/checkout/notices/send-receipt.ts';
import { earningsPublishers } from '../features/event-catalogue.ts';
import { createLinkLookup } from '../features/links/link-lookup.ts';
import { createMerchantInvitations } from '../features/links/merchant-invitations.ts';
import { payOrder } from '../features/orders/payment-link.ts';
import { createOrderWriter } from '../features/orders/record-order.ts';
import { createFindChargeProblem } from '../features/payments/amount-limits.ts';
import { createPaymentCreator } from '../features/payments/create-payment.ts';
import { createFeeLookup } from '../features/payments/fees/fee-lookup.ts';
import { type PayDeps, sweepPayments } from '../features/payments/pay-with-provider.ts';
import { createStatusReader } from '../features/payments/read-status.ts';
import { createPeople } from '../features/people/people.ts';
import { createProviders } from '../features/providers/provider.ts';
import { createSimulator } from '../features/providers/simulator.ts';
import { followChargeback } from '../features/refunds/follow-chargeback.ts';
import { presentRefundsOf } from '../features/refunds/present-order-refund.ts';
import { createNoticeHandler } from '../features/refunds/provider-notices.ts';
import { sweepRefunds } from '../features/refunds/refund-payment.ts';
import { createFailureLog } from '../features/requests/failure-log.ts';
import { runSchedules } from '../features/settlements/run-schedules.ts';
import { createSettlementRunner, type SettlementRunner } from '../features/settlements/settlement-runner.ts';
import { createDrain, type DueWork } from '../features/test-clock/drain.ts';
import { createTestClocks } from '../features/test-clock/test-clocks.ts';
import { openCustomer } from '../features/wallets/customer/open-customer.ts';
import { createAddressesEndpoint } from '../features/webhooks/addresses-endpoint.ts';
import { networkOf } from '../features/webhooks/destination.ts';
import { createSealedSecrets } from '../features/webhooks/sealed-secrets.ts';
import type { Server, ServerOptions } from './server-options.ts';

/** The name of the system actor that does a test book's due work. The company was authorized to request it. */
const drainJob = 'drain_test_clock';
const minuteMs = 60_000;
const rateKeysMaxDefault = 100_000;

export type { Server, ServerOptions };

/** Builds the server without listening. Close `app` before the pool. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { pool, publicUrl, secrets, stripe, metricsToken } = options;
  const tracer = options.tracing?.tracer;
  const [secret] = secrets;
  const db = createDatabase(pool);
  const rateWindows = createRateWindows({ db, keysMax: options.rateKeysMax ?? rateKeysMaxDefault });
  /** Processes share the windows of one name. */
  const rateWindow = (windowMs: number, name: string): RateWindow => rateWindows.window(windowMs, name);
  const nodes = await openNodeConnections(pool, { onPool: options.tracing?.watchQueries });
  const clock = createTestClocks(db, options.clock);
  const keyUses = createKeyUses(db);
  const notifications = createNotifications(pool);
  const authenticator = createAuthenticator(db, keyUses.note, notifications);
  const trials = createTrials(db);
  const runner = createSettlementRunner({ db, clock });
  const people = createPeople({
    pool,
    publicUrl,
    secrets,
    secure: publicUrl.startsWith('https:'),
    newWindow: rateWindow,
    onConfirmed: openCustomer,
  });
  // Loaded on use: without card payments, Stripe's library is not needed.
  const live = stripe && (await import('../features/providers/stripe.ts')).createStripeProvider(stripe);
  const simulator = createSimulator({ db, clock, limits: live?.limits });
  const providers = createProviders({ test: simulator, live });
  const findChargeProblem = createFindChargeProblem(providers);
  const payDeps: PayDeps = {
    db,
    clock,
    providers,
    async onPaid(actor, tx, payment, at) {
      await payOrder(actor, tx, payment, at);
      await sendReceipt(tx, payment);
    },
    onChargeback: followChargeback,
  };
  const webhooks = {
    secrets: createSealedSecrets(secrets),
    policy: {
      publicUrl,
      loopbackInTest: options.webhooks?.loopbackInTest ?? false,
      allowed: (options.webhooks?.allow ?? []).map(({ holderId, network }) => ({
        holderId,
        network: networkOf(network),
      })),
    },
    now: realNow,
  };
  const onAddress = createAddressesEndpoint(db);
  const invitations = { db, clock, publicUrl, links: createLinkLookup(db, notifications), now: realNow };
  const signals = createEventSignals();
  notifications.on(eventsChannel, signals.notify);
  notifications.onGap(signals.notifyAll);
  const events = { db, signals, listen: notifications.listen };

  const eventReaders = (): number => signals.waiting;
  const metrics = metricsToken === undefined ? undefined : createMetrics({ db, pool, eventReaders });
  const onBatch = (batch: 'orders' | 'payments') => (size: number) => metrics?.countBatch(batch, size);
  const fees = createFeeLookup(db, notifications);
  const creator = createPaymentCreator({
    db,
    nodes,
    clock,
    onBatch: onBatch('payments'),
    onAddress,
    tracer,
    fees,
  });

  const outages = createOutageLog(options.logger, options.nowMs);

  const app = createHttpServer({ ...options, interfaces, outages, secure: publicUrl.startsWith('https:') });
  const draining = createDraining(app);
  if (options.holdsRefusals) app.addHook('onSend', holdRefusals());
  options.tracing?.watchRequests(app);
  app.addHook('onReady', () => clock.start());
  app.addHook('onReady', () => notifications.listen());
  app.addHook('onClose', () => clock.stop());
  app.addHook('onClose', () => nodes.close());
  app.addHook('onClose', () => keyUses.settle());
  app.addHook('preClose', async () => signals.stop());
  app.addHook('onClose', () => notifications.stop());
  if (metrics !== undefined) watchRequests(app, metrics);
  const failures = createFailureLog(db);
  watchFailures(app, failures);
  app.addHook('onClose', () => failures.settle());
  requireDeclaredAnswers(app, [500, 503]);
  await describeInterfaces(app, wholeDescription());
  await registerOperations(app, {
    db,
    draining,
    metrics: metrics && { shown: metrics, token: metricsToken as string },
    publicUrl,
    hasDashboard: options.dashboard !== undefined,
  });
  const merchant = {
    ...payDeps,
    publicUrl,
    authenticator,
    trials,
    tokens: createAccessTokens(secrets),
    creator,
    findChargeProblem,
    readStatus: createStatusReader(db),
    events,
    failureWindows: { address: rateWindow(minuteMs, 'tokens-address'), pair: rateWindow(minuteMs, 'tokens-pair') },
  };
  for (const base of merchantBases) {
    await registerMerchant(app, base, merchant);
    await registerCheckout(app, base, { ...payDeps, publicUrl, people, simulator, secret, testClocks: clock });
  }
  const company = {
    ...payDeps,
    ...invitations,
    testClocks: clock,
    drain: createDrain({ db, clock, works: dueWorks(payDeps, runner) }),
    runner,
    paymentUrlsOf: createPaymentUrlsOf({ db, clock, creator, publicUrl }),
    refundsOf: presentRefundsOf,
    invitations: createMerchantInvitations(invitations),
    webhooks,
  };
  await registerPartner(app, {
    ...company,
    findChargeProblem,
    authenticator,
    trials,
    events,
    write:
      options.orderWriter ?? createOrderWriter({ db, nodes, clock, onBatch: onBatch('orders'), onAddress, tracer }),
    orderWindow: rateWindow(minuteMs, 'orders'),
    bulkWindow: rateWindow(minuteMs, 'orders-bulk'),
    outages,
  });
  const unsubscribeLinks = createUnsubscribeLinks(publicUrl, secrets);
  const peoples = {
    ...company,
    findChargeProblem,
    people,
    authenticator,
    creator,
    events,
    unsubscribeLinks,
    trials,
    fees,
    tryWindow: rateWindow(minuteMs, 'tries'),
  };
  await registerConsole(app, peoples);
  await registerOperator(app, peoples);
  const onNotice = createNoticeHandler({ db });
  await registerProviders(app, { stripe: stripe && { webhookSecret: stripe.webhookSecret, onNotice } });
  if (options.dashboard !== undefined) await registerDashboard(app, options.dashboard, people);
  options.extend?.(app, { db, unsubscribeLinks });
  return {
    app,
    publicUrl,
    pool,
    db,
    clock,
    rateWindows,
    drain(forMs) {
      signals.stop();
      return draining.drain(forMs);
    },
    people,
    runner,
    authenticator,
    payDeps,
    metrics,
    outages,
    unsubscribeLinks,
    failures,
    tracer,
    webhooks,
  };
}

/** The due work of a book other than its jobs. A failed item stays due and is retried until the drain's time limit. */
function dueWorks(payDeps: PayDeps, runner: SettlementRunner): DueWork[] {
  const stayDue = (): void => {};
  const actor = systemActor(drainJob);
  return [
    (book) => sweepPayments(actor, payDeps, stayDue, book),
    (book) => sweepRefunds(actor, payDeps, stayDue, book),
    (book) => runSchedules(actor, { ...payDeps, runner }, stayDue, book),
    (book) => runner.finishRunning(actor, book),
    (book) => positionEvents(payDeps.db, earningsPublishers, book),
  ];
}
