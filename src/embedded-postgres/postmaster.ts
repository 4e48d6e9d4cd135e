/**
 * One PostgreSQL server process (its postmaster): is it there, does it answer, start it, shut it down.
 * Never signals a process it has not recognised as the postmaster of this very database.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, readlinkSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { type ServerSettings, serverArguments, serverEnvironment } from './cluster.ts';
import { checkSocketDir, codeOf, type Place } from './place.ts';
import { isLoginRefused, query } from './query.ts';

const logBytesMax = 5 * 1024 * 1024;
const fastShutdownMs = 60_000;
const immediateShutdownMs = 30_000;
const emptyPidFileGraceMs = 2_000;
const pollMs = 20;

const tooManyConnections = '53300';

export type Postmaster = { pid: number; ready: boolean };
/** `busy`: starting up, shutting down or not answering in time. `refused`: it does not take our password. */
export type Answer = 'up' | 'busy' | 'refused' | 'none';

/** The running postmaster of this database, by its pid file. A stale file, also one whose pid was reused, is undefined. */
export function findPostmaster(place: Place): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(place), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isOurPostmaster(place, pid)) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a dead server's pid file; PostgreSQL itself would refuse to start over one whose pid is in use again.
 * False if the file may be a living server's, which a process that died right after spawning it can leave behind.
 */
export function removeStalePidFile(place: Place): boolean {
  try {
    const { size, mtimeMs } = statSync(pidFile(place));
    // PostgreSQL makes the file first and writes into it then.
    if (size === 0 && Date.now() - mtimeMs < emptyPidFileGraceMs) return false;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  if (findPostmaster(place)) return false;
  rmSync(pidFile(place), { force: true });
  return true;
}

/** A zombie, which nobody may ever reap in a container, counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat[stat.lastIndexOf(')') + 2];
    return state !== 'Z' && state !== 'X';
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ESRCH';
  }
}

/** Asks over the socket, whatever the pid file says: the server may run where its pid cannot be seen (another container). */
export async function probe(place: Place): Promise<Answer> {
  checkSocketDir(place);
  try {
    const directory = await query(place, 'owner', 'postgres', 'show data_directory');
    return directory === place.data ? 'up' : 'none';
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === tooManyConnections) return 'up';
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(code)) return 'none';
    if (isLoginRefused(error)) return 'refused';
    // It answers, but will never let us in: waiting would hide why.
    if (code === 'EACCES' || (error instanceof pg.DatabaseError && /^(3D|42)/.test(code))) throw error;
    return 'busy';
  }
}

/** Makes the service's database if the server has none yet. */
export async function makeDatabase(place: Place, name: string): Promise<void> {
  const there = await query(place, 'owner', 'postgres', `select 1 from pg_database where datname = '${name}'`);
  if (there === undefined) await query(place, 'owner', 'postgres', `create database ${name}`);
}

export type StartedPostmaster = { child: ChildProcess; ended(): string | undefined };

/** Starts the server in a session of its own, so that Ctrl-C and a closed terminal do not reach it. Does not wait. */
export function spawnPostmaster(place: Place, binaries: Binaries, settings: ServerSettings): StartedPostmaster {
  boundLog(place);
  const log = openSync(place.logFile, 'a', 0o600);
  const logStart = statSync(place.logFile).size;
  const user = place.serverUser && { uid: place.serverUser.uid, gid: place.serverUser.gid };
  const child = spawn(binaries.postgres, serverArguments(place, settings), {
    ...user,
    cwd: place.base,
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  child.on('exit', (code, signal) => {
    failure ??= `${readLog(place, logStart) || 'nothing'} (ended with ${signal ?? `exit code ${code}`})`;
  });
  return { child, ended: () => failure };
}

/** Fast shutdown (sessions are cut off, everything is written); after a minute immediate shutdown, which the log recovers from. */
export async function shutDown(place: Place): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    const running = findPostmaster(place);
    if (!running) return;
    try {
      process.kill(running.pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!isAlive(running.pid)) return;
      await sleep(pollMs);
    }
  }
  throw new Error(`The database server did not stop within ${(fastShutdownMs + immediateShutdownMs) / 1000} s.`);
}

/** Keeps the server's log and one predecessor, each of at most about 5 MB. The server goes on writing to the same file. */
export function boundLog(place: Place): void {
  try {
    if (statSync(place.logFile).size <= logBytesMax) return;
    copyFileSync(place.logFile, `${place.logFile}.1`);
    truncateSync(place.logFile);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function readLog(place: Place, from: number): string {
  try {
    return readFileSync(place.logFile).subarray(from).toString('utf8').trim();
  } catch (error) {
    return (error as Error).message;
  }
}

function pidFile(place: Place): string {
  return join(place.data, 'postmaster.pid');
}

function isOurPostmaster(place: Place, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform !== 'linux') {
      const command = execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
      return command.includes('postgres') && command.includes(place.data);
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    // Also when started by hand, with a relative path: a postmaster's working directory is its data directory.
    return args.includes(place.data) || readlinkSync(`/proc/${pid}/cwd`) === place.data;
  } catch {
    return false;
  }
}
