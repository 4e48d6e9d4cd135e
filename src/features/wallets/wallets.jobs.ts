/** The hourly job of top-ups: a bank transfer that did not arrive in time is no longer expected. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { expireTopUps } from './end-top-up.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    expire_top_ups: undefined;
  }
}

export const topUpJobs = (deps: { db: Database; clock: Clock }): Jobs<'expire_top_ups'> => ({
  // Top-ups wait for days.
  expire_top_ups: {
    schedule: schedules.everyHour,
    async run(actor) {
      await expireTopUps(actor, deps);
    },
  },
});
