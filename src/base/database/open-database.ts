/** Opens the database of a command: the one in `DATABASE_URL`, or else the built-in server of the data directory. */
import type pg from 'pg';
import { startEmbeddedServer } from '../embedded-postgres/index.ts';
import { sluice } from './built-in.ts';
import { isConnectionLost } from './database-error.ts';
import type { DatabaseRoles } from './migrate.ts';
import { createPool } from './pool.ts';
import { requireSessions } from './require-sessions.ts';

/** Connections of `jobsPool`. */
const queueConnections = 8;
/** What a process that serves opens beside the connections of its requests: for the queue, and to listen. */
export const otherConnections = queueConnections + 2;

export type OpenDatabase = {
  /** Connections of the service's role, which cannot change the schema or the audit log. */
  pool: pg.Pool;
  /** For the job queue, which parses values itself. */
  jobsPool: pg.Pool;
  /** A readable description of where the data is. */
  description: string;
  /** The directory of the built-in database's files. */
  directory: string | undefined;
  /** Migrates the schema to this version, as the owner. @returns the names of the migrations it applied. */
  migrate(): Promise<string[]>;
  /** Distributes the tables over a cluster of Citus, as the owner. @returns those that were not yet. */
  distribute(): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * @param own true for a service, which restarts the built-in server when it dies; false for a short command.
 * @throws Error whose message says what to do.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  databaseMigrationUrl: string | undefined;
  /** Connections of `pool`. */
  databaseConnections: number;
  dataDir: string;
  own: boolean;
  log?: (message: string) => void;
}): Promise<OpenDatabase> {
  const { databaseUrl, databaseMigrationUrl, databaseConnections: connections, dataDir, own, log = () => {} } = options;
  if (databaseUrl === undefined) {
    const server = await startEmbeddedServer({ application: sluice, dataDir, own, log });
    const opened = open(server, connections, `built-in PostgreSQL, data in ${server.data}`, () => server.stop());
    return { ...opened, directory: server.data };
  }
  // First, and without any setting of the session, which a pooler may not know.
  await requireSessions('DATABASE_URL', databaseUrl).catch((error: unknown) => {
    throw isConnectionLost(error) ? unreachable('DATABASE_URL', error) : error;
  });
  const service = { connectionString: databaseUrl };
  const owner = { connectionString: databaseMigrationUrl ?? databaseUrl };
  const opened = open({ owner, service }, connections, 'PostgreSQL at DATABASE_URL', async () => {});
  try {
    await opened.pool.query('select 1');
  } catch (error) {
    await opened.close();
    throw unreachable('DATABASE_URL', error);
  }
  return {
    ...opened,
    migrate: () =>
      opened.migrate().catch((error: unknown) => {
        throw isConnectionLost(error) ? unreachable('DATABASE_MIGRATION_URL', error) : error;
      }),
  };
}

function open(
  roles: DatabaseRoles,
  connections: number,
  description: string,
  after: () => Promise<void>,
): OpenDatabase {
  const pool = createPool(roles.service, { connections });
  const jobsPool = createPool(roles.service, { connections: queueConnections, driverTypes: true });
  return {
    pool,
    jobsPool,
    description,
    directory: undefined,
    // It loads the job queue, which most commands have no use for.
    migrate: async () => (await import('./migrate.ts')).migrate(roles),
    distribute: async () => (await import('./distribute.ts')).distribute(roles.owner),
    async close() {
      await Promise.all([pool.end(), jobsPool.end()]);
      await after();
    },
  };
}

function unreachable(setting: string, error: unknown): Error {
  const { message, code } = error as { message?: string; code?: string };
  return new Error(`The database of ${setting} can't be reached: ${message || code}`, { cause: error });
}
