/** What tests do with the queue: run the jobs that are due, as the service would, until none is left; drop or hurry them. */
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { createPool } from '../../src/base/database/pool.ts';
import { systemActor } from '../../src/core/access/actor.ts';
import type { AnyJob, Jobs } from '../../src/core/jobs/declare-jobs.ts';
import type { TestDatabase } from './test-database.ts';

type Queue = Pick<TestDatabase, 'pool'>;

/** Takes every waiting job out of the queue, undone. */
export async function dropJobs({ pool }: Queue): Promise<void> {
  await pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}

/** Has every waiting job due now, also those that wait to be tried again. */
export async function makeJobsDue({ pool }: Queue): Promise<void> {
  await pool.query(
    'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())',
  );
}

/** @returns what the jobs that failed have thrown; each of them waits to be tried again. */
export async function drainJobs({ settings }: Pick<TestDatabase, 'settings'>, jobs: Partial<Jobs>): Promise<unknown[]> {
  const errors: unknown[] = [];
  const taskList: TaskList = {};
  for (const [name, job] of Object.entries(jobs) as [string, AnyJob][]) {
    taskList[name] = async (payload) => {
      try {
        await job.run(systemActor(name), payload);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    };
  }
  const pgPool = createPool(settings, { connections: 4, driverTypes: true });
  try {
    await runOnce({ pgPool, taskList, logger: new Logger(() => () => {}), noHandleSignals: true });
  } finally {
    await pgPool.end();
  }
  return errors;
}
