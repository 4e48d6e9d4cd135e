/**
 * Takes a deleted person's name and address out of what stays: payments, events, deliveries, invitations, mails, logged requests,
 * the audit log (docs/closing-and-erasing.md, "What goes and what stays"). In small transactions, each of which can be run
 * again: a job that was killed goes on where it was.
 */

import type { Clock, Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { setDecided } from '../links/invitations.repository.ts';
import { publishInvitation } from '../links/publish-invitation-events.ts';
import {
  type Erasure,
  eraseAttempts,
  eraseFromAuditLog,
  eraseInvitations,
  eraseKnownPayers,
  eraseLoggedBodies,
  eraseMails,
  eraseMemberInvitations,
  erasePayments,
  eraseTransferPayers,
  eraseUnusedBankAccounts,
  lockErasure,
  lockOpenInvitations,
} from './erasures.repository.ts';

const batchSizeMax = 500;

type Deps = { db: Database; clock: Clock; now: Now };
/** @returns how many rows it changed; it is run again until there are none. */
type Step = (tx: Tx, of: Erasure) => Promise<number>;

/** Does nothing when it is finished already. */
export async function eraseTraces(
  actor: Actor,
  deps: Deps,
  personId: string,
  batchSize: number = batchSizeMax,
): Promise<void> {
  authorize(actor, 'people.erase', { holderId: serviceHolderId, mode: null });
  const steps: Step[] = [
    (tx, of) => erasePayments(tx, of, batchSize),
    (tx, of) => eraseAttempts(tx, of, batchSize),
    (tx, of) => eraseTransferPayers(tx, of, batchSize),
    (tx, of) => eraseKnownPayers(tx, of, batchSize),
    (tx, of) => declineInvitations(actor, tx, deps, of),
    (tx, of) => eraseInvitations(tx, of, batchSize),
  ];
  for (const step of steps) {
    for (let changed = 1; changed > 0; ) {
      changed = await inTransaction(deps.db, async (tx) => {
        const of = await lockErasure(tx, personId);
        return of === undefined ? 0 : step(tx, of);
      });
    }
  }
  await inTransaction(deps.db, async (tx) => {
    const of = await lockErasure(tx, personId);
    if (of === undefined) return;
    await eraseMemberInvitations(tx, of);
    await eraseMails(tx, of);
    await eraseLoggedBodies(tx, of);
    await eraseUnusedBankAccounts(tx, of);
    await eraseFromAuditLog(tx, personId);
  });
}

/** Nobody will answer them any more. */
async function declineInvitations(actor: Actor, tx: Tx, { clock, now }: Deps, of: Erasure): Promise<number> {
  for (const invitation of await lockOpenInvitations(tx, of)) {
    const declined = await setDecided(tx, invitation, 'declined', { at: now() });
    if (declined !== undefined) await publishInvitation(actor, tx, clock, declined);
  }
  return 0;
}
