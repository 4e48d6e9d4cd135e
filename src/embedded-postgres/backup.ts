/**
 * Backup and restore of the built-in database by copying its files while the server is stopped and unused. Must never
 * copy the files of a running server or overwrite an existing database or backup.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { chmod, cp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Application } from './application.ts';
import { flushDirectory, giveTree } from './cluster.ts';
import { tryLockExclusive } from './file-lock.ts';
import { findPlace, giveToServer, type Place } from './place.ts';
import { shutDown } from './postmaster.ts';
import { bringUp, type Session, withControl } from './server.ts';

export type BackupOptions = {
  application: Application;
  dataDir: string;
  target: string;
  log?: (message: string) => void;
};
export type RestoreOptions = {
  application: Application;
  dataDir: string;
  source: string;
  log?: (message: string) => void;
};

/**
 * Copies the database to `<target>/data`, a directory of mode 700. Fails while any process uses the database, or if
 * `target` is not empty. Everything is flushed to disk when it returns.
 *
 * The copy is an ordinary PostgreSQL data directory after a clean shutdown. `restoreEmbedded` restores it into a data
 * directory without a database (lost or new). By hand: stop the service, move the old `data` away, copy `<target>/data`
 * to its place (`<dataDir>/database/data`, or as root `/var/lib/<application>/<id>/data` with the id in
 * `<dataDir>/database-id`) and start the service; as root, the start sets the file owner. A backup needs the same
 * PostgreSQL major version and CPU architecture. It contains the database only, neither settings nor the roles'
 * passwords: a start sets those of its data directory.
 */
export async function backupEmbedded(options: BackupOptions): Promise<void> {
  if (!existsSync(join(options.dataDir, 'database-id'))) throw new Error(`${options.dataDir} holds no database.`);
  const session = openSession(options);
  const target = resolve(options.target);
  refuseInside(session.place, target);
  refuseFull(target);
  await whileUnused(session, 'back up', async () => {
    // Start it once more: the copy then follows a clean shutdown, and the files are known to start.
    await bringUp(session, 'must exist');
    await shutDown(session.place);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    await copyWhole(session.place.data, join(target, 'data'), join(target, 'data-draft'));
  });
}

/** Restores the backup in `source` as the database of `dataDir`. Fails if there is a database already. */
export async function restoreEmbedded(options: RestoreOptions): Promise<void> {
  const from = join(resolve(options.source), 'data');
  if (!existsSync(join(from, 'PG_VERSION')))
    throw new Error(`${options.source} holds no backup: it has no data/PG_VERSION.`);
  const session = openSession(options);
  const { place } = session;
  await whileUnused(session, 'restore', async () => {
    if (existsSync(place.data)) throw new Error(`There is a database already: move ${place.data} away first.`);
    await copyWhole(from, place.data, join(place.base, 'data-draft-restore'), (draft) => {
      giveToServer(place, draft);
      if (place.serverUser) giveTree(draft, place.serverUser);
    });
  });
}

function openSession(options: { application: Application; dataDir: string; log?: (message: string) => void }): Session {
  const place = findPlace(options.application, options.dataDir);
  return { place, log: options.log ?? (() => {}), own: false, settings: {} };
}

async function whileUnused(session: Session, verb: string, work: () => Promise<void>): Promise<void> {
  await withControl(session, async () => {
    const alone = tryLockExclusive(session.place.usersLock);
    if (!alone) {
      throw new Error(
        `Cannot ${verb} the database while a ${session.place.application.title} process uses it: stop the service and try again.`,
      );
    }
    try {
      // A killed process may have left the server running.
      await shutDown(session.place);
      await work();
    } finally {
      alone.release();
    }
  });
}

function refuseInside(place: Place, target: string): void {
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  const real = `${realpathSync(existing)}/`;
  if (real.startsWith(`${place.base}/`)) throw new Error(`The backup must not lie inside the database: ${target}.`);
}

function refuseFull(target: string): void {
  if (!existsSync(target)) return;
  if (!lstatSync(target).isDirectory()) throw new Error(`${target} is not a directory.`);
  if (readdirSync(target).length > 0) throw new Error(`${target} is not empty: name a new or an empty directory.`);
}

/** Copies to `draft` and renames it once everything is flushed to disk. */
async function copyWhole(from: string, to: string, draft: string, prepare?: (draft: string) => void): Promise<void> {
  try {
    await rm(draft, { recursive: true, force: true });
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await chmod(draft, 0o700);
    prepare?.(draft);
    await flushTree(draft);
    await rename(draft, to);
    flushDirectory(dirname(to));
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw new Error(`The database could not be copied to ${to}: ${(error as Error).message}`, { cause: error });
  }
}

async function flushTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await flushTree(inside);
    else if (entry.isFile()) {
      const file = await open(inside, 'r');
      await file.sync().finally(() => file.close());
    }
  }
  flushDirectory(path);
}
