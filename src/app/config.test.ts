/** Settings: valid values, and messages for invalid ones that say what to change without showing a secret. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secret = 'x'.repeat(32);

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('The settings were accepted.');
}

it('without any, a service for this machine', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: undefined,
    publicUrl: 'http://localhost:8080',
    publicUrlGiven: false,
    databaseUrl: undefined,
    databaseMigrationUrl: undefined,
    dataDir: resolve('.sluice'),
    secret: undefined,
    previousSecret: undefined,
    sealKey: undefined,
    payeeService: undefined,
    metricsToken: undefined,
    backups: {
      to: undefined,
      times: [{ hour: 2, minute: 30 }],
      keep: { last: 3, daily: 7, weekly: 5, monthly: 12 },
      recipient: undefined,
    },
    retention: { eventDays: 90, bankDataYears: 10 },
    databaseConnections: 12,
    drainSeconds: 5,
    trustProxy: false,
    webhookAllow: [],
    logLevel: 'info',
    smtp: undefined,
    providers: [],
    tracing: undefined,
  });
});

it('traces are exported where OpenTelemetry’s variables name a collector', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', ...env }).tracing;
  expect(read({})).toEqual({
    url: 'http://c:4318/v1/traces',
    headers: {},
    resource: { 'service.name': 'sluice' },
    ratio: 1,
  });
  expect(
    read({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,x-team=pay',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=live',
      OTEL_SERVICE_NAME: 'payments',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    url: 'http://c:4318/v1/traces',
    headers: { authorization: 'Bearer x', 'x-team': 'pay' },
    resource: { 'service.name': 'payments', 'deployment.environment.name': 'live' },
    ratio: 0.25,
  });
  expect(read({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a-secret'],
  ] as const) {
    const problems = problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', [name]: value });
    expect(problems).toContain(name);
    expect(problems).not.toContain('a-secret');
  }
});

it('what an orchestrator sets for a service named sluice is no setting', () => {
  const injected = {
    SLUICE_PORT: 'tcp://10.0.0.7:80',
    SLUICE_PORT_80_TCP_ADDR: '10.0.0.7',
    SLUICE_SERVICE_HOST: '10.0.0.7',
    SLUICE_SERVICE_PORT_HTTP: '80',
  };
  expect(readConfig(injected)).toEqual(readConfig({}));
  expect(problemsOf({ SLUICE_PORTS: '1' })).toMatch(/^SLUICE_PORTS is not a setting of Sluice/);
});

it('an empty value counts as absent', () => {
  const empty = {
    PORT: '',
    HOST: '',
    PUBLIC_URL: '',
    DATABASE_URL: '',
    DATABASE_MIGRATION_URL: '',
    SLUICE_DATA_DIR: '',
    SLUICE_SECRET: '',
    SLUICE_SECRET_PREVIOUS: '',
    SLUICE_METRICS_TOKEN: '',
    TRUST_PROXY: '',
    LOG_LEVEL: '',
  };
  expect(readConfig(empty)).toEqual(readConfig({}));
});

describe('is taken', () => {
  it.each<[Record<string, string>, object]>([
    [{ PORT: '1' }, { port: 1, publicUrl: 'http://localhost:1' }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://pay.example.com' }, { publicUrl: 'https://pay.example.com' }],
    [{ PUBLIC_URL: 'https://pay.example.com/' }, { publicUrl: 'https://pay.example.com' }],
    [{ PUBLIC_URL: 'HTTPS://Pay.Example.com:443' }, { publicUrl: 'https://pay.example.com' }],
    [
      { PUBLIC_URL: 'http://localhost:9000', PORT: '8081' },
      { publicUrl: 'http://localhost:9000', port: 8081 },
    ],
    [{ DATABASE_URL: 'postgres://me@db/sluice' }, { databaseUrl: 'postgres://me@db/sluice' }],
    [{ DATABASE_URL: 'postgresql://db' }, { databaseUrl: 'postgresql://db' }],
    [
      { DATABASE_URL: 'postgres://till@db', DATABASE_MIGRATION_URL: 'postgres://owner@db' },
      { databaseUrl: 'postgres://till@db', databaseMigrationUrl: 'postgres://owner@db' },
    ],
    [{ SLUICE_DATA_DIR: '/srv/sluice' }, { dataDir: '/srv/sluice' }],
    [{ SLUICE_DATA_DIR: 'here' }, { dataDir: resolve('here') }],
    [{ SLUICE_SECRET: secret }, { secret }],
    [{ SLUICE_SECRET_PREVIOUS: secret }, { previousSecret: secret }],
    [{ SLUICE_METRICS_TOKEN: secret }, { metricsToken: secret }],
    [
      { SLUICE_PAYEE_CHECK_URL: 'https://vop.example.com/check', SLUICE_PAYEE_CHECK_TOKEN: 'short' },
      { payeeService: { url: 'https://vop.example.com/check', token: 'short' } },
    ],
    ...['http://localhost:9000/', 'http://127.0.0.5/', 'http://[::1]:9000/'].map(
      (url) =>
        [{ SLUICE_PAYEE_CHECK_URL: url }, { payeeService: { url, token: undefined } }] as [
          Record<string, string>,
          object,
        ],
    ),
    [{ SLUICE_EVENT_DAYS: '7' }, { retention: { eventDays: 7 } }],
    [{ SLUICE_DATABASE_CONNECTIONS: '4' }, { databaseConnections: 4 }],
    [{ SLUICE_DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
    [{ SLUICE_BANK_DATA_YEARS: '7' }, { retention: { bankDataYears: 7 } }],
    [
      { SLUICE_WEBHOOK_ALLOW: '12=10.0.0.0/8, 7=fd00::/8' },
      {
        webhookAllow: [
          { holderId: 12n, network: '10.0.0.0/8' },
          { holderId: 7n, network: 'fd00::/8' },
        ],
      },
    ],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fc00::/7' }, { trustProxy: ['10.0.0.0/8', '192.0.2.7', 'fc00::/7'] }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ HOME: '/root', PATH: '/bin', sluice_other: 'x' }, {}],
  ])('%j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });
});

describe('is refused, and named', () => {
  it.each<[Record<string, string>, RegExp]>([
    [{ PORT: '0' }, /^PORT must be a number from 1 to 65535, not "0"\.$/],
    [{ PORT: '65536' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ PORT: '80.5' }, /^PORT /],
    [{ PORT: '8080 ' }, /^PORT /],
    [{ PORT: '0x50' }, /^PORT /],
    [{ PORT: 'http' }, /^PORT /],
    [{ PUBLIC_URL: 'pay.example.com' }, /^PUBLIC_URL must be an origin such as/],
    [{ PUBLIC_URL: 'https://pay.example.com/pay' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://pay.example.com/?a=b' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://pay.example.com/#x' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://me:pass@pay.example.com' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'ftp://pay.example.com' }, /^PUBLIC_URL /],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must start with postgres:\/\/ or postgresql:\/\/\.$/],
    [{ DATABASE_URL: 'postgres://' }, /^DATABASE_URL /],
    [
      { DATABASE_URL: 'postgres://db', DATABASE_MIGRATION_URL: 'db' },
      /^DATABASE_MIGRATION_URL must start with postgres:/,
    ],
    [{ DATABASE_MIGRATION_URL: 'postgres://db' }, /^DATABASE_MIGRATION_URL needs DATABASE_URL beside it/],
    [{ SLUICE_SECRET: 'x'.repeat(31) }, /^SLUICE_SECRET must have at least 32 characters\. Create one with: openssl/],
    [{ SLUICE_SECRET_PREVIOUS: 'short' }, /^SLUICE_SECRET_PREVIOUS must have at least 32 characters/],
    [{ SLUICE_EVENT_DAYS: '6' }, /^SLUICE_EVENT_DAYS must be a number from 7 to 3650, not "6"\.$/],
    [{ SLUICE_DATABASE_CONNECTIONS: '3' }, /^SLUICE_DATABASE_CONNECTIONS must be a number from 4 to 200, not "3"\.$/],
    [{ SLUICE_DRAIN_SECONDS: '-1' }, /^SLUICE_DRAIN_SECONDS must be a number from 0 to 300/],
    [{ SLUICE_EVENT_DAYS: '1e3' }, /^SLUICE_EVENT_DAYS must be a number/],
    [{ SLUICE_WEBHOOK_ALLOW: '10.0.0.0/8' }, /^SLUICE_WEBHOOK_ALLOW must list holders and networks/],
    [{ SLUICE_WEBHOOK_ALLOW: '12=10.0.0.5' }, /^SLUICE_WEBHOOK_ALLOW must list/],
    [{ SLUICE_METRICS_TOKEN: 'short' }, /^SLUICE_METRICS_TOKEN must have at least 32 characters/],
    ...[
      'http://vop.example.com/',
      'http://127.0.0.1.example.com/',
      'vop.example.com',
      'https://me:pass@vop.example.com/',
      'file:///x',
    ].map(
      (url) =>
        [{ SLUICE_PAYEE_CHECK_URL: url }, /^SLUICE_PAYEE_CHECK_URL must be an https address[^:]*$/] as [
          Record<string, string>,
          RegExp,
        ],
    ),
    [{ SLUICE_PAYEE_CHECK_TOKEN: 'short' }, /^SLUICE_PAYEE_CHECK_TOKEN needs SLUICE_PAYEE_CHECK_URL beside it\.$/],
    [
      { SLUICE_PAYEE_CHECK_URL: 'https://vop.example.com/', SLUICE_PAYEE_CHECK_TOKEN: 'two words' },
      /^SLUICE_PAYEE_CHECK_TOKEN must be visible ASCII characters without spaces\.$/,
    ],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be the number of proxies .* such as .*, not "yes"\.$/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be .*, not "true"\. "true" would believe every address/],
    ...[
      '11',
      '-1',
      '1.5',
      '*',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/7',
      '10.0.0.0/33',
      '2000::/6',
      '10.0.0.0/',
      '10.0.0',
    ].map((text) => [{ TRUST_PROXY: text }, /^TRUST_PROXY must be /] as [Record<string, string>, RegExp]),
    [{ TRUST_PROXY: '10.0.0.1,' }, /^TRUST_PROXY must be /],
    [{ TRUST_PROXY: 'loopback' }, /^TRUST_PROXY must be /],
    [{ LOG_LEVEL: 'INFO' }, /^LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "INFO"\.$/],
    [
      { SLUICE_PORT: '1' },
      /^SLUICE_PORT is not a setting of Sluice\. Known: SLUICE_DATA_DIR, SLUICE_SECRET, SLUICE_SECRET_PREVIOUS, SLUICE_SEAL_KEY, SLUICE_METRICS_TOKEN, SLUICE_PROVIDERS, SLUICE_PAYEE_CHECK_URL, SLUICE_PAYEE_CHECK_TOKEN, SLUICE_EVENT_DAYS, SLUICE_BANK_DATA_YEARS, SLUICE_WEBHOOK_ALLOW, SLUICE_DATABASE_CONNECTIONS, SLUICE_DRAIN_SECONDS, SLUICE_BACKUP_TO, SLUICE_BACKUP_AT, SLUICE_BACKUP_KEEP, SLUICE_BACKUP_RECIPIENT\.$/,
    ],
    [{ SLUICE_SECRETS: '' }, /^SLUICE_SECRETS is not a setting/],
  ])('%j', (env, message) => {
    expect(problemsOf(env)).toMatch(message);
  });
});

it('all problems are told at once, one on a line', () => {
  const message = problemsOf({ PORT: 'x', TRUST_PROXY: 'x', LOG_LEVEL: 'x', SLUICE_X: 'x', SLUICE_SECRET: 'x' });
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'SLUICE_X',
    'PORT',
    'SLUICE_SECRET',
    'TRUST_PROXY',
    'LOG_LEVEL',
  ]);
});

it('the value of a secret, or of a database’s address, is never shown', () => {
  const message = problemsOf({ SLUICE_SECRET: 'hush-hush', DATABASE_URL: 'mysql://me:hush-hush@db' });
  expect(message).not.toContain('hush');
});

it('the settings of a provider are read by its package, and its problems told with the others', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
  expect(readConfig(keys).providers).toMatchObject([{ package: { name: 'stripe', title: 'Stripe' }, settings: keys }]);
  expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: 'sk_test_0123456789', LOG_LEVEL: 'x' })).toMatch(
    /^STRIPE_SECRET_KEY must be a live key.*\nLOG_LEVEL /,
  );
});
