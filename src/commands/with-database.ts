/** Runs a short command on the database, migrated, and lets go of it afterwards. */
import type { Clock } from '../clock/clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { createTestClocks } from '../test-clock/test-clocks.ts';
import { complain } from './output.ts';

export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const open = await openDatabase({ ...config, own: false, log: complain });
  try {
    await open.migrate();
    return await work(createDatabase(open.pool));
  } finally {
    await open.close();
  }
}

/** As `withDatabase`, with the clock of every book: a company's test clock counts here too. */
export const withClock = <T>(work: (db: Database, clock: Clock) => Promise<T>): Promise<T> =>
  withDatabase(async (db) => {
    const clock = createTestClocks(db);
    await clock.refresh();
    return work(db, clock);
  });
