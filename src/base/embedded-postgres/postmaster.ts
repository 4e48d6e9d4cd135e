/**
 * The PostgreSQL server process (postmaster) of one database: finds, probes, starts and stops it. Must never signal a
 * process that it has not identified as this database's postmaster.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, readlinkSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { type ServerSettings, serverArguments, serverEnvironment } from './cluster.ts';
import { checkSocketDir, type Directories } from './directories.ts';
import { codeOf } from './error-code.ts';
import { isLoginRefused, query } from './query.ts';

const logBytesMax = 5 * 1024 * 1024;
const fastShutdownMs = 60_000;
const immediateShutdownMs = 30_000;
const emptyPidFileGraceMs = 2_000;
const pollMs = 20;

const tooManyConnections = '53300';

export type Postmaster = { pid: number; ready: boolean };
/** `busy`: starting up, shutting down or too slow to answer. `refused`: it rejects our password. */
type Answer = 'up' | 'busy' | 'refused' | 'none';

/** The running postmaster according to its pid file; undefined for a stale file, even if its pid is in use again. */
export function findPostmaster(dirs: Directories): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(dirs), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isOurPostmaster(dirs, pid)) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a dead server's pid file, since PostgreSQL would refuse to start when its pid is in use again.
 * @returns false when the file may belong to a server that is just starting, spawned by a process that has died since.
 */
export function removeStalePidFile(dirs: Directories): boolean {
  try {
    const { size, mtimeMs } = statSync(pidFile(dirs));
    // PostgreSQL creates the file empty and writes it afterwards.
    if (size === 0 && Date.now() - mtimeMs < emptyPidFileGraceMs) return false;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  if (findPostmaster(dirs)) return false;
  rmSync(pidFile(dirs), { force: true });
  return true;
}

/** A zombie counts as dead: in a container it may never be reaped. */
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

/** Connects over the socket regardless of the pid file: the server may run in another container. */
export async function probe(dirs: Directories): Promise<Answer> {
  checkSocketDir(dirs);
  try {
    const directory = await query(dirs, 'owner', 'postgres', 'show data_directory');
    return directory === dirs.data ? 'up' : 'none';
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === tooManyConnections) return 'up';
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(code)) return 'none';
    if (isLoginRefused(error)) return 'refused';
    // A permanent error: waiting would only hide it.
    if (code === 'EACCES' || (error instanceof pg.DatabaseError && /^(3D|42)/.test(code))) throw error;
    return 'busy';
  }
}

/** Creates the database if it does not exist yet. */
export async function makeDatabase(dirs: Directories, name: string): Promise<void> {
  const there = await query(dirs, 'owner', 'postgres', `select 1 from pg_database where datname = '${name}'`);
  if (there === undefined) await query(dirs, 'owner', 'postgres', `create database ${name}`);
}

export type StartedPostmaster = { child: ChildProcess; ended(): string | undefined };

/** Spawns the server in its own session, so that Ctrl-C and a closed terminal do not stop it. Does not wait for it. */
export function spawnPostmaster(dirs: Directories, binaries: Binaries, settings: ServerSettings): StartedPostmaster {
  boundLog(dirs);
  const log = openSync(dirs.logFile, 'a', 0o600);
  const logStart = statSync(dirs.logFile).size;
  const user = dirs.serverUser && { uid: dirs.serverUser.uid, gid: dirs.serverUser.gid };
  const child = spawn(binaries.postgres, serverArguments(dirs, settings), {
    ...user,
    cwd: dirs.base,
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
    failure ??= `${readLog(dirs, logStart) || 'nothing'} (ended with ${signal ?? `exit code ${code}`})`;
  });
  return { child, ended: () => failure };
}

/** Fast shutdown, and after a minute immediate shutdown, which requires WAL recovery at the next start. */
export async function shutDown(dirs: Directories): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    const running = findPostmaster(dirs);
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

/** Limits the server's log and its one predecessor to about 5 MB each. The server keeps its file open. */
export function boundLog(dirs: Directories): void {
  try {
    if (statSync(dirs.logFile).size <= logBytesMax) return;
    copyFileSync(dirs.logFile, `${dirs.logFile}.1`);
    truncateSync(dirs.logFile);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function readLog(dirs: Directories, from: number): string {
  try {
    return readFileSync(dirs.logFile).subarray(from).toString('utf8').trim();
  } catch (error) {
    return (error as Error).message;
  }
}

function pidFile(dirs: Directories): string {
  return join(dirs.data, 'postmaster.pid');
}

function isOurPostmaster(dirs: Directories, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform !== 'linux') {
      const command = execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
      return command.includes('postgres') && command.includes(dirs.data);
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    // Also recognizes one started with a relative path: a postmaster's working directory is its data directory.
    return args.includes(dirs.data) || readlinkSync(`/proc/${pid}/cwd`) === dirs.data;
  } catch {
    return false;
  }
}
