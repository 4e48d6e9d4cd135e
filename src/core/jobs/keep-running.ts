/**
 * Keeps the queue's runner running. When one of its statements fails, for example in an outage, it no longer knows
 * which jobs are locked in its name: an answer may be lost, or a job's completion not written. So the runner is
 * stopped, its jobs are unlocked, and a new one starts under a new worker id. Must never let two runners share a worker
 * id.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { AliveLocks } from './alive-locks.ts';
import { createSessionPool } from './session-pool.ts';

const pauseMs = 250;

type RunnerDeps = {
  pool: pg.Pool;
  options: RunnerOptions;
  alive: AliveLocks;
  /** Unlocks the jobs that are locked under this worker id. */
  unlock: (workerId: string) => Promise<void>;
};

type Session = {
  runner: Runner;
  workerId: string;
  /** Resolves when the session has ended, for whatever reason. */
  ended: Promise<void>;
};

/** @throws Error when the database is unreachable at first; later on it reconnects. */
export async function keepRunning(deps: RunnerDeps): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let session: Session = await begin(deps);

  async function replaceForever(): Promise<void> {
    for (;;) {
      await session.ended;
      if (stopped) return;
      const { workerId } = session;
      await delay(pauseMs);
      await untilDone(() => deps.unlock(workerId));
      deps.alive.remove(workerId);
      await untilDone(async () => {
        session = await begin(deps);
      });
      if (stopped) await stopRunner(session.runner);
    }
  }

  /** Retries until it succeeds, or until `stop`. */
  async function untilDone(work: () => Promise<void>): Promise<void> {
    while (!stopped) {
      try {
        return await work();
      } catch {
        await delay(pauseMs);
      }
    }
  }

  const replacing = replaceForever();
  return {
    async stop() {
      stopped = true;
      await stopRunner(session.runner);
      await replacing;
    },
  };
}

async function begin({ pool, options, alive }: RunnerDeps): Promise<Session> {
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  const lost = Promise.withResolvers<void>();
  const session = createSessionPool(pool, lost.resolve);
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
    alive.add(workerId);
    session.begun();
  });
  const runner = await run({ ...options, pgPool: session.pool, events });
  void lost.promise.then(() => stopRunner(runner));
  const ended = runner.promise.catch(() => {}).then(session.idle);
  return { runner, workerId, ended };
}

/** Ignores the library's error for a runner that is already stopping. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => {});
}
