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
import { type SystemActor, systemActor } from '../access/actor.ts';
import { type AliveLocks, aliveKey, aliveLockClass } from './alive-locks.ts';
import {
  type JobHandlers,
  type JobName,
  madeUpMs,
  type OnJobError,
  type RecurringJobName,
  recurringJobs,
} from './catalogue.ts';
import { keepRunning } from './keep-running.ts';
import { createRecentlyDone } from './recently-done.ts';

const concurrency = 4;
const pollIntervalMs = 2_000;
const stopMaxMs = 10_000;

/** Jobs without a handler here stay in the queue. */
export async function startJobs(options: {
  /** A pool with node-postgres's default type parsers. */
  pool: pg.Pool;
  /** Held for the lifetime of this process, to show others which workers are alive. */
  alive: AliveLocks;
  db: Database;
  handlers: Partial<JobHandlers>;
  recurring?: Partial<Record<JobName, string>>;
  onError: OnJobError;
  tracer?: Tracer | undefined;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, alive, db, handlers, recurring = recurringJobs, onError, tracer } = options;
  const running = await keepRunning({
    pool,
    alive,
    unlock: (workerId) => unlockWorkers(db, [workerId]),
    options: {
      taskList: tasksOf(handlers, onError, tracer),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      parsedCronItems: parseCronItems(
        (Object.entries(recurring) as [RecurringJobName, string][]).map(([task, match]) => ({
          task,
          match,
          options: { backfillPeriod: madeUpMs[task] ?? 0 },
        })),
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

type Handler = (actor: SystemActor, payload: unknown) => Promise<void>;

function tasksOf(handlers: Partial<JobHandlers>, onError: OnJobError, tracer: Tracer | undefined): TaskList {
  const recentlyDone = createRecentlyDone();
  const tasks: TaskList = {};
  for (const [name, handler] of Object.entries(handlers) as [JobName, Handler][]) {
    tasks[name] = async (payload, { job }) => {
      if (recentlyDone.has(job)) return;
      try {
        const work = () => handler(systemActor(name), payload ?? {});
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
