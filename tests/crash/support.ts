/**
 * What the crash tests share: a data directory of its own with its database, the service as a process of its own that
 * can be killed like any other, and `sluice verify`. Never touches a process or a database that it did not make.
 */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { createDatabase, createPool, type Database } from '../../src/base/database/pool.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import { createKey } from '../../src/features/api-keys/manage-keys.ts';
import { insertHolder, updateQuotas } from '../../src/features/holders/holders.repository.ts';
import { insertLink, type Link } from '../../src/features/links/links.repository.ts';
import { shell } from '../support/actors.ts';
import {
  copyFreshDatabase,
  directoriesOf,
  findPostmaster,
  isAlive,
  lockExclusive,
  type Postmaster,
  removeTestDatabase,
  startServer,
} from '../support/built-in-server.ts';
import { runEnvironment } from '../support/run/names.ts';
import { programArguments } from '../support/run/program.ts';

/** How often each test kills. `npm run crash` sets more. */
export const killsDefault = 2;
export const kills = Number(process.env.CRASH_KILLS || killsDefault);
/** For a whole test; bounds a hang and judges nothing. */
export const testTimeoutMs = 180_000 + kills * 30_000;

const deadlineMs = 120_000;
const pollMs = 20;
const lockPatienceMs = 60_000;
const quota = 100_000_000;

/** What processes said last that ended with an error, though nobody had killed them: why something never comes true. */
const lastWords: string[] = [];

/** Polls until `condition` holds. One that throws, as a query does while the database is down, does not hold yet. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  let thrown: unknown;
  for (;;) {
    try {
      if (await condition()) return;
      thrown = undefined;
    } catch (error) {
      thrown = error;
    }
    if (Date.now() > deadline) {
      throw new Error([`Never came true: ${what}.`, ...lastWords].join('\n'), { cause: thrown });
    }
    await delay(pollMs);
  }
}

/** An instant that nothing in the service decides: a kill should not always follow the same line. */
export const randomMoment = (atMostMs: number): Promise<void> => delay(Math.random() * atMostMs);

export const randomInteger = (below: number): number => Math.floor(Math.random() * below);

/** Whether an address of the service answers with this status. */
export async function answers(
  service: Service,
  path: string,
  status: number,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const response = await fetch(`${service.origin}${path}`, { headers });
  await response.arrayBuffer();
  return response.status === status;
}

/** A request of interface B. @returns undefined when it could not be answered. */
export async function post<T = Record<string, unknown>>(
  service: Service,
  company: Company,
  path: string,
  body: object,
  idempotencyKey?: string,
): Promise<{ status: number; data: T } | undefined> {
  try {
    const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const headers = { ...company.headers, ...key };
    const url = `${service.origin}/partner/v1${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = (await response.json()) as { data: T };
    return { status: response.status, data };
  } catch {
    return undefined;
  }
}

export type Service = {
  origin: string;
  pid: number;
  /** As kill -9 does: the process has no last word. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Politely. @returns its exit code. */
  stop(): Promise<number | null>;
};

/** A process of its own, and all that it starts. */
export type Running = {
  pid: number;
  /** As kill -9 does. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Politely; `ended` tells when it is gone. */
  interrupt(): void;
  /** Its exit code, once it is gone; null when it was killed. */
  ended: Promise<number | null>;
  gone(): boolean;
  output(): string;
};

export type Company = {
  book: Book;
  merchants: bigint[];
  couriers: bigint[];
  /** Its keys, for interface B. */
  headers: Record<string, string>;
};

export type Stage = {
  pool: pg.Pool;
  db: Database;
  /** @param settings beside those of the stage. @param args of `serve`. */
  startService(settings?: Record<string, string>, args?: readonly string[]): Promise<Service>;
  /** Any other command of `sluice`. */
  begin(args: readonly string[]): Running;
  /** `sluice verify --full`. @throws Error with all it said, unless it exits 0. */
  verify(): Promise<void>;
  /** Kills the postmaster as kill -9 does. */
  killPostgres(): Promise<void>;
  /** Kills it, and keeps everybody from starting it again until `work` is done. */
  withoutPostgres(work: () => Promise<void>): Promise<void>;
  makeCompany(name: string): Promise<Company>;
  /** The text of every file in a directory of its processes. */
  read(directory: string): Promise<string[]>;
  close(): Promise<void>;
};

/** @param packages the source of provider packages by their names: each is installed, and asked in this order. */
export async function createStage(packages: Record<string, string> = {}): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'sluice-crash-'));
  const dataDir = join(root, '.sluice');
  for (const [name, source] of Object.entries(packages)) await install(root, name, source);
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH,
    ...runEnvironment(),
    SLUICE_DATA_DIR: dataDir,
    SLUICE_SECRET: 'a secret of the crash tests, of no consequence',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    SLUICE_DRAIN_SECONDS: '0',
    SLUICE_PROVIDERS: Object.keys(packages).join(','),
  };
  copyFreshDatabase(dataDir);
  // Its service looks after the server; this process only uses it.
  const server = await startServer({ dataDir, own: false });
  // The tests' own hands, which may do more than the service.
  const pool = createPool(server.owner);
  const servicePool = createPool(server.service);
  const db = createDatabase(servicePool);
  const services: Service[] = [];

  async function killPostgres(): Promise<void> {
    const dirs = directoriesOf(dataDir);
    await until('PostgreSQL runs', () => findPostmaster(dirs)?.ready === true);
    const { pid } = findPostmaster(dirs) as Postmaster;
    process.kill(pid, 'SIGKILL');
    await until('PostgreSQL is gone', () => !isAlive(pid));
  }

  return {
    pool,
    db,
    async startService(settings = {}, args = []) {
      const service = await startService(root, { ...environment, ...settings }, args);
      services.push(service);
      return service;
    },
    begin: (args) => launch(root, environment, args),
    verify: () => verify(root, environment),
    killPostgres,
    async withoutPostgres(work) {
      const control = await lockExclusive(directoriesOf(dataDir).controlLock, lockPatienceMs, () => {});
      try {
        await killPostgres();
        await work();
      } finally {
        control.release();
      }
    },
    makeCompany: (name) => makeCompany(db, name),
    async read(directory) {
      const names = await readdir(join(root, directory));
      return Promise.all(names.map((name) => readFile(join(root, directory, name), 'utf8')));
    },
    async close() {
      for (const service of services) await service.kill();
      // A test that failed may have left a connection open: the server's end is the end of that as well.
      void pool.end();
      void servicePool.end();
      await server.stop();
      await removeTestDatabase(dataDir);
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function install(root: string, name: string, source: string): Promise<void> {
  const directory = join(root, 'node_modules', name);
  await mkdir(directory, { recursive: true });
  const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(directory, 'index.js'), source);
}

/** Below the ports that the system hands out by itself, so that nobody takes it while the service is dead. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInteger(12_000);
    const socket = createServer();
    const free = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
      socket.listen(port, '127.0.0.1', () => socket.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

function launch(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[]): Running {
  // A group of its own: one signal ends the process and what it started, and PostgreSQL goes on.
  const child = spawn(process.execPath, [...programArguments(), ...args], {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4_096);
    });
  }
  let gone = false;
  const ended = once(child, 'close').then(([code]) => {
    gone = true;
    // A process that is killed has no code.
    if (code !== 0 && code !== null) lastWords.push(`sluice ${args.join(' ')} ended with ${code}: ${output}`);
    return code as number | null;
  });
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (!gone && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const abandon = (): void => signalGroup('SIGKILL');
  process.once('exit', abandon);
  void ended.then(() => process.removeListener('exit', abandon));
  return {
    pid: child.pid as number,
    async kill() {
      signalGroup('SIGKILL');
      await ended;
    },
    interrupt() {
      if (!gone) child.kill('SIGTERM');
    },
    ended,
    gone: () => gone,
    output: () => output,
  };
}

/** `sluice serve`; resolves when it is ready. */
async function startService(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<Service> {
  const running = launch(cwd, environment, ['serve', ...args]);
  const service: Service = {
    origin: `http://127.0.0.1:${environment.PORT}`,
    pid: running.pid,
    kill: running.kill,
    async stop() {
      running.interrupt();
      return running.ended;
    },
  };
  await until('the service is ready', () => running.gone() || answers(service, '/health/ready', 200));
  if (running.gone()) throw new Error(`The service ended: ${running.output()}`);
  return service;
}

async function verify(cwd: string, environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [...programArguments(), 'verify', '--full'], { cwd, env: environment });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    throw new Error(`sluice verify --full ended with ${code}:\n${stdout}${stderr}`, { cause: error });
  }
}

export async function makeCompany(db: Database, name: string): Promise<Company> {
  const company = await inTransaction(db, async (tx) => {
    const holderId = await insertHolder(tx, 'company', name);
    await updateQuotas(tx, holderId, { ordersPerMinute: quota, bulkRequestsPerMinute: quota });
    const link = async (type: Link['type'], n: number): Promise<bigint> => {
      const linked = `${name} ${type} ${n}`;
      return insertLink(tx, holderId, { holderId: await insertHolder(tx, type, linked), type, name: linked });
    };
    const merchants = [await link('merchant', 1), await link('merchant', 2), await link('merchant', 3)];
    const couriers = [await link('courier', 1), await link('courier', 2)];
    return { book: { holderId, mode: 'test' as const }, merchants, couriers };
  });
  const pair = await createKey(shell, { db }, company.book.holderId, 'test');
  const headers = {
    'x-client-id': pair.clientId,
    'x-client-secret': pair.clientSecret,
    'content-type': 'application/json',
  };
  return { ...company, headers };
}
