/**
 * Wires the features into one HTTP server. With the interfaces' `routes.ts` and the command line, the only module that
 * imports them all. Must never contain a rule of its own.
 */
import { systemActor } from './access/actor.ts';
import { createAuthenticator } from './api-keys/authenticate.ts';
import { createKeyUses } from './api-keys/key-uses.ts';
import { createTrials } from './api-keys/trials.ts';
import { realNow } from './clock/clock.ts';
import { openCustomer } from './customer-wallet/open-customer.ts';
import { openEntrances } from './database/entrances.ts';
import { createNotifications } from './database/notifications.ts';
import { createDatabase } from './database/pool.ts';
import { createEventSignals } from './events/event-signals.ts';
import { eventsChannel } from './events/events.repository.ts';
import { positionEvents } from './events/sequencer.ts';
import { createProviders } from './funding/provider.ts';
import { createSimulator } from './funding/simulator.ts';
import { createLinkLookup } from './holders/link-lookup.ts';
import { requireDeclaredAnswers } from './http/answers.ts';
import { createDraining } from './http/draining.ts';
import { holdRefusals } from './http/hold-refusals.ts';
import { createHttpServer } from './http/http-server.ts';
import { describeInterfaces } from './http/openapi.ts';
import { createOutageLog } from './http/outage-log.ts';
import type { RateWindow } from './http/rate-window.ts';
import { interfaces } from './interfaces/all-interfaces.ts';
import { registerCheckout } from './interfaces/checkout/routes.ts';
import { registerConsole } from './interfaces/console/routes.ts';
import { registerDashboard } from './interfaces/dashboard/routes.ts';
import { createAccessTokens } from './interfaces/merchant/access-token.ts';
import { merchantBases } from './interfaces/merchant/interface.ts';
import { registerMerchant } from './interfaces/merchant/routes.ts';
import { registerOperations } from './interfaces/operations/routes.ts';
import { registerPartner } from './interfaces/partner/routes.ts';
import { registerProviders } from './interfaces/providers/routes.ts';
import { createMerchantInvitations } from './invitations/merchant-invitations.ts';
import { createUnsubscribeLinks } from './mail/unsubscribe-links.ts';
import { createMetrics } from './metrics/metrics.ts';
import { watchRequests } from './metrics/routes/metrics.route.ts';
import { sendReceipt } from './notices/send-receipt.ts';
import { payOrder } from './orders/payment-link.ts';
import { createOrderWriter } from './orders/record-order.ts';
import { createPaymentUrlsOf } from './orders/routes/payment-url-of.ts';
import { createFeeLookup } from './payment-fees/fee-lookup.ts';
import { createFindChargeProblem } from './payments/amount-limits.ts';
import { createPaymentCreator } from './payments/create-payment.ts';
import { type PayDeps, sweepPayments } from './payments/pay-with-provider.ts';
import { createStatusReader } from './payments/read-status.ts';
import { createPeople } from './people/people.ts';
import { createRateWindows } from './processes/rate-windows.ts';
import { wholeDescription } from './reference/describe.ts';
import { followChargeback } from './refunds/follow-chargeback.ts';
import { presentRefundsOf } from './refunds/present-order-refund.ts';
import { createNoticeHandler } from './refunds/provider-notices.ts';
import { sweepRefunds } from './refunds/refund-payment.ts';
import { createFailureLog } from './requests/failure-log.ts';
import { watchFailures } from './requests/routes/watch-failures.ts';
import type { Server, ServerOptions } from './server-options.ts';
import { runSchedules } from './settlements/run-schedules.ts';
import { createSettlementRunner, type SettlementRunner } from './settlements/settlement-runner.ts';
import { createDrain, type DueWork } from './test-clock/drain.ts';
import { createTestClocks } from './test-clock/test-clocks.ts';
import { createAddressesEndpoint } from './webhooks/addresses-endpoint.ts';
import { networkOf } from './webhooks/destination.ts';
import { createSealedSecrets } from './webhooks/sealed-secrets.ts';

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
  const entrances = await openEntrances(pool, { onPool: options.tracing?.watchQueries });
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
  const live = stripe && (await import('./funding/stripe.ts')).createStripeProvider(stripe);
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
    entrances,
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
  app.addHook('onClose', () => entrances.close());
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
      options.orderWriter ?? createOrderWriter({ db, entrances, clock, onBatch: onBatch('orders'), onAddress, tracer }),
    orderWindow: rateWindow(minuteMs, 'orders'),
    bulkWindow: rateWindow(minuteMs, 'orders-bulk'),
    outages,
  });
  const unsubscribeLinks = createUnsubscribeLinks(publicUrl, secrets);
  await registerConsole(app, {
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
  });
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
    (book) => positionEvents(payDeps.db, book),
  ];
}
