/** Runs the service: HTTP server, jobs, event sequencer and their shutdown. Shared by `start` and `serve`. */
import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import { outageOf } from '../base/database/database-error.ts';
import { createDatabaseWatch, startTicking } from '../base/database/database-watch.ts';
import { otherConnections } from '../base/database/open-database.ts';
import { createDatabase, cutConnections } from '../base/database/pool.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { SpanContext } from '../base/tracing/tracer.ts';
import { createSequencer } from '../core/events/sequencer.ts';
import { watchServing } from '../core/http/was-serving.ts';
import { holdAliveLocks } from '../core/jobs/alive-locks.ts';
import type { JobName } from '../core/jobs/declare-jobs.ts';
import { freeDeadWorkers, startJobs } from '../core/jobs/jobs.ts';
import type { UnbalancedBooks } from '../core/ledger/scheduled-verification.ts';
import { createMailSender, type MailSender, type MailTransport } from '../core/mail/send-mail.ts';
import { joinProcesses, type Membership } from '../core/processes/join-processes.ts';
import { headText } from '../core/seals/head.ts';
import type { SealKeys } from '../core/seals/seal-keys.ts';
import type { BackupSchedule } from '../features/backups/run-scheduled-backup.ts';
import { earningsPublishers } from '../features/event-catalog.ts';
import { resealProviderSecrets } from '../features/single-sign-on/provider-secrets.ts';
import { createDispatcher } from '../features/webhooks/dispatcher.ts';
import { resealEndpointSecrets } from '../features/webhooks/endpoint-secrets.ts';
import { ownAddresses } from '../features/webhooks/own-addresses.ts';
import { resolveName } from '../features/webhooks/resolve-name.ts';
import type { Retention } from './config.ts';
import type { Server } from './server.ts';
import { serviceJobs } from './service.jobs.ts';

export type Service = Server & { stop(): Promise<void> };

/** Must never appear in a log, even if a request is logged whole. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-client-id"]',
  'req.headers["x-client-secret"]',
  'req.url',
];

/** Connections that wait to be accepted: thousands of clients may come back at once. The system may allow fewer. */
const backlogMax = 4_096;

const jobFailed = 'job failed, will be tried again';

/**
 * @param current the span under way, whose trace each line of the log names.
 * @param destination the standard output by default.
 */
export function createLogger(
  level: string,
  current?: () => SpanContext | undefined,
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    redact: redacted,
    ...(cluster.worker === undefined
      ? {}
      : { base: { pid: process.pid, hostname: hostname(), worker: cluster.worker.id } }),
    ...(current === undefined ? {} : { mixin: () => traceOf(current()) }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const traceOf = (span: SpanContext | undefined) =>
  span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };

type ServiceOptions = {
  jobsPool: pg.Pool;
  port: number;
  host: string;
  logger: Logger;
  /** Undefined: mails stay queued. */
  mailTransport: MailTransport | undefined;
  retention: Retention;
  /** Undefined: seals are not signed. */
  sealKeys?: SealKeys | undefined;
  /** Undefined: the service makes no backups. */
  backups?: BackupSchedule | undefined;
  /** How long clients have to leave when the service stops. */
  drainMs?: number;
};

/** Listens, starts jobs and resumes abandoned settlements. If any of it fails, nothing of it goes on. @throws Error when the port is in use. */
export async function runService(server: Server, options: ServiceOptions): Promise<Service> {
  const { app, runner, db, people } = server;
  const mails = createMailSender({
    db,
    transport: options.mailTransport,
    links: server.unsubscribeLinks,
  });
  const onError = reportFailures(server, options.logger);
  const watch = watchDatabase(server, options);
  const events = createEventWork(server, onError);
  const alive = await holdAliveLocks(options.jobsPool);
  const ticking = startTicking(watch);
  const stopping = new AbortController();
  let membership: Membership | undefined;
  let jobs: { stop(): Promise<void> } | undefined;

  async function stop(drainMs: number): Promise<void> {
    try {
      await server.drain(drainMs);
      ticking.stop();
      stopping.abort();
      await app.close();
      await runner.stop();
      await events.stop();
      await jobs?.stop();
      await membership?.stop();
    } finally {
      alive.release();
    }
  }

  try {
    membership = await joinProcesses({
      db,
      beatDb: createDatabase(options.jobsPool),
      windows: server.rateWindows,
      alive,
      process: { name: `${hostname()}:${process.pid}`, connections: server.pool.options.max + otherConnections },
    });
    await app.listen({ port: options.port, host: options.host, backlog: backlogMax });
    events.start();
    jobs = await startJobs({
      pool: options.jobsPool,
      alive,
      db,
      onError,
      tracer: server.tracer,
      jobs: jobsOf(server, options, { mails, stopping: stopping.signal, onError }),
    });
    await freeDeadWorkers(db);
    runner.startResuming((error) => onError('resume_settlements', error));
    await mails.resume();
    await people.reseal();
    await resealEndpointSecrets(db, server.webhooks.secrets);
    await resealProviderSecrets(db, server.providerSecrets);
  } catch (error) {
    // What has begun would go on, without the database that is closed next.
    await stop(0).catch(() => {});
    throw error;
  }
  return { ...server, stop: () => stop(options.drainMs ?? 0) };
}

type OnError = (job: JobName | 'position_events' | 'deliver_webhooks' | 'resume_settlements', error: unknown) => void;

/** Counts and logs failures of what runs in the background. */
function reportFailures(server: Server, logger: Logger): OnError {
  return (job, error) => {
    const name = error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';
    server.metrics?.countJobFailure(job);
    const outage = outageOf(error) ?? outageOf((error as Error | undefined)?.cause);
    const isOutage = outage !== undefined || name === 'unavailable';
    if (isOutage) server.outages.note(() => ({ job, error: name, outage }), jobFailed);
    else logger.warn({ job, error: name }, jobFailed);
  };
}

const watchDatabase = (server: Server, { jobsPool, logger }: ServiceOptions) =>
  createDatabaseWatch({
    ping: () => jobsPool.query('select 1'),
    cut() {
      logger.error('the database does not answer; its connections are cut');
      for (const pool of [server.pool, jobsPool]) cutConnections(pool);
    },
  });

/** Puts events in their order, and delivers them. */
function createEventWork({ app, db, webhooks, tracer }: Server, onError: OnError) {
  const sequencer = createSequencer({
    db,
    publishers: earningsPublishers,
    onError: (error) => onError('position_events', error),
  });
  const dispatcher = createDispatcher({
    db,
    ...webhooks,
    own: ownAddresses(() => app.server.address()),
    resolve: resolveName,
    random: Math.random,
    tracer,
    wasServing: watchServing(app.server),
    onError: (error) => onError('deliver_webhooks', error),
  });
  return {
    start(): void {
      sequencer.start();
      dispatcher.start();
    },
    async stop(): Promise<void> {
      await sequencer.stop();
      await dispatcher.stop();
    },
  };
}

type JobParts = { mails: MailSender; stopping: AbortSignal; onError: OnError };

const jobsOf = (server: Server, { logger, retention, sealKeys, backups }: ServiceOptions, parts: JobParts) =>
  serviceJobs({
    ...server,
    ...parts,
    retention,
    sealKeys,
    onSeal: (seal) => logger.info({ seal: headText(seal) }, 'sealed'),
    backups,
    onBackupFailed: ({ message }) => logger.error({ error: message }, 'the backup failed, will be tried again'),
    onUnbalanced: (broken: UnbalancedBooks) => logger.error(broken, 'the books do not balance'),
  });
