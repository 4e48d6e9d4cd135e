/** Child processes that answer each message with one message. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../src/base/database/pool.ts';
import { nodeFlags, nodeSettings } from '../tests/support/run/program.ts';
import { bundleInto } from '../tools/program.ts';
import { type BenchCompany, storedSplits } from './fixtures.ts';
import type { InsertPlan, InsertResult } from './insert-load.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { NaiveOrder } from './naive-server.ts';
import type { AttackPlan, AttackResult } from './neighbor-load.ts';
import type { ServiceOrder } from './service.ts';
import type { Received } from './verifying-receiver.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  // The listener of what did not happen is removed: a child may be asked many times.
  const heard = new AbortController();
  const answer = once(child, 'message', heard);
  const died = once(child, 'exit', heard).then(() => {
    throw new Error('a process of the benchmark died');
  });
  child.send(message);
  try {
    const [value] = (await Promise.race([answer, died])) as [T];
    return value;
  } finally {
    for (const unheard of [answer, died]) unheard.catch(() => {});
    heard.abort();
  }
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  return ask<LoadResult>(fork(pathOf('./load.ts')), plan);
}

export async function loadInserts(plan: InsertPlan): Promise<InsertResult> {
  return ask<InsertResult>(fork(pathOf('./insert-load.ts')), plan);
}

export async function attack(plan: AttackPlan): Promise<AttackResult> {
  return ask<AttackResult>(fork(pathOf('./neighbor-load.ts')), plan);
}

export type RunningServer = { port: number; pid: number; stop(): Promise<void> };

export type RunningService = RunningServer & {
  /** @returns the seconds it took. */
  settle(holderId: bigint): Promise<number>;
};

let program: Promise<{ entry: string; compiled: string }> | undefined;

/** As an installation has it: built, with a cache of what was compiled. */
async function bundleService(): Promise<{ entry: string; compiled: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-bench-program-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return { entry: await bundleInto(dir, pathOf('./service.ts')), compiled: join(dir, 'compiled') };
}

/** @param constant it answers `POST /orders` without recording anything. */
export async function startService(settings: ConnectionSettings, constant = false): Promise<RunningService> {
  program ??= bundleService();
  const { entry, compiled } = await program;
  const child = fork(entry, {
    execArgv: nodeFlags,
    env: { ...process.env, ...nodeSettings, NODE_COMPILE_CACHE: compiled },
  });
  const order = (message: ServiceOrder): ServiceOrder => message;
  const { port } = await ask<{ port: number }>(child, order({ start: { settings, constant } }));
  return {
    port,
    pid: child.pid as number,
    async settle(holderId) {
      const { seconds } = await ask<{ seconds: number }>(child, order({ settle: { holderId: holderId.toString() } }));
      return seconds;
    },
    stop: () => ask(child, order({ stop: true })),
  };
}

/** @param raw it writes nothing. */
export async function startNaiveServer(
  settings: ConnectionSettings,
  company: BenchCompany,
  raw: boolean,
): Promise<RunningServer> {
  const child = fork(pathOf('./naive-server.ts'));
  const start = { settings, holderId: company.holderId.toString(), splits: storedSplits(company), raw };
  const message: NaiveOrder = { start };
  const { port } = await ask<{ port: number }>(child, message);
  return {
    port,
    pid: child.pid as number,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

export type RunningReceiver = {
  port: number;
  /** Milliseconds between each event and its arrival, by the path it was sent to, since the last time. */
  take(): Promise<Record<string, number[]>>;
  stop(): void;
};

export async function startReceiver(): Promise<RunningReceiver> {
  const child = fork(pathOf('./receiver.ts'));
  const { port } = await ask<{ port: number }>(child, { start: true });
  return { port, take: () => ask(child, { take: true }), stop: () => void child.kill() };
}

export type VerifyingReceiver = {
  ports: number[];
  /** What each of them verifies with. */
  know(secrets: string[]): Promise<unknown>;
  count(): Promise<Received[]>;
  stop(): void;
};

export async function startVerifyingReceiver(count: number): Promise<VerifyingReceiver> {
  const child = fork(pathOf('./verifying-receiver.ts'));
  // Every question listens for the end of the process.
  child.setMaxListeners(0);
  return {
    ports: await ask<number[]>(child, { listen: count }),
    know: (secrets) => ask(child, { secrets }),
    count: () => ask(child, { count: true }),
    stop: () => void child.kill(),
  };
}
