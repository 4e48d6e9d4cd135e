/** The nightly collection of fees. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import { collectFees } from './collect-fees.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    collect_fees: undefined;
  }
}

export const feeJobs = (deps: { db: Database; clock: Clock }, onError: OnJobError): Jobs<'collect_fees'> => ({
  collect_fees: {
    schedule: schedules.everyNight,
    async run(actor) {
      await collectFees(actor, deps, (error) => onError('collect_fees', error));
    },
  },
});
