/** The job that mails saved views. */
import { realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type Jobs, type OnJobError, schedules } from '../../core/jobs/declare-jobs.ts';
import { mailDueViews } from './view-mails.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    mail_views: undefined;
  }
}

type Deps = { db: Database; publicUrl: string };

export const savedViewJobs = (deps: Deps, onError: OnJobError): Jobs<'mail_views'> => ({
  mail_views: {
    schedule: schedules.everyMinute,
    run: (actor) => mailDueViews(actor, deps, realNow(), (error) => onError('mail_views', error)),
  },
});
