/** `sluice doctor`: checks what a service needs, and says how to fix what is missing. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, developmentSecretPrefix, readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { describeServiceRole, type ServiceRole } from '../database/service-role.ts';
import { stripeWebhookPath } from '../funding/routes/stripe-webhook.route.ts';
import { complain, say, sayJson } from './output.ts';

type Finding = { name: string; ok: boolean; detail: string };

const freeBytesMin = 1_000_000_000;
const clockSkewMaxMs = 2_000;

export async function doctor(options: { json?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const findings: Finding[] = [
    { name: 'settings', ok: true, detail: `${config.publicUrl}, port ${config.port}` },
    checkSecret(config),
    checkCards(config),
    checkMail(config),
    await checkDisk(config.dataDir),
    ...(await checkDatabase(config)),
  ];
  if (options.json) sayJson(findings);
  else for (const { name, ok, detail } of findings) say(`${ok ? '✓' : '✗'} ${name.padEnd(9)} ${detail}`);
  if (findings.some((finding) => !finding.ok)) process.exitCode = 1;
}

function checkSecret({ secret }: Config): Finding {
  if (secret === undefined)
    return { name: 'secret', ok: true, detail: 'none set: enough for start, serve needs SLUICE_SECRET' };
  if (secret.startsWith(developmentSecretPrefix)) {
    return { name: 'secret', ok: false, detail: 'a development secret: make a new one with: openssl rand -base64 33' };
  }
  return { name: 'secret', ok: true, detail: 'set' };
}

function checkMail({ smtp }: Config): Finding {
  const detail = smtp === undefined ? 'no mail goes out: serve needs SMTP_URL for sign-ups' : `from ${smtp.sender}`;
  return { name: 'mail', ok: true, detail };
}

function checkCards({ stripe, publicUrl }: Config): Finding {
  const name = 'cards';
  if (stripe === undefined) return { name, ok: true, detail: 'no Stripe key: live payments by wallet only' };
  const detail = `Stripe key set; its webhook endpoint is ${publicUrl}${stripeWebhookPath}`;
  if (publicUrl.startsWith('https:')) return { name, ok: true, detail };
  return { name, ok: false, detail: `${detail}: Stripe needs PUBLIC_URL to be https to reach it` };
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const stats = await statfs(dataDir).catch(() => statfs(dirname(dataDir)));
  const free = stats.bavail * stats.bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free`;
  return { name: 'disk', ok: free >= freeBytesMin, detail: free >= freeBytesMin ? detail : `${detail}: make room` };
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    const open = await openDatabase({ ...config, own: false, log: complain });
    try {
      const asked = Date.now();
      const { rows } = await open.pool.query<{ version: string; now: Date; fsync: string }>(
        `select current_setting('server_version') as version, clock_timestamp() as now, current_setting('fsync') as fsync`,
      );
      const row = rows[0];
      const skewMs = Math.abs((row?.now.getTime() ?? 0) - (asked + Date.now()) / 2);
      return [
        {
          name: 'database',
          ok: row?.fsync === 'on',
          detail: `PostgreSQL ${row?.version}, fsync ${row?.fsync}; ${open.description}`,
        },
        { name: 'clock', ok: skewMs <= clockSkewMaxMs, detail: `${Math.round(skewMs)} ms apart from the database's` },
        checkRoles(await describeServiceRole(open.pool), config),
      ];
    } finally {
      await open.close();
    }
  } catch (error) {
    return [{ name: 'database', ok: false, detail: error instanceof Error ? error.message : String(error) }];
  }
}

/** A single role works too, but then the service could change the audit log. */
function checkRoles({ role, owner, mayChangeAuditLog }: ServiceRole, { databaseMigrationUrl }: Config): Finding {
  const name = 'roles';
  if (owner === undefined) return { name, ok: true, detail: 'no tables yet: run sluice migrate' };
  if (!mayChangeAuditLog) return { name, ok: true, detail: `tables of ${owner}, the service as ${role}` };
  const detail = `the service works as ${role}, which may change the audit log`;
  if (databaseMigrationUrl === undefined) {
    return { name, ok: true, detail: `${detail}: set DATABASE_MIGRATION_URL to a role of its own for the tables` };
  }
  return { name, ok: false, detail: `${detail}: DATABASE_URL must name a role that is neither owner nor superuser` };
}
