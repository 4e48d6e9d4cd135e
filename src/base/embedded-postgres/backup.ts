/**
 * Backup and restore of the built-in database. A backup is taken from the running server, beside whoever uses it; a
 * restore needs a data directory without a database. Must never overwrite a database, a backup or a file of either.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import type { Application } from './application.ts';
import { createArchive, unpackArchive } from './archive.ts';
import { directoryTarget } from './backup-target.ts';
import { copyRunningDatabase } from './base-backup.ts';
import { prepareBinaries } from './binaries.ts';
import { flushCluster, flushDirectory, giveTree } from './cluster.ts';
import { copyFile, copyTree } from './copy-files.ts';
import { type Directories, findDirectories } from './directories.ts';
import { tryLockExclusive } from './file-lock.ts';
import { shutDown } from './postmaster.ts';
import { inSession } from './query.ts';
import { bringUp, type Session, startEmbeddedServer, withControl } from './server.ts';

type Options = {
  application: Application;
  dataDir: string;
  /** The names of files in the data directory that belong to the database; those that exist are copied with it. */
  files?: readonly string[];
  log?: (message: string) => void;
};
type BackupOptions = Options & { target: string };
type RestoreOptions = Options & {
  /** The directory of a backup, or what `archiveEmbedded` made. */
  source: string | ReadableStream<Uint8Array>;
};
type ArchiveOptions<T> = Options & {
  /** The directory that the archive is kept in, if it is on this machine: it must not be inside the database. */
  keptIn?: string | undefined;
  /** Reads the archive to its end; if it fails, nothing more is read from the database. */
  consume: (archive: ReadableStream<Uint8Array>, facts: DatabaseFacts) => Promise<T>;
};
/** Which database an archive is of, and where it can be restored. */
export type DatabaseFacts = {
  /** PostgreSQL's own, which a restored copy shares with its original. */
  systemIdentifier: string;
  major: number;
  architecture: string;
  /** Of all databases of the server. */
  bytes: number;
};

/**
 * Copies the database to `<target>/data` and the files to `<target>`, both for this user only, and flushes all to disk.
 * What was committed before the call is in the copy. `target` must be new or empty; `<target>/data` appears when
 * everything is there.
 *
 * The copy is a PostgreSQL data directory with a `backup_label`: its first start replays the WAL beside it. It needs the
 * same PostgreSQL major version and CPU architecture, and holds no role's password: a start sets those of its data
 * directory. @returns the names of the files it copied.
 */
export async function backupEmbedded(options: BackupOptions): Promise<string[]> {
  const { application, dataDir, files = [], log = () => {} } = options;
  if (!existsSync(join(dataDir, 'database-id'))) throw new Error(`${dataDir} contains no database.`);
  const target = resolve(options.target);
  const dirs = findDirectories(application, dataDir);
  refuseInside(dirs, target);
  refuseFull(target);
  if (!existsSync(dirs.data)) throw new Error(`${dataDir} contains no database.`);
  // Attaches to the running server, or starts one and stops it afterwards.
  const server = await startEmbeddedServer({ application, dataDir, own: false, log });
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    const draft = join(target, 'data-draft');
    return await undoing(target, [draft, ...files.map((name) => join(target, name))], async () => {
      await copyRunningDatabase(dirs, directoryTarget(draft));
      const copied = await copyFiles(dirs.dataDir, target, files);
      await rename(draft, join(target, 'data'));
      flushDirectory(target);
      return copied;
    });
  } finally {
    await server.stop();
  }
}

/**
 * As `backupEmbedded`, as a tar archive with the same content, which is packed as fast as it is consumed. Must be refused
 * while another is made: it takes a lock in the database, which is released when this process dies.
 */
export async function archiveEmbedded<T>(options: ArchiveOptions<T>): Promise<T> {
  const { application, dataDir, files = [], log = () => {}, keptIn, consume } = options;
  if (!existsSync(join(dataDir, 'database-id'))) throw new Error(`${dataDir} contains no database.`);
  const dirs = findDirectories(application, dataDir);
  if (keptIn !== undefined) refuseInside(dirs, resolve(keptIn));
  if (!existsSync(dirs.data)) throw new Error(`${dataDir} contains no database.`);
  const server = await startEmbeddedServer({ application, dataDir, own: false, log });
  try {
    return await inSession(dirs, 'owner', { database: 'postgres', timeoutMs: 0 }, async (client) => {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        archiveLock,
      ]);
      if (!rows[0]?.taken) throw new ArchiveBusyError();
      const facts = await readFacts(client);
      const { archive, writer } = createArchive();
      const pack = async (): Promise<void> => {
        try {
          await copyRunningDatabase(dirs, writer.target('data'));
          for (const name of files) await writer.fileIfThere(name, join(dirs.dataDir, name));
          writer.end();
        } catch (error) {
          writer.fail(error);
          throw error;
        }
      };
      const consumeAll = async (): Promise<T> => {
        try {
          return await consume(archive, facts);
        } catch (error) {
          writer.fail(error);
          throw error;
        }
      };
      const [packed, consumed] = await Promise.allSettled([pack(), consumeAll()]);
      if (consumed.status === 'rejected') throw consumed.reason;
      if (packed.status === 'rejected') throw packed.reason;
      return consumed.value;
    });
  } finally {
    await server.stop();
  }
}

const archiveLock = 5_110;

/** Another archive of the same database is being made. */
export class ArchiveBusyError extends Error {
  constructor() {
    super('Another backup of this database is being made.');
    this.name = 'ArchiveBusyError';
  }
}

async function readFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<{ id: string; major: number; bytes: string }>(
    `select (select system_identifier from pg_control_system())::text as id,
      current_setting('server_version_num')::int / 10000 as major,
      (select sum(pg_database_size(oid)) from pg_database)::text as bytes`,
  );
  const { id, major, bytes } = rows[0]!;
  return { systemIdentifier: id, major, bytes: Number(bytes), architecture: process.arch };
}

/**
 * Restores a backup as the database of `dataDir`, and starts it once, so that its WAL is replayed.
 * Fails if there is a database already, or another file of one of the names.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<void> {
  const { application, dataDir, files = [], log = () => {}, source } = options;
  if (typeof source === 'string' && !existsSync(join(resolve(source), 'data/PG_VERSION')))
    throw new Error(`${source} contains no backup: it has no data/PG_VERSION.`);
  const dirs = findDirectories(application, dataDir, 'make');
  const session: Session = { dirs, log, own: false, settings: {} };
  await whileUnused(session, async () => {
    if (existsSync(dirs.data)) throw new Error(`There is a database already: move ${dirs.data} away first.`);
    const draft = join(dirs.base, 'data-draft-restore');
    await rm(draft, { recursive: true, force: true });
    const made = [draft, dirs.data];
    const refuseOthers = (from: string): string[] => {
      const wanted = files.filter((name) => existsSync(join(from, name)));
      for (const name of wanted) refuseAnother(join(from, name), join(dirs.dataDir, name));
      return wanted.filter((name) => !existsSync(join(dirs.dataDir, name)));
    };
    // Before anything is copied, if it can be known by then.
    if (typeof source === 'string') refuseOthers(resolve(source));
    await undoing(dirs.data, made, async () => {
      await mkdir(draft, { mode: 0o700 });
      if (typeof source === 'string') await copyTree(join(resolve(source), 'data'), join(draft, 'data'));
      else await unpackArchive(source, draft);
      if (!existsSync(join(draft, 'data/PG_VERSION'))) throw new Error('the archive holds no database');
      const from = typeof source === 'string' ? resolve(source) : draft;
      const missing = refuseOthers(from);
      if (dirs.serverUser) giveTree(draft, dirs.serverUser);
      await flushCluster(dirs, prepareBinaries(dirs), join(draft, 'data'));
      made.push(...missing.map((name) => join(dirs.dataDir, name)));
      await copyFiles(from, dirs.dataDir, missing);
      await rename(join(draft, 'data'), dirs.data);
      await rm(draft, { recursive: true });
      flushDirectory(dirs.base);
      try {
        await bringUp(session, 'must exist');
      } finally {
        await shutDown(dirs);
      }
    });
  });
}

async function whileUnused(session: Session, work: () => Promise<void>): Promise<void> {
  await withControl(session, async () => {
    const alone = tryLockExclusive(session.dirs.usersLock);
    if (!alone) {
      throw new Error(
        `Cannot restore the database while a ${session.dirs.application.title} process uses it: stop the service and try again.`,
      );
    }
    try {
      // A killed process may have left the server running.
      await shutDown(session.dirs);
      await work();
    } finally {
      alone.release();
    }
  });
}

function refuseInside(dirs: Directories, target: string): void {
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  const real = `${realpathSync(existing)}/`;
  if (real.startsWith(`${dirs.base}/`)) throw new Error(`The backup must not be inside the database: ${target}.`);
}

function refuseFull(target: string): void {
  if (!existsSync(target)) return;
  if (!lstatSync(target).isDirectory()) throw new Error(`${target} is not a directory.`);
  if (readdirSync(target).length > 0) throw new Error(`${target} is not empty: name a new or an empty directory.`);
}

/** A file of a new data directory may be there already, for example because `restore` was interrupted. */
function refuseAnother(wanted: string, present: string): void {
  if (!existsSync(present) || readFileSync(present).equals(readFileSync(wanted))) return;
  throw new Error(`${present} differs from the one in the backup: move it away first.`);
}

/** @returns the names of those that exist. */
async function copyFiles(from: string, to: string, names: readonly string[]): Promise<string[]> {
  const copied: string[] = [];
  for (const name of names) if (await copyFile(join(from, name), join(to, name), true)) copied.push(name);
  flushDirectory(to);
  return copied;
}

/** Removes what `work` has made when it fails. */
async function undoing<T>(to: string, made: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const path of made) await rm(path, { recursive: true, force: true }).catch(() => {});
    throw new Error(`The database could not be copied to ${to}: ${(error as Error).message}`, { cause: error });
  }
}
