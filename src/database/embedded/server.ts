/**
 * The built-in database: a real PostgreSQL server per data directory, started when first needed and shared by every
 * Sluice process on that directory. A process that uses it holds the users lock shared; whoever leaves last stops it.
 * Never deletes a database, never runs two servers on one, never stops one that another process uses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries, removeOldCopies } from './binaries.ts';
import { adviceFor, makeCluster, superuser } from './cluster.ts';
import { type FileLock, lockExclusive, tryLockExclusive, tryLockShared } from './file-lock.ts';
import { findPlace, type Place, port, prepareSocketDir } from './place.ts';
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

export type EmbeddedServerOptions = {
  /** `SLUICE_DATA_DIR`; made, for its owner only, if it is missing. */
  dataDir: string;
  log?: (message: string) => void;
  /** True for a service: it watches the server and starts it again when it dies. False for a short command. */
  own: boolean;
};

export type EmbeddedServer = {
  /** The socket's directory. It stays the same when the server is started again. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** True if the server was running already. */
  attached: boolean;
  /** Leaves the server, and stops it unless another process uses it. */
  stop(): Promise<void>;
  /** Starts the server again if it is down. Cheap when it is up; calls at the same time share one attempt. */
  ensureRunning(): Promise<void>;
};

const database = 'sluice';
const watchEveryMs = 500;
const watchPauseMsMax = 30_000;
const boundLogEveryMs = 60_000;
const controlWaitMs = 300_000;
/** Crash recovery replays up to `max_wal_size` (1 GB), slowly on a slow disk. */
const startTimeoutMs = 240_000;
/** How long a server may run without a socket before its socket counts as deleted. */
const socketGraceMs = 5_000;
const pollMs = 20;

/** Attaches to the data directory's server, or makes the database and starts it. Errors say what a person can do. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  const place = findPlace(options.dataDir);
  const { users, attached } = await join(place, log);

  let stopping: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  const ensureRunning = async () => {
    if (stopping) throw new Error('The database server was stopped.');
    starting ??= restartIfDown(place, log, () => stopping !== undefined).finally(() => {
      starting = undefined;
    });
    await starting;
  };
  const unwatch = options.own ? watch(place, log, ensureRunning) : () => {};
  return {
    host: place.socketDir,
    port,
    user: superuser,
    database,
    attached,
    stop() {
      unwatch();
      stopping ??= leave(place, users, log);
      return stopping;
    },
    ensureRunning,
  };
}

/** Runs `work` while no other process starts, stops or copies the server. */
export async function withControl<T>(place: Place, log: (message: string) => void, work: () => Promise<T>): Promise<T> {
  const control = await lockExclusive(place.controlLock, controlWaitMs, () => {
    log('waiting for another Sluice process that is starting or stopping the database');
  });
  try {
    return await work();
  } finally {
    control.release();
  }
}

async function join(place: Place, log: (message: string) => void): Promise<{ users: FileLock; attached: boolean }> {
  return await withControl(place, log, async () => {
    // Nobody holds it exclusively outside the control lock.
    const users = tryLockShared(place.usersLock);
    if (!users) throw new Error(`${place.usersLock} is locked by a program other than Sluice.`);
    try {
      const attached = await bringUp(place, log);
      await makeDatabase(place, database);
      return { users, attached };
    } catch (error) {
      await stopIfLast(place, users, log).catch(() => {});
      throw error;
    }
  });
}

async function leave(place: Place, users: FileLock, log: (message: string) => void): Promise<void> {
  await withControl(place, log, () => stopIfLast(place, users, log));
}

async function stopIfLast(place: Place, users: FileLock, log: (message: string) => void): Promise<void> {
  users.release();
  const alone = tryLockExclusive(place.usersLock);
  if (!alone) {
    log('the database goes on: another Sluice process uses it');
    return;
  }
  try {
    await shutDown(place);
  } finally {
    alone.release();
  }
}

async function restartIfDown(place: Place, log: (message: string) => void, stopped: () => boolean): Promise<void> {
  if ((await probe(place)) === 'up') return;
  await withControl(place, log, async () => {
    if (stopped()) throw new Error('The database server was stopped.');
    await bringUp(place, log);
  });
}

/** Returns once the server answers: true if it ran already, false if it was started here. Call it holding the control lock. */
async function bringUp(place: Place, log: (message: string) => void): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs;
  let started: StartedPostmaster | undefined;
  let attached = true;
  let withoutSocketSince: number | undefined;
  while (Date.now() < deadline) {
    const answer = await probe(place);
    if (answer === 'up') return attached;

    const running = findPostmaster(place);
    const socketGone = answer === 'none' && running?.ready === true;
    withoutSocketSince = socketGone ? (withoutSocketSince ?? Date.now()) : undefined;
    if (withoutSocketSince !== undefined && Date.now() - withoutSocketSince > socketGraceMs) {
      log(`the database's socket in ${place.socketDir} is gone: starting the server again`);
      await shutDown(place);
    } else if (running === undefined && (started === undefined || started.ended() !== undefined)) {
      const failure = started?.ended();
      if (failure !== undefined && !mayPass(failure)) {
        throw new Error(`The database server did not start. ${adviceFor(place, failure)} It said: ${failure}`);
      }
      started = await launch(place);
      attached = false;
    }
    await sleep(pollMs);
  }
  throw new Error(`The database server did not answer within ${startTimeoutMs / 1000} s; see ${place.logFile}.`);
}

/** Backends outlive a killed postmaster by a moment, and PostgreSQL rightly refuses to start beside them. */
function mayPass(failure: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(failure);
}

async function launch(place: Place): Promise<StartedPostmaster> {
  const binaries = prepareBinaries(place);
  await makeCluster(place, binaries);
  removeOldCopies(place, binaries);
  removeStalePidFile(place);
  prepareSocketDir(place);
  return spawnPostmaster(place, binaries);
}

/** Starts the server again within about half a second of its death; after failures it tries ever more rarely. */
function watch(place: Place, log: (message: string) => void, ensureRunning: () => Promise<void>): () => void {
  let pid = findPostmaster(place)?.pid;
  let busy = false;
  let pauseMs = watchEveryMs;
  let notBefore = 0;
  let logBoundedAt = Date.now();
  const look = async () => {
    if (Date.now() - logBoundedAt > boundLogEveryMs) {
      logBoundedAt = Date.now();
      boundLog(place);
    }
    if (pid !== undefined && isAlive(pid)) return;
    if (Date.now() < notBefore) return;
    pid = findPostmaster(place)?.pid;
    if (pid !== undefined) return;
    log('the database server died: starting it again');
    await ensureRunning();
    pid = findPostmaster(place)?.pid;
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
        log(`the database server could not be looked after: ${(error as Error).message}`);
      })
      .finally(() => {
        busy = false;
      });
  }, watchEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
