/** The job that looks whether a backup is due. */
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { runScheduledBackup } from './run-scheduled-backup.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    make_backup: undefined;
  }
}

export const backupJobs = (deps: Parameters<typeof runScheduledBackup>[1]): Jobs<'make_backup'> => ({
  make_backup: { schedule: schedules.everyFiveMinutes, run: (actor) => runScheduledBackup(actor, deps) },
});
