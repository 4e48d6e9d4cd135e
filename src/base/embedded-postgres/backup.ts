/**
 * Backup and restore of the built-in database. A backup is taken from the running server, beside whoever uses it; a
 * restore needs a data directory without a database. Must never overwrite a database, a backup or a file of either.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Application } from './application.ts';
import { copyRunningDatabase } from './base-backup.ts';
import { flushDirectory, giveTree } from './cluster.ts';
import { copyFile, copyTree } from './copy-files.ts';
import { type Directories, findDirectories, giveToServer } from './directories.ts';
import { tryLockExclusive } from './file-lock.ts';
import { shutDown } from './postmaster.ts';
import { bringUp, type Session, startEmbeddedServer, withControl } from './server.ts';

type Options = {
  application: Application;
  dataDir: string;
  /** The names of files in the data directory that belong to the database; those that exist are copied with it. */
  files?: readonly string[];
  log?: (message: string) => void;
};
type BackupOptions = Options & { target: string };
type RestoreOptions = Options & { source: string };

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
      await copyRunningDatabase(dirs, draft);
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
 * Restores the backup in `source` as the database of `dataDir`, and starts it once, so that its WAL is replayed.
 * Fails if there is a database already, or another file of one of the names.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<void> {
  const { application, dataDir, files = [], log = () => {} } = options;
  const source = resolve(options.source);
  const from = join(source, 'data');
  if (!existsSync(join(from, 'PG_VERSION')))
    throw new Error(`${options.source} contains no backup: it has no data/PG_VERSION.`);
  const dirs = findDirectories(application, dataDir, 'make');
  const session: Session = { dirs, log, own: false, settings: {} };
  await whileUnused(session, async () => {
    if (existsSync(dirs.data)) throw new Error(`There is a database already: move ${dirs.data} away first.`);
    const wanted = files.filter((name) => existsSync(join(source, name)));
    for (const name of wanted) refuseAnother(join(source, name), join(dirs.dataDir, name));
    const missing = wanted.filter((name) => !existsSync(join(dirs.dataDir, name)));
    const draft = join(dirs.base, 'data-draft-restore');
    await rm(draft, { recursive: true, force: true });
    await undoing(dirs.data, [draft, dirs.data, ...missing.map((name) => join(dirs.dataDir, name))], async () => {
      await copyTree(from, draft);
      giveToServer(dirs, draft);
      if (dirs.serverUser) giveTree(draft, dirs.serverUser);
      await copyFiles(source, dirs.dataDir, missing);
      await rename(draft, dirs.data);
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
