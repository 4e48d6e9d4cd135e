/** Runs the jobs that are due, as the service would, until none is left. */
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { createPool } from '../../src/database/pool.ts';
import type { JobHandler } from '../../src/jobs/jobs.ts';
import type { TestDatabase } from './test-database.ts';

/** @returns what the jobs that failed have thrown; each of them waits to be tried again. */
export async function drainJobs(
  { settings }: Pick<TestDatabase, 'settings'>,
  handlers: Record<string, JobHandler>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(handlers)) {
    taskList[name] = async (payload) => {
      try {
        await handler(payload as Record<string, string>);
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
