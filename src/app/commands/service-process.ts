/** The service in this process, from its settings to its end: what `start` and `serve` have in common. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../base/database/open-database.ts';
import type { Tracing } from '../../base/tracing/tracer.ts';
import { createPayeeCheck } from '../../features/payouts/payee-service.ts';
import { scheduleOf } from '../back-up.ts';
import type { Config } from '../config.ts';
import { createServer, type Server, type ServerOptions } from '../server.ts';
import { createLogger, runService, type Service } from '../service.ts';
import type { Ending } from './ending.ts';
import { secretsOf } from './own-secrets.ts';
import { findSealKeys } from './seal-key.ts';

export async function build(
  { pool, directory }: OpenDatabase,
  config: Config,
  secret: string,
  logger: Logger,
  parts: Pick<ServerOptions, 'dashboard' | 'extend' | 'webhooks' | 'tracing'>,
): Promise<Server> {
  return createServer({
    pool,
    databaseIsBuiltIn: directory !== undefined,
    publicUrl: config.publicUrl,
    secrets: secretsOf(config, secret),
    logger,
    trustProxy: config.trustProxy,
    holdsRefusals: true,
    providers: config.providers,
    checkPayee:
      config.payeeService &&
      createPayeeCheck({
        ...config.payeeService,
        onProblem: (problem) => logger.warn({ problem }, 'a payee could not be checked'),
      }),
    metricsToken: config.metricsToken,
    webhooks: { loopbackInTest: false, allow: config.webhookAllow },
    sealKeys: await findSealKeys(config),
    ...parts,
  });
}

/** The log and, where a collector is named, the traces: exported to the end, after the service has stopped. */
export async function observe(
  ending: Ending,
  { tracing: settings }: Config,
  level: Config['logLevel'],
  { pool }: OpenDatabase,
): Promise<{ logger: Logger; tracing: Tracing | undefined }> {
  if (settings === undefined) return { logger: createLogger(level), tracing: undefined };
  let tracing: Tracing | undefined;
  const logger = createLogger(level, () => tracing?.tracer.current());
  // Loaded on use: without a collector, nothing is traced.
  const { openTracing } = await import('../../base/tracing/open-tracing.ts');
  tracing = openTracing(settings, (isReachable) =>
    isReachable
      ? logger.info('the collector takes traces again')
      : logger.warn('the collector takes no traces; they are dropped'),
  );
  const { tracer, watchQueries } = tracing;
  watchQueries(pool);
  await ending.add(Promise.resolve(tracer), (opened) => opened.stop());
  return { logger, tracing };
}

export async function launch(
  ending: Ending,
  server: Server,
  { pool, jobsPool }: OpenDatabase,
  config: Config,
  host: string,
  logger: Logger,
  drainMs = config.drainSeconds * 1_000,
): Promise<Service> {
  const { port, smtp, retention } = config;
  const sealKeys = await findSealKeys(config);
  if (sealKeys === undefined && !cluster.isWorker) logger.warn('seals are not signed: SLUICE_SEAL_KEY is not set');
  // Loaded on use: without a mail server, its library is not needed.
  const mailTransport = smtp && (await import('../../core/mail/smtp-transport.ts')).createSmtpTransport(smtp);
  const backups = await scheduleOf(config, pool, logger);
  const settings = { port, host, logger, mailTransport, retention, sealKeys, backups, drainMs };
  const running = runService(server, { jobsPool, ...settings });
  return ending.add(running, (service) => service.stop());
}

/** On a terminal, show only warnings and errors. */
export const quieter = (level: Config['logLevel']): Config['logLevel'] => (level === 'info' ? 'warn' : level);
