/**
 * Records expired invitations and publishes their events. Nothing depends on when it runs: every read compares the
 * deadline with the clock.
 */

import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { dayOf } from './invitation.ts';
import { lockExpired, purgeMailCounts } from './invitations.repository.ts';
import { expire, type InvitationDeps } from './invite.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    expire_invitations: undefined;
  }
}

const batchMax = 100;

/** @returns how many were recorded as expired. @throws AppError `forbidden`. */
export async function expireInvitations(
  actor: Actor,
  { db, clock, now }: Omit<InvitationDeps, 'publicUrl'>,
): Promise<number> {
  authorize(actor, 'invitations.expire', { holderId: serviceHolderId, mode: null });
  let count = 0;
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      const due = await lockExpired(tx, now(), batchMax);
      for (const invitation of due) await expire(actor, tx, { clock }, invitation);
      return due.length;
    });
    count += done;
    if (done < batchMax) return count;
  }
}

export const invitationJobs = (deps: Omit<InvitationDeps, 'publicUrl'>): Jobs<'expire_invitations'> => ({
  expire_invitations: {
    schedule: schedules.everyMinute,
    async run(actor) {
      await expireInvitations(actor, deps);
      await purgeMailCounts(deps.db, dayOf(deps.now()));
    },
  },
});
