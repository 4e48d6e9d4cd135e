/**
 * The wake-up of deadlines: writes down which invitations have expired, so that the company hears of it. Nothing
 * depends on it: whoever reads an invitation looks at the deadline.
 */
import { inTransaction } from '../database/transaction.ts';
import type { JobHandlers } from '../jobs/catalogue.ts';
import { dayOf } from './invitation.ts';
import { lockExpired, purgeMailCounts } from './invitations.repository.ts';
import { expire, type InvitationDeps } from './invite.ts';

const batchMax = 100;

/** @returns how many expired. */
export async function expireInvitations({ db, clock, now }: Omit<InvitationDeps, 'publicUrl'>): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      const due = await lockExpired(tx, now(), batchMax);
      for (const invitation of due) await expire(tx, { clock }, invitation);
      return due.length;
    });
    count += done;
    if (done < batchMax) return count;
  }
}

export const invitationJobs = (deps: Omit<InvitationDeps, 'publicUrl'>): JobHandlers<'expire_invitations'> => ({
  expire_invitations: async () => {
    await expireInvitations(deps);
    await purgeMailCounts(deps.db, dayOf(deps.now()));
  },
});
