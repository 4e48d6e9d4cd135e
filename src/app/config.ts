/**
 * Every setting with its default and its check. Read once at start; an invalid value stops the start with a message
 * that says what to change. Must never print the value of a secret.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readTracing, type TracingConfig } from '../base/tracing/tracing-config.ts';
import type { PayeeService } from '../features/payouts/payee-service.ts';
import { type ConfiguredProvider, configureProviders } from '../features/providers/registry.ts';
import { type BackupSettings, readBackupSettings } from './backup-settings.ts';

export type Config = {
  port: number;
  /** Undefined: loopback under `start`, all interfaces under `serve`. */
  host: string | undefined;
  /** The origin of the service's public addresses, without a trailing slash. */
  publicUrl: string;
  /** Whether PORT or PUBLIC_URL decides it, instead of the default. */
  publicUrlGiven: boolean;
  /** Undefined: the built-in PostgreSQL. */
  databaseUrl: string | undefined;
  /** The role that owns and migrates the tables. Undefined: that of `databaseUrl`, or the built-in server's owner. */
  databaseMigrationUrl: string | undefined;
  /** How many connections the requests of one process may use. */
  databaseConnections: number;
  dataDir: string;
  /** Undefined: `start` generates a development secret in the data directory. */
  secret: string | undefined;
  previousSecret: string | undefined;
  /** The key that signs seals, in PEM, or the name of its file. Undefined: that of the data directory, if there is one. */
  sealKey: string | undefined;
  /** Undefined: mails stay queued. */
  smtp: { url: string; sender: string } | undefined;
  /** In order of preference. Without one, live payments can only be made from a wallet. */
  providers: ConfiguredProvider[];
  /** Undefined: no bank is asked whether an account is the payee's. */
  payeeService: PayeeService | undefined;
  /** Undefined: there is no GET /metrics. */
  metricsToken: string | undefined;
  /** Of the built-in database. */
  backups: BackupSettings;
  retention: Retention;
  /** The number of proxies in front of the service, or their networks. False: none, and X-Forwarded-For is not read. */
  trustProxy: false | number | string[];
  /** Private networks that webhooks of the named holders may go to. */
  webhookAllow: { holderId: bigint; network: string }[];
  /** For how long a process that is told to end goes on serving the connections it has. */
  drainSeconds: number;
  logLevel: LogLevel;
  /** Undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
};

/** How long things are kept. Handed as a whole to what purges. */
export type Retention = {
  eventDays: number;
  /** Of closed accounts. */
  bankDataYears: number;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

const secretLengthMin = 32;
/** Marks a secret that `start` generated; `serve` refuses it. */
export const developmentSecretPrefix = 'dev_';

/** Files in the data directory, readable by their owner only: what `start` generated, and its demo. */
export const dataDirFiles = { secret: 'secret', sealKey: 'seal-key', demo: 'demo.json' } as const;

/** An invalid setting. The message says which one, and how to fix it. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

type Problems = string[];
type Environment = Record<string, string | undefined>;

const known = new Set([
  'SLUICE_DATA_DIR',
  'SLUICE_SECRET',
  'SLUICE_SECRET_PREVIOUS',
  'SLUICE_SEAL_KEY',
  'SLUICE_METRICS_TOKEN',
  'SLUICE_PROVIDERS',
  'SLUICE_PAYEE_CHECK_URL',
  'SLUICE_PAYEE_CHECK_TOKEN',
  'SLUICE_EVENT_DAYS',
  'SLUICE_BANK_DATA_YEARS',
  'SLUICE_WEBHOOK_ALLOW',
  'SLUICE_DATABASE_CONNECTIONS',
  'SLUICE_DRAIN_SECONDS',
  'SLUICE_BACKUP_TO',
  'SLUICE_BACKUP_AT',
  'SLUICE_BACKUP_KEEP',
  'SLUICE_BACKUP_RECIPIENT',
]);

/** What commands sign in with elsewhere: `sluice listen`, `trigger` and `reconcile watch`. No settings of the service. */
const ofCommands = new Set(['SLUICE_CLIENT_ID', 'SLUICE_CLIENT_SECRET', 'SLUICE_SFTP_PASSWORD']);

/**
 * Reads the settings. An empty value counts as absent.
 * @throws ConfigError listing every problem found.
 */
export function readConfig(env: Environment): Config {
  const problems: Problems = [];
  for (const name of Object.keys(env)) {
    if (name.startsWith('SLUICE_') && !known.has(name) && !ofCommands.has(name) && !isInjected(name, env[name])) {
      problems.push(`${name} is not a setting of Sluice. Known: ${[...known].join(', ')}.`);
    }
  }
  const port = readPort(env, problems);
  const publicUrl = readPublicUrl(env, port, problems);
  const config: Config = {
    port,
    host: env.HOST || undefined,
    publicUrl,
    publicUrlGiven: Boolean(env.PUBLIC_URL || env.PORT),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL', problems),
    databaseMigrationUrl: readDatabaseUrl(env, 'DATABASE_MIGRATION_URL', problems),
    databaseConnections: readCount(env, 'SLUICE_DATABASE_CONNECTIONS', databaseConnections, problems),
    dataDir: resolve(env.SLUICE_DATA_DIR || '.sluice'),
    secret: readSecret(env, 'SLUICE_SECRET', problems),
    previousSecret: readSecret(env, 'SLUICE_SECRET_PREVIOUS', problems),
    sealKey: env.SLUICE_SEAL_KEY || undefined,
    smtp: readSmtp(env, publicUrl, problems),
    providers: configureProviders(env, problems),
    payeeService: readPayeeService(env, problems),
    metricsToken: readSecret(env, 'SLUICE_METRICS_TOKEN', problems),
    backups: readBackupSettings(env, problems),
    retention: {
      eventDays: readCount(env, 'SLUICE_EVENT_DAYS', eventDays, problems),
      bankDataYears: readCount(env, 'SLUICE_BANK_DATA_YEARS', bankDataYears, problems),
    },
    trustProxy: readTrustProxy(env, problems),
    webhookAllow: readWebhookAllow(env, problems),
    drainSeconds: readCount(env, 'SLUICE_DRAIN_SECONDS', drainSeconds, problems),
    logLevel: readLogLevel(env, problems),
    tracing: readTracing(env, problems),
  };
  if (config.databaseMigrationUrl !== undefined && config.databaseUrl === undefined) {
    problems.push(
      'DATABASE_MIGRATION_URL needs DATABASE_URL beside it: the same database, as the role of the service.',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Kubernetes sets these for a service of the name "sluice". SLUICE_PORT=8081 is still a mistake for PORT. */
const isInjected = (name: string, value = ''): boolean =>
  /^SLUICE_(SERVICE|PORT)_/.test(name) || (name === 'SLUICE_PORT' && value.includes('://'));

function readPort(env: Environment, problems: Problems): number {
  const text = env.PORT || '8080';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    problems.push(`PORT must be a number from 1 to 65535, not "${text}".`);
    return 8080;
  }
  return port;
}

const eventDays = { min: 7, default: 90, max: 3_650 } as const;
/** Fewer would let a few slow requests hold up all others. */
const databaseConnections = { min: 4, default: 12, max: 200 } as const;
const drainSeconds = { min: 0, default: 5, max: 300 } as const;
const bankDataYears = { min: 1, default: 10, max: 99 } as const;

function readCount(
  env: Environment,
  name: string,
  { min, default: usual, max }: { min: number; default: number; max: number },
  problems: Problems,
): number {
  const text = env[name] || String(usual);
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= min && count <= max) return count;
  problems.push(`${name} must be a number from ${min} to ${max}, not "${text}".`);
  return usual;
}

function readPublicUrl(env: Environment, port: number, problems: Problems): string {
  const text = env.PUBLIC_URL || `http://localhost:${port}`;
  const url = URL.parse(text);
  const sound = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!sound || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    problems.push(`PUBLIC_URL must be an origin such as https://pay.example.com, not "${text}".`);
    return 'http://localhost';
  }
  return url.origin;
}

function readDatabaseUrl(env: Environment, name: string, problems: Problems): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && !/^postgres(ql)?:\/\/./.test(text)) {
    problems.push(`${name} must start with postgres:// or postgresql://.`);
  }
  return text;
}

function readSecret(env: Environment, name: string, problems: Problems): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && text.length < secretLengthMin) {
    problems.push(`${name} must have at least ${secretLengthMin} characters. Create one with: openssl rand -base64 33`);
  }
  return text;
}

/** `?from=` sets the sender; the default is no-reply at the host of PUBLIC_URL. */
function readSmtp(env: Environment, publicUrl: string, problems: Problems): Config['smtp'] {
  const text = env.SMTP_URL || undefined;
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const sender = url?.searchParams.get('from') ?? `no-reply@${new URL(publicUrl).hostname}`;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    problems.push('SMTP_URL must be smtp://user:password@host:port or smtps://…');
  } else if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(sender)) {
    problems.push('SMTP_URL must name the sender by its email address, as in ?from=payments@example.com.');
  }
  url?.searchParams.delete('from');
  return { url: url?.href ?? '', sender };
}

/** The address may hold a secret too, so it is not printed. */
function readPayeeService(env: Environment, problems: Problems): Config['payeeService'] {
  const text = env.SLUICE_PAYEE_CHECK_URL || undefined;
  const token = env.SLUICE_PAYEE_CHECK_TOKEN || undefined;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    problems.push('SLUICE_PAYEE_CHECK_TOKEN must be visible ASCII characters without spaces.');
  }
  if (text === undefined) {
    if (token !== undefined) problems.push('SLUICE_PAYEE_CHECK_TOKEN needs SLUICE_PAYEE_CHECK_URL beside it.');
    return undefined;
  }
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isSafe || url.username !== '' || url.password !== '') {
    problems.push(
      'SLUICE_PAYEE_CHECK_URL must be an https address without user and password, or http on this machine. A token goes into SLUICE_PAYEE_CHECK_TOKEN.',
    );
  }
  return { url: text, token };
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

const proxyHopsMax = 10;
/** The widest networks that are anyone's own: 10.0.0.0/8 and fc00::/7. */
const prefixMin = { 4: 8, 6: 7 } as const;

/** Trusting every address would let any client name its own. */
function readTrustProxy(env: Environment, problems: Problems): Config['trustProxy'] {
  const text = env.TRUST_PROXY || '0';
  if (text === 'false' || text === '0') return false;
  if (/^\d+$/.test(text) && Number(text) <= proxyHopsMax) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  const meant = text === 'true' ? ' "true" would believe every address that a client writes: say 1 for one proxy.' : '';
  problems.push(
    `TRUST_PROXY must be the number of proxies (0 to ${proxyHopsMax}) or their addresses and networks, such as 10.0.0.0/8,192.0.2.7, not "${text}".${meant}`,
  );
  return false;
}

const isNetwork = (text: string): boolean => isNetworkWithin(text, prefixMin);
const isNetworkOfAnySize = (text: string): boolean => isNetworkWithin(text, { 4: 0, 6: 0 });

function isNetworkWithin(text: string, min: { 4: number; 6: number }): boolean {
  const [, address = '', prefix] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family !== 4 && family !== 6) return false;
  return prefix === undefined || (Number(prefix) >= min[family] && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** `12=10.0.0.0/8`: the holder's id and the network. */
function readWebhookAllow(env: Environment, problems: Problems): Config['webhookAllow'] {
  const entries = (env.SLUICE_WEBHOOK_ALLOW || '').split(',').filter((entry) => entry.trim() !== '');
  return entries.flatMap((entry) => {
    const [, holder = '', network = ''] = /^(\d{1,18})=(.+)$/.exec(entry.trim()) ?? [];
    if (holder !== '' && network.includes('/') && isNetworkOfAnySize(network)) {
      return [{ holderId: BigInt(holder), network }];
    }
    problems.push(
      `SLUICE_WEBHOOK_ALLOW must list holders and networks, such as 12=10.0.0.0/8,12=fd00::/8, not "${entry.trim()}".`,
    );
    return [];
  });
}

function readLogLevel(env: Environment, problems: Problems): LogLevel {
  const text = env.LOG_LEVEL || 'info';
  const level = logLevels.find((candidate) => candidate === text);
  if (level === undefined) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`);
  return level ?? 'info';
}
