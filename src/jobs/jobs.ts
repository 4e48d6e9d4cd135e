/**
 * The job queue: wake-ups that live in our own database, added in the transaction that makes them due. A job is never
 * the truth about what is due; the tables are. Must never carry a secret in its payload.
 */

import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { bool, narrowed, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { command, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { aliveKey, aliveLockClass, holdAliveLocks } from './alive-locks.ts';
import { createSteadyPool } from './steady-pool.ts';

export type Job = {
  name: string;
  payload: Record<string, string>;
  key: string;
  /** Not before this instant, on the real clock. */
  runAt?: Date;
};

/** Adds a job in the caller's transaction. A waiting job of the same key is replaced: one wake-up is enough. */
export async function addJob(tx: Tx, job: Job): Promise<void> {
  await command`
    select graphile_worker.add_job(${job.name}, ${JSON.stringify(job.payload)}::json, run_at => ${job.runAt ?? null}::timestamptz, job_key => ${job.key},
      job_key_mode => 'replace')`.execute(tx);
}

export type JobHandler = (payload: Record<string, string>) => Promise<void>;

export type RecurringJob = { name: string /** A crontab pattern, in UTC. */; match: string };

const concurrency = 4;
const pollIntervalMs = 2_000;
const stopMaxMs = 10_000;

export type RunningJobs = {
  /** Frees the jobs of processes that died, so that they are tried again now and not hours later. */
  freeDeadWorkers(): Promise<void>;
  stop(): Promise<void>;
};

export async function startJobs(options: {
  /** With the driver's own types. */
  pool: pg.Pool;
  db: Database;
  handlers: Record<string, JobHandler>;
  recurring: readonly RecurringJob[];
  onError: (jobName: string, error: unknown) => void;
}): Promise<RunningJobs> {
  const { pool, db, handlers, recurring, onError } = options;
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(handlers)) {
    taskList[name] = async (payload) => {
      try {
        await handler((payload ?? {}) as Record<string, string>);
      } catch (error) {
        onError(name, error);
        throw error;
      }
    };
  }
  // Held as long as this process lives: tells other processes which workers are alive.
  const alive = await holdAliveLocks(pool);
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => alive.add(worker.workerId));
  const steady = createSteadyPool(pool);
  const runner = await run({
    pgPool: steady.pool,
    taskList,
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    events,
    logger: new Logger(() => () => {}),
    parsedCronItems: parseCronItems(recurring.map((item) => ({ task: item.name, match: item.match }))),
  });
  return {
    freeDeadWorkers: () => freeDeadWorkers(db),
    async stop() {
      await Promise.race([runner.stop().catch(() => {}), delay(stopMaxMs, undefined, { ref: false })]);
      steady.stop();
      alive.release();
    },
  };
}

async function freeDeadWorkers(db: Database): Promise<void> {
  const rows = await query({ workerId: narrowed(text) })`
    select distinct locked_by as "workerId" from graphile_worker._private_jobs
    where locked_by is not null`.execute(db);
  for (const { workerId } of rows) {
    const answers = await query({ dead: bool })`
      select pg_try_advisory_xact_lock(${aliveLockClass}::int, ${aliveKey(workerId)}::int) as dead`.execute(db);
    if (answers[0]?.dead) await command`select graphile_worker.force_unlock_workers(array[${workerId}])`.execute(db);
  }
}
