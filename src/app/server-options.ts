/** What the server is made of and what it gives to those that run it. Types only. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Clock, TestClockReader } from '../base/clock/clock.ts';
import type { Database } from '../base/database/pool.ts';
import type { Tracer, Tracing } from '../base/tracing/tracer.ts';
import type { TrustedProxies } from '../core/http/client-address.ts';
import type { HttpServer } from '../core/http/http-server.ts';
import type { OutageLog } from '../core/http/outage-log.ts';
import type { UnsubscribeLinks } from '../core/mail/unsubscribe-links.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { RateWindows } from '../core/processes/rate-windows.ts';
import type { SealKeys } from '../core/seals/seal-keys.ts';
import type { Authenticator } from '../features/api-keys/authenticate.ts';
import type { LimitedWriter } from '../features/orders/record-limited.ts';
import type { OrderWriter } from '../features/orders/record-order.ts';
import type { FindChargeProblem } from '../features/payments/amount-limits.ts';
import type { PaymentCreator } from '../features/payments/create-payment.ts';
import type { PayDeps } from '../features/payments/pay-with-provider.ts';
import type { CheckPayee } from '../features/payouts/payee-check.ts';
import type { People } from '../features/people/people.ts';
import type { ConfiguredProvider } from '../features/providers/registry.ts';
import type { NoticeDeps } from '../features/providers/simulator/send-notices.ts';
import type { RequestLog } from '../features/requests/request-log.ts';
import type { SettlementRunner } from '../features/settlements/settlement-runner.ts';
import type { WebhookDeps } from '../features/webhooks/manage-endpoints.ts';
import type { SealedSecrets } from '../features/webhooks/sealed-secrets.ts';

export type ServerOptions = {
  pool: pg.Pool;
  publicUrl: string;
  /** The current secret first, then previous ones that are still accepted. */
  secrets: readonly [string, ...string[]];
  logger: FastifyBaseLogger;
  trustProxy: TrustedProxies;
  /** Undefined: no metrics are collected, and there is no GET /metrics. */
  metricsToken?: string | undefined;
  /** Of metrics: whether the service's backups are of this database. */
  databaseIsBuiltIn?: boolean;
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
  /**
   * The monotonic clock of the log's intervals, and of how long a provider counts as away, in milliseconds; `performance.now` by
   * default, for tests to replace.
   */
  nowMs?: () => number;
  /** Of live mode, in order of preference; by default none, so that only wallets pay. */
  providers?: readonly ConfiguredProvider[];
  /** Asks the bank whether an account that is added is the payee's. Undefined: nobody is asked. */
  checkPayee?: CheckPayee | undefined;
  /** How many keys each window of a limit keeps in memory; 100,000 by default. */
  rateKeysMax?: number;
  /** An alternative order writer, which the benchmark compares with ours. */
  orderWriter?: OrderWriter;
  /** Where webhooks may go beside the public internet. By default nowhere. */
  webhooks?: { loopbackInTest: boolean; allow: readonly { holderId: bigint; network: string }[] };
  /** Undefined: proofs of the books can't be signed. */
  sealKeys?: SealKeys | undefined;
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
  creator: PaymentCreator;
  write: OrderWriter;
  writeLimited: LimitedWriter;
  findChargeProblem: FindChargeProblem;
  onNotice: NoticeDeps['onNotice'];
  metrics: Metrics | undefined;
  outages: OutageLog;
  unsubscribeLinks: UnsubscribeLinks;
  requestLog: RequestLog;
  tracer: Tracer | undefined;
  webhooks: WebhookDeps & { now: () => Date };
  /** Those of accounts' sign-in providers. */
  providerSecrets: SealedSecrets;
};
