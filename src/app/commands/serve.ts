/** `serve`, for production: no demo data, a configured secret, JSON logs. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Built, compressDashboard } from '../../../dashboard/build.ts';
import { requireMigrated } from '../../base/database/migrations.ts';
import type { OpenDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { type Config, ConfigError, developmentSecretPrefix, readConfig } from '../config.ts';
import { markProduction } from '../demo/production.repository.ts';
import { createLogger } from '../service.ts';
import { createEnding, type Ending } from './ending.ts';
import { howManyApplied, openDashboard, openForService } from './opening.ts';
import { build, launch, observe, quieter } from './service-process.ts';
import { assertPortFree } from './turn.ts';
import { startWorkers } from './workers.ts';

const everyAddress = '0.0.0.0';

export async function serve(options: { migrate: boolean; workers: number }): Promise<void> {
  const config = readConfig(process.env);
  const secret = productionSecret(config);
  const host = config.host ?? everyAddress;
  if (options.workers > 1 && cluster.isPrimary) return supervise(options, config, host);
  // Workers find the database, its schema and the port as their primary process left them.
  const isWorker = cluster.isWorker;
  if (!isWorker) await assertPortFree(config.port, host);
  const ending = createEnding();
  await ending.guard(async () => {
    const progress = createLogger(isWorker ? quieter(config.logLevel) : config.logLevel);
    const database = await openInSteps(ending, config, progress, isWorker ? undefined : options);
    const { logger, tracing } = await observe(ending, config, config.logLevel, database);
    if (config.smtp === undefined && !isWorker) logger.warn('no email is sent: SMTP_URL is not set');
    // By itself it would end the process at once. A worker gets it when it is sent to the whole group.
    process.on('SIGUSR2', () => {
      if (!isWorker) logger.warn('SIGUSR2 replaces workers; this service has none');
    });
    const { directory } = await loggedStep(
      progress,
      'dashboard',
      () => (isWorker ? openDashboard(ending) : openWholeDashboard(ending, progress)),
      whetherBuilt,
    );
    const server = await build(database, config, secret, logger, { dashboard: directory, tracing });
    await launch(ending, server, database, config, host, logger);
  });
}

/** The primary process of several workers: it prepares what they share, and owns the built-in database. */
async function supervise(options: { migrate: boolean; workers: number }, config: Config, host: string): Promise<void> {
  await assertPortFree(config.port, host);
  const ending = createEnding();
  await ending.guard(async () => {
    const logger = createLogger(config.logLevel);
    await openInSteps(ending, config, logger, options);
    await loggedStep(logger, 'dashboard', () => openWholeDashboard(ending, logger), whetherBuilt);
    if (config.smtp === undefined) logger.warn('no email is sent: SMTP_URL is not set');
    const workers = await ending.add(startWorkers(options.workers, logger), (started) => started.stop());
    process.on('SIGUSR2', () => {
      workers.replaceAll().catch((error: unknown) => {
        logger.error({ error: (error as Error).message }, 'workers were not replaced');
      });
    });
  });
}

/** Opens the database and prepares it, unless that was done by the primary process: then without `prepare`. */
async function openInSteps(
  ending: Ending,
  config: Config,
  logger: Logger,
  prepare: { migrate: boolean } | undefined,
): Promise<OpenDatabase> {
  const log = (message: string) => logger.info(message);
  const database = await loggedStep(
    logger,
    'database',
    () => openForService(ending, config, log, prepare !== undefined),
    (open) => open.description,
  );
  if (prepare === undefined) return database;
  if (prepare.migrate) await loggedStep(logger, 'migrations', () => database.migrate(), howManyApplied);
  else await requireMigrated(database.pool);
  await markProduction(createDatabase(database.pool));
  return database;
}

const whetherBuilt = ({ built }: Built): string => (built ? 'built' : 'up to date');

/** Runs a step of the start, and logs its beginning and its end: a first start takes most of a minute. */
async function loggedStep<T>(
  logger: Logger,
  step: string,
  work: () => Promise<T>,
  describe: (result: T) => string,
): Promise<T> {
  const began = performance.now();
  logger.info({ step }, `${step}: starting`);
  const result = await work();
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  logger.info({ step, seconds, result: describe(result) }, `${step}: ready`);
  return result;
}

function productionSecret({ secret }: Config): string {
  if (secret === undefined) {
    throw new ConfigError(['SLUICE_SECRET is required. Create one with: openssl rand -base64 33']);
  }
  if (secret.startsWith(developmentSecretPrefix)) {
    throw new ConfigError(['SLUICE_SECRET is a development secret. Create a new one with: openssl rand -base64 33']);
  }
  return secret;
}

/** Compressed for slow connections. Where the directory can't be written to, files are sent uncompressed. */
async function openWholeDashboard(ending: Ending, logger: Logger): Promise<Built> {
  const dashboard = await openDashboard(ending);
  await compressDashboard().catch(({ message }: Error) => {
    logger.warn({ error: message }, 'the dashboard is not compressed');
  });
  return dashboard;
}
