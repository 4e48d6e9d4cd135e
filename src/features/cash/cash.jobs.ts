/** The hourly job that tells who holds more cash than allowed. */
import { realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { warnOfCash } from './warn-of-cash.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    warn_of_cash: undefined;
  }
}

export const cashJobs = ({ db }: { db: Database }): Jobs<'warn_of_cash'> => ({
  warn_of_cash: { schedule: schedules.everyHour, run: (actor) => warnOfCash(actor, db, realNow()) },
});
