/**
 * `sluice doctor`: checks what a service needs, and says how to fix what is missing. Must never create anything, and
 * never tick what is not there.
 */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { noticesPathOf } from '../../api/providers/notices.ts';
import { hasTable } from '../../base/database/has-table.ts';
import { listPending } from '../../base/database/migrations.ts';
import { type OpenDatabase, openDatabase, otherConnections } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { describeServiceRole, type ServiceRole } from '../../base/database/service-role.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { sumProcesses } from '../../core/processes/processes.repository.ts';
import { listMembers } from '../../features/holders/members.repository.ts';
import { countRefused } from '../../features/payments/late-captures.repository.ts';
import { builtIn, type ConfiguredProvider, openProvider } from '../../features/providers/registry.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { type Config, ConfigError, developmentSecretPrefix, readConfig } from '../config.ts';
import { checkBackups } from './check-backups.ts';
import { checkCluster } from './check-cluster.ts';
import type { Finding } from './finding.ts';
import { complain, say, sayJson } from './output.ts';
import { findSealKeys } from './seal-key.ts';

const signs = { ok: '✓', missing: '–', wrong: '✗' } as const;
const freeBytesMin = 1_000_000_000;
const clockSkewMaxMs = 2_000;

/** Exits 1 when something is wrong, and with `live` also when something is missing. */
export async function doctor(options: { live?: boolean; json?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const findings = [
    checkSettings(config),
    checkSecret(config),
    ...(await checkProviders(config)),
    checkMail(config),
    ...checkPayees(config),
    await checkSealKey(config),
    ...(await checkDatabase(config)),
  ];
  if (options.json) sayJson(findings.map((finding) => ({ ...finding, ok: finding.state === 'ok' })));
  else for (const { name, state, detail } of findings) say(`${signs[state]} ${name.padEnd(10)} ${detail}`);
  const bad: readonly Finding['state'][] = options.live ? ['missing', 'wrong'] : ['wrong'];
  if (findings.some(({ state }) => bad.includes(state))) process.exitCode = 1;
}

function checkSettings({ publicUrl, port }: Config): Finding {
  const detail = `${publicUrl}, port ${port}`;
  if (publicUrl.startsWith('https:')) return { name: 'settings', state: 'ok', detail };
  return { name: 'settings', state: 'missing', detail: `${detail}: serve needs PUBLIC_URL to be https` };
}

function checkSecret({ secret }: Config): Finding {
  const name = 'secret';
  if (secret === undefined) return { name, state: 'missing', detail: 'none set: serve needs SLUICE_SECRET' };
  if (secret.startsWith(developmentSecretPrefix)) {
    return { name, state: 'wrong', detail: 'a development secret: create a new one with: openssl rand -base64 33' };
  }
  return { name, state: 'ok', detail: 'set' };
}

function checkMail({ smtp }: Config): Finding {
  if (smtp !== undefined) return { name: 'mail', state: 'ok', detail: `from ${smtp.sender}` };
  return { name: 'mail', state: 'missing', detail: 'no email is sent: serve needs SMTP_URL for sign-ups' };
}

/** Nothing while it is off, as it is by default. The rest of the address may hold a secret. */
function checkPayees({ payeeService }: Config): Finding[] {
  if (payeeService === undefined) return [];
  const { host } = new URL(payeeService.url);
  const how = payeeService.token === undefined ? 'without a token' : 'with a token';
  return [{ name: 'payees', state: 'ok', detail: `bank accounts are checked by ${host}, ${how}` }];
}

async function checkSealKey(config: Config): Promise<Finding> {
  const name = 'seals';
  try {
    const keys = await findSealKeys(config);
    if (keys !== undefined)
      return { name, state: 'ok', detail: `signed by key ${keys.publicKey.toString('base64url')}` };
    return { name, state: 'missing', detail: 'not signed: set SLUICE_SEAL_KEY before live money comes in' };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name, state: 'wrong', detail: error.message };
  }
}

/** Nothing without a provider: see `checkBankTransfers`. In order of preference. */
const checkProviders = ({ providers, publicUrl }: Config): Promise<Finding[]> =>
  Promise.all(
    providers.map((one, index) => checkProvider(one, publicUrl, providers.length > 1 ? `${index + 1}. ` : '')),
  );

/** Opens it, as the service does, which calls nobody. */
async function checkProvider(one: ConfiguredProvider, publicUrl: string, place: string): Promise<Finding> {
  const name = 'provider';
  const { title, name: provider } = one.package;
  const from = one.from === undefined ? 'which comes with Sluice' : `from ${one.from}`;
  const noticeAddress = `${publicUrl}${noticesPathOf(provider)}`;
  try {
    const { readNotice } = await openProvider(one, { noticeAddress });
    const notices = readNotice === undefined ? 'it sends no notices' : `its webhook endpoint is ${noticeAddress}`;
    const detail = `${place}${title}, ${from}; ${notices}`;
    if (publicUrl.startsWith('https:')) return { name, state: 'ok', detail };
    return { name, state: 'wrong', detail: `${detail}: ${title} needs PUBLIC_URL to be https to reach it` };
  } catch (error) {
    return { name, state: 'wrong', detail: `${place}${(error as Error).message}; it is ${from}` };
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database-id'))) {
    const detail = `none in ${config.dataDir} yet: start, serve or migrate creates it`;
    return [await checkDisk(config.dataDir), { name: 'database', state: 'missing', detail }];
  }
  try {
    const open = await openDatabase({ ...config, own: false, log: complain });
    try {
      return await lookInside(open, config);
    } finally {
      await open.close();
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name: 'database', state: 'wrong', detail }];
  }
}

async function lookInside(open: OpenDatabase, config: Config): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await open.pool.query<{ version: string; now: Date; fsync: string }>(
    `select current_setting('server_version') as version, clock_timestamp() as now, current_setting('fsync') as fsync`,
  );
  const row = rows[0];
  const skewMs = Math.abs((row?.now.getTime() ?? 0) - (asked + Date.now()) / 2);
  const role = await describeServiceRole(open.pool);
  const schema = await checkSchema(open);
  // The tables of another version may not be what the checks of this one read.
  const inside =
    schema.state === 'wrong'
      ? []
      : [
          ...(await checkPlacement(open.pool)),
          checkRoles(role, config),
          await checkConnections(open),
          ...(role.owner === undefined ? [] : [await checkOperator(open), ...(await checkBankTransfers(open, config))]),
          ...(await checkLateCaptures(open.pool)),
          ...(await checkBackups(open, config)),
        ];
  return [
    // The disk of a database elsewhere can't be seen from here.
    ...(open.directory === undefined ? [] : [await checkDisk(open.directory)]),
    {
      name: 'database',
      state: row?.fsync === 'on' ? 'ok' : 'wrong',
      detail: `PostgreSQL ${row?.version}, fsync ${row?.fsync}; ${open.description}`,
    },
    {
      name: 'clock',
      state: skewMs <= clockSkewMaxMs ? 'ok' : 'wrong',
      detail: `${Math.round(skewMs)} ms from the database's clock`,
    },
    schema,
    ...inside,
  ];
}

/** Checked on a cluster only. */
async function checkPlacement(pool: OpenDatabase['pool']): Promise<Finding[]> {
  const cluster = await checkCluster(pool);
  if (cluster === undefined) return [];
  return [{ name: 'cluster', ...cluster }];
}

/** @param path need not exist yet. */
async function checkDisk(path: string): Promise<Finding> {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  const stats = await statfs(existing);
  const free = stats.bavail * stats.bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free at ${existing}`;
  if (free >= freeBytesMin) return { name: 'disk', state: 'ok', detail };
  return { name: 'disk', state: 'wrong', detail: `${detail}: free up space` };
}

async function checkSchema({ pool }: OpenDatabase): Promise<Finding> {
  const name = 'schema';
  let pending: string[];
  try {
    pending = await listPending(pool);
  } catch (error) {
    return { name, state: 'wrong', detail: (error as Error).message };
  }
  if (pending.length === 0) return { name, state: 'ok', detail: 'up to date' };
  return { name, state: 'missing', detail: `${pending.length} migrations to apply: run sluice migrate` };
}

/** Compares what all processes that serve this database may open, or one of them, with what it admits. */
async function checkConnections({ pool }: OpenDatabase): Promise<Finding> {
  const name = 'sessions';
  const { rows } = await pool.query<{ admitted: number; there: boolean }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as admitted,
      to_regclass('processes') is not null as there`,
  );
  const { admitted = 0, there = false } = rows[0] ?? {};
  const found = there ? await sumProcesses(createDatabase(pool)) : { processes: 0, connections: 0 };
  const each = pool.options.max + otherConnections;
  const { processes, connections } = found.processes > 0 ? found : { processes: 1, connections: each };
  const who = processes === 1 ? 'one process' : `${processes} processes`;
  const detail = `${who} may open ${connections} of ${admitted} connections`;
  if (connections <= admitted) return { name, state: 'ok', detail };
  return { name, state: 'wrong', detail: `${detail}: raise max_connections, or lower SLUICE_DATABASE_CONNECTIONS` };
}

/** Mentioned only where a person must act. Before the tables are there, or of this version, nothing can be refused. */
async function checkLateCaptures(pool: OpenDatabase['pool']): Promise<Finding[]> {
  const refused = (await hasTable(pool, 'late_captures')) ? await countRefused(createDatabase(pool)) : 0;
  if (refused === 0) return [];
  const detail = `${refused} late ${refused === 1 ? 'capture' : 'captures'} not returned by the provider: run sluice late-captures list`;
  return [{ name: 'late', state: 'wrong', detail }];
}

/** A single role works too, but then the service could change the audit log. */
function checkRoles({ role, owner, mayChangeAuditLog }: ServiceRole, { databaseMigrationUrl }: Config): Finding {
  const name = 'roles';
  if (owner === undefined) return { name, state: 'missing', detail: 'no tables yet: run sluice migrate' };
  if (!mayChangeAuditLog)
    return { name, state: 'ok', detail: `tables owned by ${owner}, the service connects as ${role}` };
  const detail = `the service connects as ${role}, which may change the audit log`;
  if (databaseMigrationUrl === undefined) {
    const advice = 'set DATABASE_MIGRATION_URL to a separate role that owns the tables';
    return { name, state: 'missing', detail: `${detail}: ${advice}` };
  }
  const advice = 'DATABASE_URL must name a role that is neither owner nor superuser';
  return { name, state: 'wrong', detail: `${detail}: ${advice}` };
}

async function checkOperator({ pool }: OpenDatabase): Promise<Finding> {
  const name = 'operator';
  const staff = await listMembers(createDatabase(pool), serviceHolderId);
  const administrators = staff.filter(({ role, emailVerified }) => role === 'administrator' && emailVerified);
  const administrator = administrators.find(({ twoStep }) => twoStep) ?? administrators[0];
  if (administrator?.twoStep) return { name, state: 'ok', detail: administrator.email };
  if (administrator !== undefined) {
    const advice = 'can do nothing until two-step sign-in is on: set it up under Your profile';
    return { name, state: 'missing', detail: `${administrator.email} ${advice}` };
  }
  const advice =
    staff.length === 0 ? 'run sluice operator create' : 'the link to choose a password has not been used yet';
  return { name, state: 'missing', detail: `no administrator who can sign in: ${advice}` };
}

/** Live money comes in through a provider, by bank transfer, or both. */
async function checkBankTransfers({ pool }: OpenDatabase, { providers }: Config): Promise<Finding[]> {
  const name = 'bank';
  const currencies = (await listBankDetails(createDatabase(pool))).map(({ currency }) => currency);
  if (currencies.length > 0) return [{ name, state: 'ok', detail: `accounts for ${currencies.join(', ')}` }];
  if (providers.length > 0) return [];
  const settings = builtIn.map(({ settings: [main] }) => main?.name).join(' or ');
  const advice = `set ${settings}, or enter Bank details in the dashboard`;
  return [{ name, state: 'missing', detail: `no way to receive live money: ${advice}` }];
}
