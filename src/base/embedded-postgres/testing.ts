/**
 * Test helpers for this folder and its users: fresh data directories, test rows and processes to kill. Must never touch
 * a server or directory that it did not create.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Application } from './application.ts';
import { prepareBinaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { type Directories, findDirectories } from './directories.ts';
import { findPostmaster, shutDown } from './postmaster.ts';
import { type EmbeddedServer, type ServerAddress, startEmbeddedServer } from './server.ts';

export { type Directories, findDirectories } from './directories.ts';
export { lockExclusive } from './file-lock.ts';
export { findPostmaster, isAlive, type Postmaster } from './postmaster.ts';

/** The application of this folder's own tests. */
export const testApplication: Application = {
  name: 'sluice',
  title: 'Sluice',
  dataDirSetting: 'SLUICE_DATA_DIR',
  useYourOwn: 'bring your own',
};

export const directoriesOf = (dataDir: string): Directories => findDirectories(testApplication, dataDir);

export const asRoot = process.getuid?.() === 0;

/** False in a checkout that only root can enter: another user's process cannot run from it. */
export function othersCanRun(file = fileURLToPath(import.meta.url)): boolean {
  const parent = dirname(file);
  return (statSync(file).mode & 0o005) >= (file.endsWith('.ts') ? 4 : 5) && (parent === file || othersCanRun(parent));
}

export type Bench = ReturnType<typeof createBench>;

/**
 * Creates data directories and processes. `clear` stops them all and leaves the files to the end of the run: some file
 * systems make files slowly for half a minute after many were deleted.
 */
export function createBench() {
  const dataDirs: string[] = [];
  const processes: ChildProcess[] = [];
  return {
    dataDir(...names: string[]): string {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-test-')));
      const dataDir = join(root, ...names, '.sluice');
      dataDirs.push(dataDir);
      return dataDir;
    },
    /** A data directory whose database was made before, for tests of what comes after that. */
    async madeDataDir(...names: string[]): Promise<string> {
      const dataDir = this.dataDir(...names);
      template ??= makeTemplate();
      copyDatabase(await template, directoriesOf(dataDir));
      return dataDir;
    },
    start: (dataDir: string, own = true, log?: (message: string) => void): Promise<EmbeddedServer> =>
      startEmbeddedServer({ application: testApplication, dataDir, own, ...(log && { log }) }),
    async startProcess(dataDir: string, options: ProcessOptions = {}): Promise<ServerProcess> {
      const started = await startProcess(dataDir, options);
      processes.push(started.child);
      return started;
    },
    async clear(): Promise<void> {
      for (const child of processes.splice(0)) child.kill('SIGKILL');
      for (const dataDir of dataDirs.splice(0)) await stopTestDatabase(testApplication, dataDir);
    },
  };
}

let template: Promise<Directories> | undefined;

/** Stays until the temporary files of the run are removed. */
async function makeTemplate(): Promise<Directories> {
  const dirs = directoriesOf(mkdtempSync(join(tmpdir(), 'sluice-template-')));
  await makeCluster(dirs, prepareBinaries(dirs), () => {});
  return dirs;
}

/** Copies a database whose server does not run, which takes less time than making one. */
export function copyDatabase(from: Directories, to: Directories): void {
  execFileSync('cp', ['-a', from.data, to.data]);
  // Copies of the programs exist only for root, on Linux: links to them will do. On another file system they are made.
  if (statSync(from.base).dev !== statSync(to.base).dev) return;
  for (const name of readdirSync(from.base).filter((name) => name.startsWith('native-'))) {
    execFileSync('cp', ['-al', join(from.base, name), join(to.base, name)]);
  }
}

/** @returns its directories; undefined when none was made. */
async function stopTestDatabase(application: Application, dataDir: string): Promise<Directories | undefined> {
  if (!existsSync(join(dataDir, 'database-id'))) return undefined;
  const dirs = findDirectories(application, dataDir);
  await shutDown(dirs);
  return dirs;
}

/** Stops and deletes a test's database, including root's in /var/lib. Call it before removing `dataDir`. */
export async function removeTestDatabase(application: Application, dataDir: string): Promise<void> {
  const dirs = await stopTestDatabase(application, dataDir);
  if (dirs === undefined) return;
  rmSync(dirs.base, { recursive: true, force: true });
  rmSync(dirs.socketDir, { recursive: true, force: true });
}

export type Roles = Pick<EmbeddedServer, 'owner' | 'service'>;

type Address = ServerAddress & { options?: string };

/** Runs a query as the owner. @returns the first column of the first row. */
export const ask = (server: { owner: Address }, text: string): Promise<unknown> => askAs(server.owner, text);

export async function askAs(address: Address, text: string): Promise<unknown> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text, rowMode: 'array' });
    return result.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

export async function writeNote(server: Roles, text: string): Promise<void> {
  await ask(server, 'create table if not exists note (text text not null)');
  await ask(server, `insert into note values ('${text}')`);
}

export async function readNotes(server: Roles): Promise<unknown> {
  return await ask(server, "select string_agg(text, ' ' order by text) from note");
}

export function postmasterPid(dataDir: string): number | undefined {
  return findPostmaster(directoriesOf(dataDir))?.pid;
}

/** @param tell what helps to find out why it never came true. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  tell: () => string = () => '',
): Promise<void> {
  // Only to say what was waited for, before the test itself is given up.
  const deadline = Date.now() + 90_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Never came true: ${what}. ${tell()}`);
    await sleep(20);
  }
}

export type ProcessOptions = { own?: boolean; uid?: number; gid?: number };
export type ServerProcess = {
  child: ChildProcess;
  /** The result of `startEmbeddedServer` in that process. */
  server: Roles & { attached: boolean };
  /** Lets it shut down normally. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

/** Runs `test-process.ts`, which starts the server of `dataDir`. */
async function startProcess(dataDir: string, options: ProcessOptions): Promise<ServerProcess> {
  const { own = true, ...user } = options;
  const script = fileURLToPath(new URL('./test-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, String(own)], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line').then(([first]) => String(first)),
    exited.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`The process ended: ${errors}`);
  return {
    child,
    server: JSON.parse(line) as ServerProcess['server'],
    async stop() {
      child.stdin?.end();
      const [code] = await exited;
      if (code !== 0) throw new Error(`The process ended with ${code}: ${errors}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
