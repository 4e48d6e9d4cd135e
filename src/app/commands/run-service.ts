/** `start` and `serve`: from the settings to the first request, and the orderly shutdown. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Built, buildDashboard, compressDashboard } from '../../../dashboard/build.ts';
import { requireMigrated } from '../../base/database/migrations.ts';
import { type OpenDatabase, openDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import type { Tracing } from '../../base/tracing/tracer.ts';
import { createPayeeCheck } from '../../features/payouts/payee-service.ts';
import { scheduleOf } from '../back-up.ts';
import { type Config, ConfigError, developmentSecretPrefix, readConfig } from '../config.ts';
import { type DemoFacts, ensureDemo } from '../demo/demo.ts';
import { markProduction } from '../demo/production.repository.ts';
import { createServer, type Server, type ServerOptions } from '../server.ts';
import { createLogger, runService, type Service } from '../service.ts';
import { developmentPages, developmentSealKey, developmentSecret } from './development.ts';
import { createEnding, type Ending } from './ending.ts';
import { buildForNextStart } from './next-start.ts';
import { complain, say, step } from './output.ts';
import { findSealKeys } from './seal-key.ts';
import { assertPortFree, takeTurn, takeTurnToServe } from './turn.ts';
import { welcome } from './welcome.ts';
import { startWorkers } from './workers.ts';

const loopback = '127.0.0.1';
const everyAddress = '0.0.0.0';

/** For a laptop: database, demo data and service, with progress output. */
export async function start(options: { expose?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const host = config.host ?? loopback;
  if (!isLoopback(host)) warnExposed(host, options.expose ?? false);
  const ending = createEnding();
  await ending.guard(async () => {
    const turn = await takeTurnToServe(config, host, complain);
    say('Sluice');
    const secret = config.secret ?? (await developmentSecret(config.dataDir));
    if (config.sealKey === undefined) await developmentSealKey(config.dataDir);
    // It takes seconds the first time, in a process of its own.
    const dashboard = openDashboard(ending);
    dashboard.catch(() => {});
    const database = await step(
      'database',
      () => openForService(ending, config, (message) => complain(`    ${message}`)),
      (open) => open.description,
    );
    await step('migrations', () => database.migrate(), howManyApplied);
    // The first time this takes seconds too, of which much is waiting for the database.
    const making = ensureDemo(database.pool, { ...config, secrets: secretsOf(config, secret) });
    making.catch(() => {});
    const { directory, built } = await step(
      'dashboard',
      () => dashboard,
      (opened) => (opened.built ? 'built' : 'up to date'),
    );
    const { logger, tracing } = await observe(ending, config, quieter(config.logLevel), database);
    let facts: DemoFacts | undefined;
    const server = await build(database, config, secret, logger, {
      dashboard: directory,
      tracing,
      webhooks: { loopbackInTest: true, allow: config.webhookAllow },
      extend: (app, deps) => developmentPages(app, { ...deps, facts: () => facts }),
    });
    const demo = await step(
      'demo data',
      () => making,
      (made) => (made.created ? 'created' : 'found'),
    );
    facts = demo.facts;
    await step('service', () => launch(ending, server, database, config, host, logger, 0));
    turn.release();
    say(welcome(demo.facts));
    buildForNextStart(ending, logger, built);
  });
}

/** For production: no demo data, a configured secret, JSON logs. */
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
      () => openWholeDashboard(ending, progress),
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

const howManyApplied = (names: readonly string[]): string =>
  names.length === 0 ? 'up to date' : `${names.length} applied`;

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

/** Creates the demo accounts in the configured database, without starting a service. */
export async function makeDemoCommand(): Promise<void> {
  const config = readConfig(process.env);
  const turn = await takeTurn(config.dataDir, complain);
  const secret = config.secret ?? (await developmentSecret(config.dataDir));
  const database = await openDatabase({ ...config, own: false, log: complain });
  try {
    await database.migrate();
    const secrets = secretsOf(config, secret);
    const { facts } = await ensureDemo(database.pool, { ...config, secrets, keepAddresses: !config.publicUrlGiven });
    say(welcome(facts));
  } finally {
    await database.close();
    turn.release();
  }
}

const secretsOf = ({ previousSecret }: Config, secret: string): ServerOptions['secrets'] =>
  previousSecret === undefined ? [secret] : [secret, previousSecret];

async function build(
  { pool, directory }: OpenDatabase,
  config: Config,
  secret: string,
  logger: Logger,
  parts: Pick<ServerOptions, 'dashboard' | 'extend' | 'webhooks' | 'tracing'> = {},
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
async function observe(
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

const openForService = (
  ending: Ending,
  config: Config,
  log: (message: string) => void,
  own = true,
): Promise<OpenDatabase> => ending.add(openDatabase({ ...config, own, log }), (database) => database.close());

/** A signal gives the build up, and waits until nothing of it is left. */
const openDashboard = (ending: Ending): Promise<Built> => ending.add(buildDashboard(ending.stopping), async () => {});

/** For readers far away. What can't be compressed, where the directory can't be written to, is sent as it is. */
async function openWholeDashboard(ending: Ending, logger: Logger): Promise<Built> {
  const dashboard = await openDashboard(ending);
  await compressDashboard().catch(({ message }: Error) => {
    logger.warn({ error: message }, 'the dashboard is not compressed');
  });
  return dashboard;
}

async function launch(
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

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The demo accounts include an operator, and `/dev` pages show every mail. */
function warnExposed(host: string, expose: boolean): void {
  const danger = `HOST=${host} exposes the demo accounts, an operator's among them, and every email at /dev/mail`;
  if (!expose) {
    throw new ConfigError([
      `${danger}. To allow this, add --expose: npm start -- --expose. For production, use sluice serve.`,
    ]);
  }
  complain(`Warning: ${danger}.`);
}

/** On a terminal, show only warnings and errors. */
const quieter = (level: Config['logLevel']): Config['logLevel'] => (level === 'info' ? 'warn' : level);
