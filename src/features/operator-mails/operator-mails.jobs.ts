/** The job that emails operators about pending items, daily. */
import { realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Jobs } from '../../core/jobs/declare-jobs.ts';
import { mailInbox } from './mail-operators.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    mail_inbox: undefined;
  }
}

export const operatorMailsJobs = (deps: { db: Database; publicUrl: string }): Jobs<'mail_inbox'> => ({
  // When the operator's day begins.
  mail_inbox: { schedule: '0 7 * * *', run: (actor) => mailInbox(actor, deps, realNow()) },
});
