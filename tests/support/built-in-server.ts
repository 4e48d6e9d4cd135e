/** The built-in PostgreSQL server as tests and tools use it: this application's, and nobody else's data directories. */
import { sluice } from '../../src/base/database/built-in.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/base/embedded-postgres/index.ts';
import {
  copyDatabase,
  type Directories,
  findDirectories,
  findPostmaster,
  removeTestDatabase as remove,
} from '../../src/base/embedded-postgres/testing.ts';
import { currentRunDir, freshDataDir } from './run/names.ts';

export { eventually, isAlive, lockExclusive, type Postmaster } from '../../src/base/embedded-postgres/testing.ts';
export { findPostmaster };

type Options = { dataDir: string; own: boolean; settings?: Record<string, string | number> };

export const startServer = (options: Options): Promise<EmbeddedServer> =>
  startEmbeddedServer({ application: sluice, ...options });

export const directoriesOf = (dataDir: string): Directories => findDirectories(sluice, dataDir);

export const postmasterPid = (dataDir: string): number | undefined => findPostmaster(directoriesOf(dataDir))?.pid;

/** Stops and deletes a test's database, also what root's left in /var/lib. Call it before removing `dataDir`. */
export const removeTestDatabase = (dataDir: string): Promise<void> => remove(sluice, dataDir);

/** Gives a data directory the database of another, before anybody starts it. Neither may run. */
export const copyDatabaseOf = (from: string, to: string): void => copyDatabase(directoriesOf(from), directoriesOf(to));

/** Gives a data directory a migrated, empty database before anybody starts it: a copy of the run's. */
export const copyFreshDatabase = (dataDir: string, runDir = currentRunDir()): void =>
  copyDatabaseOf(freshDataDir(runDir), dataDir);
