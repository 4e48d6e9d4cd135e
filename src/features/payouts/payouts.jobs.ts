/** The nightly collection of fees, and the payouts that schedules ask for. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import { collectFees } from './collect-fees.ts';
import { runPayoutSchedules } from './run-payout-schedules.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    collect_fees: undefined;
    run_payout_schedules: undefined;
  }
}

type Deps = { db: Database; clock: Clock };

export const payoutJobs = (deps: Deps, onError: OnJobError): Jobs<'collect_fees' | 'run_payout_schedules'> => ({
  collect_fees: {
    schedule: schedules.everyNight,
    async run(actor) {
      await collectFees(actor, deps, (error) => onError('collect_fees', error));
    },
  },
  run_payout_schedules: {
    schedule: schedules.everyMinute,
    async run(actor) {
      await runPayoutSchedules(actor, deps, (error) => onError('run_payout_schedules', error));
    },
  },
});
