/** The database a command works on: the one `DATABASE_URL` names, else the built-in server of the data directory. */
import type pg from 'pg';
import { startEmbeddedServer } from './embedded/server.ts';
import { type ConnectionSettings, createPool } from './pool.ts';

const jobConnectionsMax = 8;

export type OpenDatabase = {
  pool: pg.Pool;
  /** For the job queue, which reads values its own way. */
  jobsPool: pg.Pool;
  /** For people: where the data is. */
  description: string;
  close(): Promise<void>;
};

/**
 * @param own true for a service, which restarts the built-in server when it dies; false for a short command.
 * @throws Error with a message a person can act on.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  own: boolean;
  log?: (message: string) => void;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, own, log = () => {} } = options;
  if (databaseUrl === undefined) {
    const server = await startEmbeddedServer({ dataDir, own, log });
    const { host, port, user, database } = server;
    return open({ host, port, user, database }, `built-in PostgreSQL, data in ${dataDir}`, () => server.stop());
  }
  const opened = open({ connectionString: databaseUrl }, 'PostgreSQL at DATABASE_URL', async () => {});
  try {
    await opened.pool.query('select 1');
    return opened;
  } catch (error) {
    await opened.close();
    const { message, code } = error as { message?: string; code?: string };
    throw new Error(`The database of DATABASE_URL can't be reached: ${message || code}`);
  }
}

function open(settings: ConnectionSettings, description: string, after: () => Promise<void>): OpenDatabase {
  const pool = createPool(settings);
  const jobsPool = createPool(settings, { connections: jobConnectionsMax, driverTypes: true });
  return {
    pool,
    jobsPool,
    description,
    async close() {
      await Promise.all([pool.end(), jobsPool.end()]);
      await after();
    },
  };
}
