/** The job that keeps the sums of recorded orders. */
import { createFinalMarks } from '../../base/database/final-marks.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { sumOrders } from './sum-orders.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    sum_orders: undefined;
  }
}

export function exploreJobs({ db, stopping }: { db: Database; stopping: AbortSignal }): Jobs<'sum_orders'> {
  const finalMarks = createFinalMarks(() => performance.now());
  return {
    sum_orders: {
      schedule: schedules.everyFiveMinutes,
      run: (actor) => sumOrders(actor, { db, finalMarks, stopping }),
    },
  };
}
