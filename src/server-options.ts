/** What the server is made of and what it gives to those that run it. Types only. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Authenticator } from './api-keys/authenticate.ts';
import type { Clock, TestClockReader } from './clock/clock.ts';
import type { Database } from './database/pool.ts';
import type { StripeOptions } from './funding/stripe.ts';
import type { TrustedProxies } from './http/client-address.ts';
import type { HttpServer } from './http/http-server.ts';
import type { OutageLog } from './http/outage-log.ts';
import type { UnsubscribeLinks } from './mail/unsubscribe-links.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OrderWriter } from './orders/record-order.ts';
import type { PayDeps } from './payments/pay-with-provider.ts';
import type { People } from './people/people.ts';
import type { RateWindows } from './processes/rate-windows.ts';
import type { FailureLog } from './requests/failure-log.ts';
import type { SettlementRunner } from './settlements/settlement-runner.ts';
import type { Tracer, Tracing } from './tracing/tracer.ts';
import type { WebhookDeps } from './webhooks/manage-endpoints.ts';

export type ServerOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The current secret first, then previous ones that are still accepted. */
  secrets: readonly [string, ...string[]];
  logger: FastifyBaseLogger;
  trustProxy: TrustedProxies;
  /** Undefined: no metrics are collected, and there is no GET /metrics. */
  metricsToken?: string | undefined;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
  /** How long a request may take to arrive, its body included. */
  requestTimeoutMs?: number;
  /** How long requests under way may take after `app.close()`. */
  closeGraceMs?: number;
  /** Whether callers over a limit are answered a little later, so that they can't load the service. */
  holdsRefusals?: boolean;
  /** The clock under companies' test clocks; the real one by default, for tests to replace. */
  clock?: Clock;
  /** The monotonic clock of the log's intervals, in milliseconds; `performance.now` by default, for tests to replace. */
  nowMs?: () => number;
  /** Undefined: no card payments in live mode. */
  stripe?: (StripeOptions & { webhookSecret: string }) | undefined;
  /** How many keys each window of a limit keeps in memory; 100,000 by default. */
  rateKeysMax?: number;
  /** An alternative order writer, which the benchmark compares with ours. */
  orderWriter?: OrderWriter;
  /** Where webhooks may go beside the public internet. By default nowhere. */
  webhooks?: { loopbackInTest: boolean; allow: readonly { holderId: bigint; network: string }[] };
  /** The directory of the built dashboard. Undefined: none is served. */
  dashboard?: string | undefined;
  /** Adds the command's own routes, under the same rules. */
  extend?: (app: FastifyInstance, deps: { db: Database; unsubscribeLinks: UnsubscribeLinks }) => void;
};

export type Server = {
  app: HttpServer;
  publicUrl: string;
  pool: pg.Pool;
  db: Database;
  clock: Clock & TestClockReader;
  rateWindows: RateWindows;
  /** Lets clients leave before `app.close()`. Readers that wait for events are answered at once. */
  drain(forMs: number): Promise<void>;
  people: People;
  runner: SettlementRunner;
  authenticator: Authenticator;
  payDeps: PayDeps;
  metrics: Metrics | undefined;
  outages: OutageLog;
  unsubscribeLinks: UnsubscribeLinks;
  failures: FailureLog;
  tracer: Tracer | undefined;
  webhooks: WebhookDeps & { now: () => Date };
};
