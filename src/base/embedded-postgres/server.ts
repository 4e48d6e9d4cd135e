/**
 * The built-in database: one PostgreSQL server per data directory, started on first use and shared by all processes of
 * that directory. Each holds the users lock in shared mode; the last one to release it stops the server.
 * Must never delete a database, run two servers on one, or stop a server that another process uses.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, type Role, roleName } from './application.ts';
import { prepareBinaries, removeOldCopies } from './binaries.ts';
import { adviceFor, makeCluster, type ServerSettings } from './cluster.ts';
import { type Directories, findDirectories, port, prepareSocketDir } from './directories.ts';
import { type FileLock, lockExclusive, tryLockExclusive, tryLockShared } from './file-lock.ts';
import { makePasswords, readPassword } from './passwords.ts';
import {
  boundLog,
  findPostmaster,
  isAlive,
  makeDatabase,
  probe,
  removeStalePidFile,
  type StartedPostmaster,
  shutDown,
  spawnPostmaster,
} from './postmaster.ts';
import { ensureServiceRole, setOwnerPassword } from './roles.ts';

type EmbeddedServerOptions = {
  application: Application;
  /** Created with owner-only access if it is missing. */
  dataDir: string;
  log?: (message: string) => void;
  /** True for a service, which restarts the server when it dies. False for a short command. */
  own: boolean;
  /** Settings that override the defaults, for a server with disposable data. */
  settings?: ServerSettings;
};

/** Connection settings of one role. */
export type ServerAddress = {
  /** The socket directory, which stays the same across restarts. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export type EmbeddedServer = {
  /** The database owner and superuser, for migrations. */
  owner: ServerAddress;
  /** The service role, with only the privileges it is granted. */
  service: ServerAddress;
  /** The directory of the database's files. */
  data: string;
  /** True if the server was already running. */
  attached: boolean;
  /** Releases the server, and stops it unless another process uses it. */
  stop(): Promise<void>;
  /** Restarts the server if it is down. Cheap when it is up; concurrent calls share one attempt. */
  ensureRunning(): Promise<void>;
};

const watchEveryMs = 500;
const watchPauseMsMax = 30_000;
const boundLogEveryMs = 60_000;
const controlWaitMs = 300_000;
/** Crash recovery replays up to `max_wal_size` (1 GB), slowly on a slow disk. */
const startTimeoutMs = 240_000;
/** How long a running server may be without a socket before the socket counts as deleted. */
const socketGraceMs = 2_000;
const pollMs = 20;

/** One process's use of one server. */
export type Session = { dirs: Directories; log: (message: string) => void; own: boolean; settings: ServerSettings };

/** Attaches to the data directory's server, or creates and starts it. @throws Error whose message says what to do. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { application, dataDir, log = () => {}, own, settings = {} } = options;
  const session: Session = { dirs: findDirectories(application, dataDir), log, own, settings };
  const { users, attached } = await join(session);

  let stopping: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  const ensureRunning = async () => {
    if (stopping) throw new Error('The database server was stopped.');
    starting ??= restartIfDown(session, () => stopping !== undefined).finally(() => {
      starting = undefined;
    });
    await starting;
  };
  const unwatch = own ? watch(session, ensureRunning) : () => {};
  return {
    owner: addressOf(session.dirs, 'owner'),
    service: addressOf(session.dirs, 'service'),
    data: session.dirs.data,
    attached,
    stop() {
      unwatch();
      stopping ??= withControl(session, () => stopIfLast(session, users));
      return stopping;
    },
    ensureRunning,
  };
}

function addressOf(dirs: Directories, role: Role): ServerAddress {
  const { application, socketDir } = dirs;
  const user = roleName(application, role);
  return { host: socketDir, port, user, password: readPassword(dirs, role), database: application.name };
}

/** Runs `work` while no other process starts, stops or copies the server. */
export async function withControl<T>({ dirs, log }: Session, work: () => Promise<T>): Promise<T> {
  const control = await lockExclusive(dirs.controlLock, controlWaitMs, () => {
    log(`waiting for another ${dirs.application.title} process that is starting, stopping or copying the database`);
  });
  try {
    return await work();
  } finally {
    control.release();
  }
}

async function join(session: Session): Promise<{ users: FileLock; attached: boolean }> {
  const { dirs } = session;
  return await withControl(session, async () => {
    // It is only locked exclusively under the control lock, which this process holds.
    const users = tryLockShared(dirs.usersLock);
    if (!users) throw new Error(`${dirs.usersLock} is locked by a program other than ${dirs.application.title}.`);
    try {
      const attached = await bringUp(session, 'make if missing');
      await makeDatabase(dirs, dirs.application.name);
      await ensureServiceRole(dirs);
      return { users, attached };
    } catch (error) {
      await stopIfLast(session, users).catch(() => {});
      throw error;
    }
  });
}

async function stopIfLast({ dirs, log, own }: Session, users: FileLock): Promise<void> {
  users.release();
  const alone = tryLockExclusive(dirs.usersLock);
  if (!alone) {
    // Not worth a message when a short command ends.
    if (own) log(`the database keeps running: another ${dirs.application.title} process uses it`);
    return;
  }
  try {
    await shutDown(dirs);
  } finally {
    alone.release();
  }
}

async function restartIfDown(session: Session, stopped: () => boolean): Promise<void> {
  if ((await probe(session.dirs)) === 'up') return;
  await withControl(session, async () => {
    if (stopped()) throw new Error('The database server was stopped.');
    await bringUp(session, 'must exist');
  });
}

/**
 * Returns once the server answers: true if it was running, false if this call started it. Call it holding the control
 * lock. With `must exist`, a missing database is an error: a running service must never replace it with an empty one.
 */
export async function bringUp(session: Session, files: 'make if missing' | 'must exist'): Promise<boolean> {
  const { dirs } = session;
  makePasswords(dirs);
  const deadline = Date.now() + startTimeoutMs;
  let started: StartedPostmaster | undefined;
  let withoutSocketSince: number | undefined;
  while (Date.now() < deadline) {
    const answer = await probe(dirs);
    if (answer === 'up') return started === undefined;

    const running = findPostmaster(dirs);
    if (running?.ready && answer === 'none') {
      withoutSocketSince ??= Date.now();
      if (Date.now() - withoutSocketSince > socketGraceMs) {
        await replaceUnreachable(session, running.pid, `its socket in ${dirs.socketDir} is gone`);
      }
    } else if (answer === 'refused') {
      await replaceUnreachable(session, running?.pid, `it does not take the password in ${dirs.passwordFile}`);
    } else {
      withoutSocketSince = undefined;
    }
    if (running === undefined && (started === undefined || started.ended() !== undefined)) {
      const failure = started?.ended();
      if (failure !== undefined && !mayPass(failure)) {
        throw new Error(`The database server did not start. ${adviceFor(dirs, failure)}`);
      }
      if (files === 'must exist' && !existsSync(dirs.data))
        throw new Error(`The database in ${dirs.data} no longer exists.`);
      started = (await launch(session)) ?? started;
    }
    await sleep(pollMs);
  }
  throw new Error(`The database server did not answer within ${startTimeoutMs / 1000} s; see ${dirs.logFile}.`);
}

/**
 * A server whose socket or password file was deleted has to be restarted. Only a service does that: a short command may
 * merely see another file system (a container, a private /tmp) in which the socket is missing.
 */
async function replaceUnreachable({ dirs, log, own }: Session, pid: number | undefined, why: string): Promise<void> {
  if (!own || pid === undefined) {
    const process = pid === undefined ? '' : ` (process ${pid})`;
    throw new Error(`The database server${process} runs, but ${why}: start the service again.`);
  }
  log(`the database server runs, but ${why}: restarting it`);
  await shutDown(dirs);
}

/** Backends may outlive a killed postmaster briefly, and PostgreSQL refuses to start until they have ended. */
function mayPass(failure: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(failure);
}

/** @returns undefined when a server spawned by another process may still be starting. */
async function launch({ dirs, log, settings }: Session): Promise<StartedPostmaster | undefined> {
  const binaries = prepareBinaries(dirs);
  await makeCluster(dirs, binaries, log);
  removeOldCopies(dirs, binaries);
  if (!removeStalePidFile(dirs)) return undefined;
  try {
    await setOwnerPassword(dirs, binaries);
  } catch (error) {
    if (mayPass((error as Error).message)) return undefined;
    throw error;
  }
  prepareSocketDir(dirs);
  return spawnPostmaster(dirs, binaries, settings);
}

/** Restarts the server within about half a second of its death, with increasing pauses after failures. */
function watch({ dirs, log }: Session, ensureRunning: () => Promise<void>): () => void {
  let pid = findPostmaster(dirs)?.pid;
  let busy = false;
  let pauseMs = watchEveryMs;
  let notBefore = 0;
  let logBoundedAt = Date.now();
  const look = async () => {
    if (Date.now() - logBoundedAt > boundLogEveryMs) {
      logBoundedAt = Date.now();
      boundLog(dirs);
    }
    if (pid !== undefined && isAlive(pid)) return;
    if (Date.now() < notBefore) return;
    pid = findPostmaster(dirs)?.pid;
    if (pid !== undefined) return;
    log('the database server died: restarting it');
    await ensureRunning();
    pid = findPostmaster(dirs)?.pid;
    pauseMs = watchEveryMs;
    log('the database server is back');
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch((error: unknown) => {
        pauseMs = Math.min(pauseMs * 2, watchPauseMsMax);
        notBefore = Date.now() + pauseMs;
        log(`the database server could not be monitored: ${(error as Error).message}`);
      })
      .finally(() => {
        busy = false;
      });
  }, watchEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
