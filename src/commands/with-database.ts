/** Runs a short command on the database, migrated, and lets go of it afterwards. */
import { readConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createDatabase, type Database } from '../database/pool.ts';
import { complain } from './output.ts';

export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const open = await openDatabase({ ...config, own: false, log: complain });
  try {
    await migrate(open.pool);
    return await work(createDatabase(open.pool));
  } finally {
    await open.close();
  }
}
