/** The recurring jobs of settlements: schedules, and the statements of each month. */
import { realNow } from '../../base/clock/clock.ts';
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import { runSchedules, type ScheduleDeps } from './run-schedules.ts';
import { mailStatements } from './statements/mail-statements.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    run_schedules: undefined;
    mail_statements: undefined;
  }
}

type Deps = ScheduleDeps & { publicUrl: string };

export const settlementJobs = (deps: Deps, onError: OnJobError): Jobs<'run_schedules' | 'mail_statements'> => ({
  // Schedules name a minute.
  run_schedules: {
    schedule: schedules.everyMinute,
    async run(actor) {
      await runSchedules(actor, deps, (error) => onError('run_schedules', error));
    },
  },
  // By the second day the month has ended in every time zone. The next run is a month away, so a missed one is made up.
  mail_statements: {
    schedule: '0 6 2 * *',
    madeUpMs: 14 * 86_400_000,
    run: (actor) => mailStatements(actor, deps, realNow()),
  },
});
