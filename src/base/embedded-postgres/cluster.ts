/**
 * Creates the data directory (initdb) and defines the server's settings. Must never change an existing one: a new data
 * directory is created under a temporary name and renamed when complete.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { roleName } from './application.ts';
import type { Binaries } from './binaries.ts';
import { codeOf } from './error-code.ts';
import { giveToServer, type Place, port } from './place.ts';

const draftPrefix = 'data-draft-';

/** The caller's PG* variables, locale and preloaded libraries must not affect the server. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates the data directory if there is none. Call it holding the control lock. */
export async function makeCluster(place: Place, binaries: Binaries, log: (message: string) => void): Promise<void> {
  if (existsSync(place.data)) {
    checkCluster(place, binaries);
    return;
  }
  removeDrafts(place);
  log(`making the database in ${place.data}`);
  const draft = join(place.base, `${draftPrefix}${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  giveToServer(place, draft);
  try {
    await initdb(place, binaries, [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Only for a server started by hand: ours has its own pg_hba.conf (roles.ts).
      '--auth-local=peer',
      '--auth-host=reject',
      `--username=${roleName(place.application, 'owner')}`,
      `--pgdata=${draft}`,
    ]);
    await flushCluster(place, binaries, draft);
  } catch (error) {
    removeDrafts(place);
    throw error;
  }

  renameSync(draft, place.data);
  flushDirectory(place.base);
}

export type ServerSettings = Record<string, string | number>;

/** Command-line arguments, which override postgresql.conf, so that an old database runs with the current settings. */
export function serverArguments(place: Place, settings: ServerSettings): string[] {
  const all: ServerSettings = {
    listen_addresses: '',
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port,
    hba_file: place.hbaFile,
    password_encryption: 'scram-sha-256',
    // Enough for eight processes, at the default size of their pools.
    max_connections: 200,
    shared_buffers: '192MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    // Parallel plans need /dev/shm, which is 64 MB in a default container, and do not help our short queries.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_wal_size: '1GB',
    wal_buffers: '16MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    // Start, stop and crashes only: failed statements are reported to the service and may contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  };
  return ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** What to do about a failed start, with what PostgreSQL said. @param text PostgreSQL's output. */
export function adviceFor(place: Place, text: string): string {
  // PostgreSQL's own words speak of corrupted data and backups here, where nothing but room is missing.
  if (/No space left|Disk quota/i.test(text))
    return `The disk is full: free some space under ${place.base}. Nothing that was committed is lost.`;
  return `${causeOf(place, text)} It said: ${text}`;
}

function causeOf(place: Place, text: string): string {
  const { useYourOwn } = place.application;
  if (/could not look up (effective )?user/i.test(text)) {
    return `The user with id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs: add one, or ${useYourOwn}.`;
  }
  if (/GLIBC|cannot open shared object|ENOENT|ENOEXEC|exec format/i.test(text)) {
    return `The built-in PostgreSQL does not run on this system (it needs glibc, not musl): ${useYourOwn}.`;
  }
  if (/shared memory|shmget|semaphores/i.test(text)) return `The system gives too little shared memory: ${useYourOwn}.`;
  if (/Permission denied|EACCES/i.test(text)) {
    const who = place.serverUser ? `The user "${place.serverUser.name}"` : 'You';
    return `${who} may not read or run something under ${place.base} (is it mounted noexec?). Correct that, or ${useYourOwn}.`;
  }
  return `Correct what it says, or ${useYourOwn}.`;
}

function checkCluster(place: Place, binaries: Binaries): void {
  const file = join(place.data, 'PG_VERSION');
  if (!existsSync(file))
    throw new Error(`${place.data} is not a PostgreSQL database: it has no PG_VERSION. Move it away.`);
  const made = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (made !== binaries.major) {
    throw new Error(
      `${place.data} was made by PostgreSQL ${made}, and this is ${binaries.major}: dump it with the old version's tools, or ${place.application.useYourOwn}.`,
    );
  }
  // After a manual restore: PostgreSQL requires this owner and mode.
  chmodSync(place.data, 0o700);
  if (place.serverUser && lstatSync(place.data).uid !== place.serverUser.uid) giveTree(place.data, place.serverUser);
}

export function giveTree(path: string, user: { uid: number; gid: number }): void {
  if (lstatSync(path).isSymbolicLink()) return;
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), user);
  lchownSync(path, user.uid, user.gid);
}

/** Removes drafts of processes that died during initdb. Their initdb may still be writing, which does no harm. */
function removeDrafts(place: Place): void {
  for (const name of readdirSync(place.base)) {
    if (!name.startsWith(draftPrefix)) continue;
    try {
      rmSync(join(place.base, name), { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/** Without this, a power failure in the first half minute could destroy the database. */
async function flushCluster(place: Place, binaries: Binaries, directory: string): Promise<void> {
  const args = ['--sync-only', `--pgdata=${directory}`];
  if (process.platform === 'linux') {
    // One file system flush instead of a thousand files; not every kernel and build supports it.
    const done = await initdb(place, binaries, [...args, '--sync-method=syncfs']).then(
      () => true,
      () => false,
    );
    if (done) return;
  }
  await initdb(place, binaries, args);
}

async function initdb(place: Place, binaries: Binaries, args: string[]): Promise<void> {
  const user = place.serverUser && { uid: place.serverUser.uid, gid: place.serverUser.gid };
  try {
    await promisify(execFile)(binaries.initdb, args, { ...user, cwd: place.base, env: serverEnvironment });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be made. ${adviceFor(place, stderr.trim() || message)}`, { cause: error });
  }
}

export function flushDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}
