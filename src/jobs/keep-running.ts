/**
 * Keeps the queue's runner running. When a statement of it fails, as all do while the database is away, it can no longer
 * say which jobs are locked in its name: an answer may be missing, or the end of a job unwritten. So it is ended, its
 * jobs are unlocked, and another takes over under a name of its own. Must never let two share a name.
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
  /** Gives back the jobs that are locked under this name. */
  unlock: (workerId: string) => Promise<void>;
};

type Session = {
  runner: Runner;
  workerId: string;
  /** Resolves when it has ended, whatever the reason. */
  ended: Promise<void>;
};

/** @throws Error when the database can't be reached at first; later on it is waited for. */
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

  /** Tries until it works, or nothing is to be done any more. */
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
  const ended = runner.promise.catch(() => {}).then(session.settled);
  return { runner, workerId, ended };
}

/** It may be stopping already, which the library calls an error. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => {});
}
