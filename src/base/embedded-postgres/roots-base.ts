/**
 * Where root's databases are: in the data directory, like everyone's, if the server's user can enter it. Otherwise, as
 * in a checkout that only root can enter, in `/var/lib/<application>/<id>`. Once made, a database stays where it is.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Application } from './application.ts';
import { claimId, newId, readId } from './database-id.ts';
import { findClosed, mayEnter, type ServerUser } from './server-user.ts';

type Base = { base: string; id: string };
type Wanted = { application: Application; home: string; idFile: string; user: ServerUser };

/**
 * The base is created before its id is written, so an id without a base means that the database was lost.
 * @param lost `make`: creates the base again, for a restore.
 */
export function findRootsBase(wanted: Wanted, lost: 'refuse' | 'make'): Base {
  const { application, home, idFile } = wanted;
  const inside = join(home, 'database');
  refuseOrdinaryUsersDatabase(application, inside);
  const known = readId(application, idFile);
  if (known !== undefined) {
    const outside = join(rootsBaseOf(application), known);
    if (existsSync(outside)) return useOutside(wanted, outside, known);
    if (existsSync(inside)) return { base: openInside(wanted, inside), id: known };
    if (lost === 'refuse') {
      throw new Error(
        `The database of ${home} is gone: neither ${inside} nor ${outside} exists. Put it back from a backup, or delete ${idFile} to begin with an empty one.`,
      );
    }
  }
  if (findClosed(dirname(home), wanted.user) === undefined) {
    return { base: openInside(wanted, inside), id: known ?? claimId(application, idFile, newId()) };
  }
  const id = known ?? newId();
  const made = makeOutside(application, id, home);
  const claimed = claimId(application, idFile, id);
  if (claimed !== id) {
    rmSync(join(made, 'belongs-to'));
    rmdirSync(made);
  }
  return { base: join(rootsBaseOf(application), claimed), id: claimed };
}

function rootsBaseOf({ name }: Application): string {
  return join('/var/lib', name);
}

/** The secrets in the data directory are readable by their owner only, so others may pass through it. */
function openInside({ application, home, user }: Wanted, inside: string): string {
  const closed = findClosed(dirname(home), user);
  if (closed !== undefined) {
    throw new Error(
      `The database of ${home} runs as the user "${user.name}", who may not enter ${closed}: run chmod o+x ${closed}, or ${application.useYourOwn}.`,
    );
  }
  if (!mayEnter(home, user)) chmodSync(home, (statSync(home).mode & 0o777) | 0o001);
  mkdirSync(inside, { recursive: true });
  // Whatever the umask says.
  chmodSync(inside, 0o711);
  return inside;
}

function useOutside({ application, home, idFile }: Wanted, base: string, id: string): Base {
  const owner = readFileSync(join(base, 'belongs-to'), 'utf8');
  if (owner !== home && isAnotherDirectory(owner, home) && sameId(application, join(owner, 'database-id'), id)) {
    throw new Error(
      `${home} is a copy of ${owner}, whose database it must not share. Delete ${idFile} to begin with an empty one.`,
    );
  }
  if (owner !== home) writeFileSync(join(base, 'belongs-to'), home, { mode: 0o600 });
  return { base, id };
}

function makeOutside(application: Application, id: string, home: string): string {
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
      `${title} runs as root in a directory that only root can enter, so its database goes to ${base}, which cannot be made: ${(error as Error).message}. Run ${title} as an ordinary user, or ${useYourOwn}.`,
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

/** In a directory of root's own, the content belongs to the server's user. */
function refuseOrdinaryUsersDatabase({ title, dataDirSetting }: Application, inside: string): void {
  const uid = lstatSync(inside, { throwIfNoEntry: false })?.uid ?? 0;
  if (uid === 0) return;
  throw new Error(
    `${inside} was made by the user with id ${uid}: run ${title} as that user, or set ${dataDirSetting} to begin elsewhere.`,
  );
}
