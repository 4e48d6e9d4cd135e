/**
 * Where the database of a data directory is, and as which user its server runs. Normally it is `<dataDir>/database`.
 * PostgreSQL refuses to run as root, and another user may not be able to reach the checkout, so root's database is in
 * `/var/lib/<application>/<id>` with the id in `<dataDir>/database-id`.
 * Must never delete anything or use a directory that belongs to another data directory.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from './application.ts';

/** The user the server runs as when this process is root. */
export type ServerUser = { name: string; uid: number; gid: number };

export type Place = {
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

/** Finds the place of `dataDir`'s database; the first call creates it. */
export function findPlace(application: Application, dataDir: string): Place {
  const { title, useYourOwn } = application;
  const home = makeDataDir(application, dataDir);
  const asRoot = process.getuid?.() === 0;
  const idFile = join(home, 'database-id');
  const ordinaryBase = join(home, 'database');
  let base: string;
  let id: string;
  if (asRoot) {
    if (process.platform !== 'linux')
      throw new Error(`Run ${title} as an ordinary user, not as root, or ${useYourOwn}.`);
    refuseOrdinaryUsersDatabase(application, join(ordinaryBase, 'data'));
    ({ base, id } = findRootsBase(application, home, idFile));
  } else {
    id = readId(application, idFile) ?? claimId(application, idFile, newId());
    base = ordinaryBase;
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
    serverUser: asRoot ? findServerUser(application) : undefined,
  };
}

/** Creates the socket directory, or removes a dead server's sockets from it. Call it only while no server runs. */
export function prepareSocketDir(place: Place): void {
  const dir = place.socketDir;
  try {
    mkdirSync(dir, { mode: 0o700 });
    chmodSync(dir, 0o700);
    giveToServer(place, dir);
    return;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  giveToServer(place, dir);
  checkSocketDir(place);
  for (const name of readdirSync(dir)) if (name.startsWith('.s.PGSQL.')) rmSync(join(dir, name));
}

/** After /tmp was cleaned, another user could create this directory and run a fake server in it. */
export function checkSocketDir(place: Place): void {
  const found = lstatSync(place.socketDir, { throwIfNoEntry: false });
  const uid = place.serverUser?.uid ?? process.getuid?.();
  if (found && (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)) {
    throw new Error(`${place.socketDir} must be a directory that only the database's user can enter; remove it.`);
  }
}

/** As root, makes the server's user the owner of a path inside `base`; otherwise does nothing. */
export function giveToServer(place: Place, path: string): void {
  if (place.serverUser && path.startsWith(`${place.base}/`)) {
    if (lstatSync(path).isSymbolicLink()) throw new Error(`${path} must not be a symbolic link.`);
    chownSync(path, place.serverUser.uid, place.serverUser.gid);
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function makeDataDir({ dataDirSetting }: Application, dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `Cannot use the data directory ${dataDir}: ${(error as Error).message}. Set ${dataDirSetting} to a directory you can write.`,
      { cause: error },
    );
  }
}

function newId(): string {
  return randomBytes(8).toString('hex');
}

function readId({ title, dataDirSetting }: Application, idFile: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(idFile, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(
      `Cannot read ${idFile}: ${(error as Error).message}. Run ${title} as the user who ran it first here, or set ${dataDirSetting}.`,
      { cause: error },
    );
  }
  if (!/^[0-9a-f]{16}$/.test(text)) throw new Error(`${idFile} is damaged: it should hold 16 hexadecimal digits.`);
  return text;
}

/** Writes the id atomically. When two processes do so at the same time, the first wins and both return its id. */
function claimId(application: Application, idFile: string, id: string): string {
  const draft = `${idFile}.${newId()}`;
  try {
    writeFileSync(draft, `${id}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    throw new Error(
      `Cannot write into the data directory: ${(error as Error).message}. Set ${application.dataDirSetting} to a directory you can write.`,
      { cause: error },
    );
  }
  try {
    linkSync(draft, idFile);
  } catch (error) {
    // A file system without hard links: a rename is atomic as well, but not exclusive.
    if (codeOf(error) !== 'EEXIST') renameSync(draft, idFile);
  }
  rmSync(draft, { force: true });
  return readId(application, idFile) ?? id;
}

function rootsBaseOf({ name }: Application): string {
  return join('/var/lib', name);
}

/** The base is created before its id is written, so an id without a base means that the database was lost. */
function findRootsBase(application: Application, home: string, idFile: string): { base: string; id: string } {
  const rootsBase = rootsBaseOf(application);
  const known = readId(application, idFile);
  if (known !== undefined) {
    const base = join(rootsBase, known);
    if (!existsSync(base)) {
      throw new Error(
        `The database of ${home} is gone: ${base} does not exist. Put it back from a backup, or delete ${idFile} to begin with an empty one.`,
      );
    }
    const owner = readFileSync(join(base, 'belongs-to'), 'utf8');
    if (owner !== home && isAnotherDirectory(owner, home) && sameId(application, join(owner, 'database-id'), known)) {
      throw new Error(
        `${home} is a copy of ${owner}, whose database it must not share. Delete ${idFile} to begin with an empty one.`,
      );
    }
    if (owner !== home) writeFileSync(join(base, 'belongs-to'), home, { mode: 0o600 });
    return { base, id: known };
  }

  const wanted = newId();
  const made = makeRootsBase(application, wanted, home);
  const id = claimId(application, idFile, wanted);
  if (id !== wanted) {
    rmSync(join(made, 'belongs-to'));
    rmdirSync(made);
  }
  return { base: join(rootsBase, id), id };
}

function makeRootsBase(application: Application, id: string, home: string): string {
  const { title, useYourOwn } = application;
  const rootsBase = rootsBaseOf(application);
  const base = join(rootsBase, id);
  try {
    mkdirSync(rootsBase, { recursive: true });
    const found = lstatSync(rootsBase);
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
      throw new Error(`${rootsBase} must be a directory that only root can write`);
    }
    // The id is not guessable, and only root may list the ids.
    chmodSync(rootsBase, 0o711);
    mkdirSync(base);
    chmodSync(base, 0o711);
    writeFileSync(join(base, 'belongs-to'), home, { mode: 0o600 });
  } catch (error) {
    throw new Error(
      `${title} runs as root, so its database goes to ${base}, which cannot be made: ${(error as Error).message}. Run ${title} as an ordinary user, or ${useYourOwn}.`,
      { cause: error },
    );
  }
  return base;
}

/** Compares device and inode, so that one directory mounted in two places counts as the same. */
function isAnotherDirectory(one: string, other: string): boolean {
  const [a, b] = [statSync(one, { throwIfNoEntry: false }), statSync(other)];
  return a !== undefined && (a.dev !== b.dev || a.ino !== b.ino);
}

function sameId(application: Application, idFile: string, id: string): boolean {
  try {
    return readId(application, idFile) === id;
  } catch {
    return false;
  }
}

function refuseOrdinaryUsersDatabase({ title, dataDirSetting }: Application, data: string): void {
  if (!existsSync(data)) return;
  const { uid } = lstatSync(data);
  throw new Error(
    `${data} was made by the user with id ${uid}: run ${title} as that user, or set ${dataDirSetting} to begin elsewhere.`,
  );
}

/** Inside the base if the path is short enough, because cleaners of temporary files do not touch it there. */
function chooseSocketDir(application: Application, base: string, id: string): string {
  const near = join(base, 'socket');
  if (Buffer.byteLength(`${near}/.s.PGSQL.${port}`) <= socketPathBytesMax) return near;
  // Hash both: the random id makes it unguessable, the base distinguishes a copy of the data directory.
  const name = createHash('sha256').update(`${id}\n${base}`).digest('hex').slice(0, 24);
  return join(existsSync('/tmp') ? '/tmp' : tmpdir(), `${application.name}-${name}`);
}

function findServerUser({ title, useYourOwn }: Application): ServerUser {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and /etc/passwd has neither a user "postgres" nor "nobody" to run it as. Add one, run ${title} as an ordinary user, or ${useYourOwn}.`,
  );
}
