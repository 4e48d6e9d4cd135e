/**
 * Migrates a database to this version's schema: the numbered files, then the job queue's tables, then the grants of the
 * service's role. Runs as the owner's role, in one process at a time.
 */
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { grantToService } from './grants.ts';
import { applyMigrations, migrationsDirectory } from './migrations.ts';
import { type ConnectionSettings, createPool } from './pool.ts';

/** The role that owns the tables and the role of the service. They may be the same. */
export type DatabaseRoles = { owner: ConnectionSettings; service: ConnectionSettings };

const oldestVersion = 150_000;
/** Shared by all versions, so that a newer one waits for an older one that is migrating. */
export const migrationLock = '-8525285245963000605';

/** @returns the names of the migrations it applied. @throws Error whose message says what to do. */
export async function migrate({ owner, service }: DatabaseRoles, directory = migrationsDirectory): Promise<string[]> {
  const pool = createPool(owner, { connections: 2 });
  try {
    const client = await pool.connect();
    try {
      const session = await describeSession(client);
      if (session.version < oldestVersion) {
        throw new Error('This PostgreSQL is too old: Sluice needs version 15 or later.');
      }
      const serviceRole = await roleOf(service, session);
      await client.query('set statement_timeout = 0');
      // For Citus, which otherwise refuses two changes of tables that name each other in one transaction.
      await client.query(`set citus.multi_shard_modify_mode = 'sequential'`);
      await client.query(`select pg_advisory_lock(${migrationLock})`);
      await assertOwner(client, session.role);
      const applied = await applyMigrations(client, directory);
      await runMigrations({ pgPool: pool });
      if (serviceRole !== session.role) await grantToService(client, serviceRole);
      return applied;
    } finally {
      // Close the connection instead of returning it to the pool: that releases the lock.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

type Session = { role: string; version: number; database: string };

/** `database` includes the server's start time, to distinguish databases of one name on two servers. */
async function describeSession(client: pg.ClientBase): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select current_user::text as role, current_setting('server_version_num')::int as version,
      current_database() || ' ' || pg_postmaster_start_time()::text as database`,
  );
  return rows[0] as Session;
}

/** @returns the name of the service's role. */
async function roleOf(service: ConnectionSettings, owner: Session): Promise<string> {
  const pool = createPool(service, { connections: 1 });
  try {
    const client = await pool.connect();
    try {
      const session = await describeSession(client);
      if (session.database === owner.database) return session.role;
      throw new Error('DATABASE_URL and DATABASE_MIGRATION_URL must lead to the same database.');
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** Tables of another role cannot be migrated, nor can that role be denied access to them. */
async function assertOwner(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct pg_get_userbyid(relowner) as name from pg_class
    where relnamespace = any(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
      and relkind in ('r', 'p', 'S') and not pg_has_role(current_user, relowner, 'usage')`,
  );
  const names = rows.map((row) => row.name).join(', ');
  if (rows.length > 0) {
    throw new Error(
      `The tables belong to ${names}, and migrations run as ${role}: name the owner in DATABASE_MIGRATION_URL, or as a superuser run "reassign owned by ${names} to ${role}".`,
    );
  }
}
