/**
 * Runs the jobs of the queue, which is in our own database. The tables decide what is due, never a job. Must use only
 * the public interface of the queue's library: its functions, its `jobs` view and its events.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { bool, narrowed, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { SpanStart, Tracer } from '../../base/tracing/tracer.ts';
import { systemActor } from '../access/actor.ts';
import { type AliveLocks, aliveKey, aliveLockClass } from './alive-locks.ts';
import { type AnyJob, type JobName, type Jobs, type OnJobError, schedules } from './declare-jobs.ts';
import { keepRunning } from './keep-running.ts';
import { createRecentlyDone } from './recently-done.ts';

const concurrency = 4;
const pollIntervalMs = 2_000;
const stopMaxMs = 10_000;

declare module './declare-jobs.ts' {
  interface JobPayloads {
    free_dead_workers: undefined;
  }
}

/** Jobs that are not among `jobs` stay in the queue. */
export async function startJobs(options: {
  /** A pool with node-postgres's default type parsers. */
  pool: pg.Pool;
  /** Held for the lifetime of this process, to show others which workers are alive. */
  alive: AliveLocks;
  db: Database;
  jobs: Partial<Jobs>;
  onError: OnJobError;
  tracer?: Tracer | undefined;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, alive, db, onError, tracer } = options;
  const jobs = Object.entries(options.jobs) as [JobName, AnyJob][];
  const running = await keepRunning({
    pool,
    alive,
    unlock: (workerId) => unlockWorkers(db, [workerId]),
    options: {
      taskList: tasksOf(jobs, onError, tracer),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      parsedCronItems: parseCronItems(
        jobs.flatMap(([task, { schedule, madeUpMs = 0 }]) =>
          schedule === undefined ? [] : [{ task, match: schedule, options: { backfillPeriod: madeUpMs } }],
        ),
      ),
      concurrency,
      pollInterval: pollIntervalMs,
    },
  });
  return {
    async stop() {
      await Promise.race([running.stop(), delay(stopMaxMs, undefined, { ref: false })]);
    },
  };
}

function tasksOf(jobs: readonly [JobName, AnyJob][], onError: OnJobError, tracer: Tracer | undefined): TaskList {
  const recentlyDone = createRecentlyDone();
  const tasks: TaskList = {};
  for (const [name, { run }] of jobs) {
    tasks[name] = async (payload, { job }) => {
      if (recentlyDone.has(job)) return;
      try {
        const work = () => run(systemActor(name), payload ?? {});
        await (tracer === undefined ? work() : tracer.trace(`job ${name}`, traceOf(name), work));
      } catch (error) {
        onError(name, error);
        throw error;
      }
      recentlyDone.add(job);
    };
  }
  return tasks;
}

const traceOf = (name: JobName): SpanStart => ({
  kind: 'consumer',
  parent: 'root',
  attributes: { 'sluice.job': name },
});

export const workerJobs = (db: Database): Jobs<'free_dead_workers'> => ({
  free_dead_workers: { schedule: schedules.everyMinute, run: () => freeDeadWorkers(db) },
});

/** Unlocks the jobs of processes that died, so that they are retried now instead of hours later. */
export async function freeDeadWorkers(db: Database): Promise<void> {
  const rows = await query({ workerId: narrowed(text) })`
    select distinct locked_by as "workerId" from graphile_worker.jobs where locked_by is not null`.execute(db);
  for (const { workerId } of rows) {
    const answers = await query({ dead: bool })`
      select pg_try_advisory_xact_lock(${aliveLockClass}::int, ${aliveKey(workerId)}::int) as dead`.execute(db);
    if (answers[0]?.dead) await unlockWorkers(db, [workerId]);
  }
}

async function unlockWorkers(db: Database, workerIds: string[]): Promise<void> {
  await command`select graphile_worker.force_unlock_workers(${workerIds}::text[])`.execute(db);
}
