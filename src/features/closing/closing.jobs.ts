/** The jobs of closing: what is kept of closed accounts and of deleted people goes when its time has come. */
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { endClosedAccounts } from './end-closed-accounts.ts';
import { eraseTraces } from './erase-traces.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    /** Takes a deleted person's name and address out of what stays. */
    erase_person: { personId: string };
    end_closed_accounts: undefined;
  }
}

type Deps = Parameters<typeof eraseTraces>[1] & Parameters<typeof endClosedAccounts>[1];

export const closingJobs = (deps: Deps): Jobs<'erase_person' | 'end_closed_accounts'> => ({
  erase_person: { run: (actor, { personId }) => eraseTraces(actor, deps, personId) },
  // Accounts are kept for whole days.
  end_closed_accounts: { schedule: schedules.everyNight, run: (actor) => endClosedAccounts(actor, deps) },
});
