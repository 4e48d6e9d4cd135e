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
import { type Directories, giveToServer, port } from './directories.ts';
import { codeOf } from './error-code.ts';

const draftPrefix = 'data-draft-';

/** The caller's PG* variables, locale and preloaded libraries must not affect the server. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates the data directory if there is none. Call it holding the control lock. */
export async function makeCluster(
  dirs: Directories,
  binaries: Binaries,
  log: (message: string) => void,
): Promise<void> {
  if (existsSync(dirs.data)) {
    checkCluster(dirs, binaries);
    return;
  }
  removeDrafts(dirs);
  log(`creating the database in ${dirs.data}`);
  const draft = join(dirs.base, `${draftPrefix}${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  giveToServer(dirs, draft);
  try {
    await initdb(dirs, binaries, [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Only for a server started by hand: ours has its own pg_hba.conf (roles.ts).
      '--auth-local=peer',
      '--auth-host=reject',
      `--username=${roleName(dirs.application, 'owner')}`,
      `--pgdata=${draft}`,
    ]);
    await flushCluster(dirs, binaries, draft);
  } catch (error) {
    removeDrafts(dirs);
    throw error;
  }

  renameSync(draft, dirs.data);
  flushDirectory(dirs.base);
}

export type ServerSettings = Record<string, string | number>;

/** Command-line arguments, which override postgresql.conf, so that an old database runs with the current settings. */
export function serverArguments(dirs: Directories, settings: ServerSettings): string[] {
  const all: ServerSettings = {
    listen_addresses: '',
    unix_socket_directories: `"${dirs.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port,
    hba_file: dirs.hbaFile,
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
    // So that segments are recycled even after a quiet night: creating one holds up commits for 15 to 20 ms.
    min_wal_size: '1GB',
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
  return ['-D', dirs.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** What to do about a failed start, with what PostgreSQL said. @param text PostgreSQL's output. */
export function adviceFor(dirs: Directories, text: string): string {
  // PostgreSQL's own words speak of corrupted data and backups here, where nothing but room is missing.
  if (/No space left|Disk quota/i.test(text))
    return `The disk is full: free some space under ${dirs.base}. Nothing that was committed is lost.`;
  return `${causeOf(dirs, text)} It said: ${text}`;
}

function causeOf(dirs: Directories, text: string): string {
  const { useYourOwn } = dirs.application;
  if (/could not look up (effective )?user/i.test(text)) {
    return `The user with id ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs: add one, or ${useYourOwn}.`;
  }
  if (/GLIBC|cannot open shared object|ENOENT|ENOEXEC|exec format/i.test(text)) {
    return `The built-in PostgreSQL does not run on this system (it needs glibc, not musl): ${useYourOwn}.`;
  }
  if (/shared memory|shmget|semaphores/i.test(text)) return `The system gives too little shared memory: ${useYourOwn}.`;
  if (/Permission denied|EACCES/i.test(text)) {
    const who = dirs.serverUser ? `The user "${dirs.serverUser.name}"` : 'You';
    return `${who} may not read or run something under ${dirs.base} (is it mounted noexec?). Correct that, or ${useYourOwn}.`;
  }
  return `Correct what it says, or ${useYourOwn}.`;
}

function checkCluster(dirs: Directories, binaries: Binaries): void {
  const file = join(dirs.data, 'PG_VERSION');
  if (!existsSync(file))
    throw new Error(`${dirs.data} is not a PostgreSQL database: it has no PG_VERSION. Move it away.`);
  const made = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (made !== binaries.major) {
    throw new Error(
      `${dirs.data} was made by PostgreSQL ${made}, and this is ${binaries.major}: dump it with the old version's tools, or ${dirs.application.useYourOwn}.`,
    );
  }
  // After a manual restore: PostgreSQL requires this owner and mode.
  chmodSync(dirs.data, 0o700);
  if (dirs.serverUser && lstatSync(dirs.data).uid !== dirs.serverUser.uid) giveTree(dirs.data, dirs.serverUser);
}

export function giveTree(path: string, user: { uid: number; gid: number }): void {
  if (lstatSync(path).isSymbolicLink()) return;
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), user);
  lchownSync(path, user.uid, user.gid);
}

/** Removes drafts of processes that died during initdb. Their initdb may still be writing, which does no harm. */
function removeDrafts(dirs: Directories): void {
  for (const name of readdirSync(dirs.base)) {
    if (!name.startsWith(draftPrefix)) continue;
    try {
      rmSync(join(dirs.base, name), { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/** Flushes a directory to disk, as the server's user. Without this, a power failure in the first half minute could destroy the database. */
export async function flushCluster(dirs: Directories, binaries: Binaries, directory: string): Promise<void> {
  const args = ['--sync-only', `--pgdata=${directory}`];
  if (process.platform === 'linux') {
    // One file system flush instead of a thousand files; not every kernel and build supports it.
    const done = await initdb(dirs, binaries, [...args, '--sync-method=syncfs']).then(
      () => true,
      () => false,
    );
    if (done) return;
  }
  await initdb(dirs, binaries, args);
}

async function initdb(dirs: Directories, binaries: Binaries, args: string[]): Promise<void> {
  const user = dirs.serverUser && { uid: dirs.serverUser.uid, gid: dirs.serverUser.gid };
  try {
    await promisify(execFile)(binaries.initdb, args, { ...user, cwd: dirs.base, env: serverEnvironment });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be created. ${adviceFor(dirs, stderr.trim() || message)}`, {
      cause: error,
    });
  }
}

export function flushDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}
