/** Child processes that answer each message with one message. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ConnectionSettings } from '../src/database/pool.ts';
import { memoryFlags } from '../tests/support/run/program.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { ServiceOrder } from './service.ts';
import type { Variant } from './writers.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = once(child, 'message');
  const failed = once(child, 'exit').then(() => {
    throw new Error('a process of the benchmark died');
  });
  child.send(message);
  const [value] = (await Promise.race([answer, failed])) as [T];
  return value;
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  return ask<LoadResult>(fork(pathOf('./load.ts')), plan);
}

/** Of the measured service, so that others can start one that knows the same sessions. */
export const secret = 'benchmark-secret-of-no-consequence-0000';

export type RunningService = {
  port: number;
  settle(holderId: bigint): Promise<{ seconds: number; peakMiB: number }>;
  stop(): Promise<{ peakMiB: number }>;
};

export async function startService(
  settings: ConnectionSettings,
  variant: Variant,
  delivers = false,
): Promise<RunningService> {
  const child = fork(pathOf('./service.ts'), { execArgv: memoryFlags });
  const order = (message: ServiceOrder): ServiceOrder => message;
  const { port } = await ask<{ port: number }>(child, order({ start: { settings, variant, delivers } }));
  return {
    port,
    settle: (holderId) => ask(child, order({ settle: { holderId: holderId.toString() } })),
    stop: () => ask(child, order({ stop: true })),
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
