/**
 * The directories and files of the database of a data directory, and the user its server runs as. Normally it is `<dataDir>/database`;
 * root's may be elsewhere (roots-base.ts). Must never delete a database or use the directory of another.
 */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Application } from './application.ts';
import { claimId, newId, readId } from './database-id.ts';
import { codeOf } from './error-code.ts';
import { findRootsBase } from './roots-base.ts';
import { findServerUser, type ServerUser } from './server-user.ts';

export type Directories = {
  application: Application;
  dataDir: string;
  /** The roles' passwords, readable by this user only (passwords.ts). */
  passwordFile: string;
  /** The parent directory. The server may write only to `data` and `socketDir`. */
  base: string;
  data: string;
  socketDir: string;
  logFile: string;
  /** The server's pg_hba.conf. */
  hbaFile: string;
  /** Locked exclusively while the server is started, stopped or copied. */
  controlLock: string;
  /** Locked in shared mode by every process that uses the server. */
  usersLock: string;
  /** Set only when this process is root. */
  serverUser: ServerUser | undefined;
};

export const port = 5432;
/** macOS allows 103 bytes, Linux 107. */
const socketPathBytesMax = 103;

/**
 * Finds the directories of `dataDir`'s database; the first call creates it.
 * @param lost what to do about root's database when its files are gone.
 */
export function findDirectories(
  application: Application,
  dataDir: string,
  lost: 'refuse' | 'make' = 'refuse',
): Directories {
  const home = makeDataDir(application, dataDir);
  const serverUser = process.getuid?.() === 0 ? userOfRootsServer(application) : undefined;
  const idFile = join(home, 'database-id');
  let base = join(home, 'database');
  let id: string;
  if (serverUser) {
    ({ base, id } = findRootsBase({ application, home, idFile, user: serverUser }, lost));
  } else {
    id = readId(application, idFile) ?? claimId(application, idFile, newId());
    mkdirSync(base, { recursive: true, mode: 0o700 });
  }
  return {
    application,
    dataDir: home,
    passwordFile: join(home, 'pgpass'),
    base,
    data: join(base, 'data'),
    socketDir: chooseSocketDir(application, base, id),
    logFile: join(base, 'postgres.log'),
    hbaFile: join(base, 'pg_hba.conf'),
    controlLock: join(base, 'control.lock'),
    usersLock: join(base, 'users.lock'),
    serverUser,
  };
}

/** Creates the socket directory, or removes a dead server's sockets from it. Call it only while no server runs. */
export function prepareSocketDir(dirs: Directories): void {
  const dir = dirs.socketDir;
  const found = lstatSync(dir, { throwIfNoEntry: false });
  // The server's user may have changed since.
  if (found && dirs.serverUser && found.uid !== dirs.serverUser.uid) rmSync(dir, { recursive: true });
  try {
    mkdirSync(dir, { mode: 0o700 });
    chmodSync(dir, 0o700);
    giveToServer(dirs, dir);
    return;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  checkSocketDir(dirs);
  for (const name of readdirSync(dir)) if (name.startsWith('.s.PGSQL.')) rmSync(join(dir, name));
}

/**
 * After /tmp was cleaned, another user could create this directory and run a fake server in it. A server that was
 * started before the server's user changed runs as the owner of the data.
 */
export function checkSocketDir(dirs: Directories): void {
  const found = lstatSync(dirs.socketDir, { throwIfNoEntry: false });
  if (!found) return;
  const owners = dirs.serverUser
    ? [dirs.serverUser.uid, lstatSync(dirs.data, { throwIfNoEntry: false })?.uid]
    : [process.getuid?.()];
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${dirs.socketDir} must be a directory that only the database's user can enter; remove it.`);
  }
}

/** When running as root, gives a server path to the server's user. */
export function giveToServer(dirs: Directories, path: string): void {
  if (dirs.serverUser && (path.startsWith(`${dirs.base}/`) || path === dirs.socketDir)) {
    if (lstatSync(path).isSymbolicLink()) throw new Error(`${path} must not be a symbolic link.`);
    chownSync(path, dirs.serverUser.uid, dirs.serverUser.gid);
  }
}

function userOfRootsServer(application: Application): ServerUser {
  const { title, useYourOwn } = application;
  if (process.platform !== 'linux') throw new Error(`Run ${title} as an ordinary user, not as root, or ${useYourOwn}.`);
  return findServerUser(application);
}

function makeDataDir({ dataDirSetting }: Application, dataDir: string): string {
  try {
    // Only the data directory itself is private.
    mkdirSync(dirname(dataDir), { recursive: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `Cannot use the data directory ${dataDir}: ${(error as Error).message}. Set ${dataDirSetting} to a directory you can write.`,
      { cause: error },
    );
  }
}

/** Inside the base if the path is short enough, because cleaners of temporary files do not touch it there. */
function chooseSocketDir(application: Application, base: string, id: string): string {
  const near = join(base, 'socket');
  if (Buffer.byteLength(`${near}/.s.PGSQL.${port}`) <= socketPathBytesMax) return near;
  // Hash both: the random id makes it unguessable, the base distinguishes a copy of the data directory.
  const name = createHash('sha256').update(`${id}\n${base}`).digest('hex').slice(0, 24);
  return join(existsSync('/tmp') ? '/tmp' : tmpdir(), `${application.name}-${name}`);
}
