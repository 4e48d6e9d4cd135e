/** Runs a short command on the migrated database, then closes it. */
import type { Clock } from '../../base/clock/clock.ts';
import { listPending } from '../../base/database/migrations.ts';
import { type OpenDatabase, openDatabase } from '../../base/database/open-database.ts';
import { createDatabase, type Database } from '../../base/database/pool.ts';
import { createTestClocks } from '../../features/test-clock/test-clocks.ts';
import { readConfig } from '../config.ts';
import { complain } from './output.ts';

export const withDatabase = <T>(work: (db: Database) => Promise<T>): Promise<T> => withPool((db) => work(db));

/** As `withDatabase`, for libraries that take a pool of connections. */
export async function withPool<T>(work: (db: Database, pool: OpenDatabase['pool']) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const open = await openDatabase({ ...config, own: false, log: complain });
  try {
    if ((await listPending(open.pool)).length > 0) await open.migrate();
    return await work(createDatabase(open.pool), open.pool);
  } finally {
    await open.close();
  }
}

/** As `withDatabase`, with the clock of every book, including companies' test clocks. */
export const withClock = <T>(work: (db: Database, clock: Clock) => Promise<T>): Promise<T> =>
  withDatabase(async (db) => {
    const clock = createTestClocks(db);
    await clock.catchUp();
    return work(db, clock);
  });
