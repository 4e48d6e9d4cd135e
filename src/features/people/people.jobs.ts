/** The jobs of people: mails they asked for, resets of two-step sign-in, and what expired sign-ins leave. */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import type { People } from './people.ts';
import { finishReset } from './reset-second-factor.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    /**
     * A mail whose text, or whether to send it, is decided outside the request: its timing would reveal who has an
     * account.
     */
    people_mail: { kind: 'sign_up'; id: string } | { kind: 'resend' | 'reset' | 'lift'; email: string };
    /** A lost second factor, a day after it was decided. */
    reset_second_factor: { personId: string };
    purge_old_sign_ins: undefined;
  }
}

type PeopleJobs = Jobs<'people_mail' | 'reset_second_factor' | 'purge_old_sign_ins'>;

export const peopleJobs = ({ db, people }: { db: Database; people: People }): PeopleJobs => ({
  people_mail: { run: authorized('mails.deliver', people.deliver) },
  reset_second_factor: {
    run: (actor, { personId }) => inTransaction(db, (tx) => finishReset(actor, tx, personId)),
  },
  purge_old_sign_ins: { schedule: schedules.everyHour, run: authorized('records.purge', () => people.purgeOld()) },
});
