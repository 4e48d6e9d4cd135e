/** A company revokes an invitation. If it is answered at the same time, the first transaction to lock the row wins. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type Invitation, openMax, statusAt } from './invitation.ts';
import { findInvitation, listInvitations, setDecided } from './invitations.repository.ts';
import { type InvitationDeps, noInvitation, wrongState } from './invite.ts';
import { linkObject, madeBy } from './link-modes.ts';
import { publishInvitation } from './publish-invitation-events.ts';

/** Revoking a revoked invitation changes nothing. @throws AppError `not_found`, `invalid_state`. */
export async function revokeInvitation(
  actor: Actor,
  tx: Tx,
  { clock, now }: Pick<InvitationDeps, 'clock' | 'now'>,
  companyId: bigint,
  id: string,
): Promise<Invitation> {
  const at = now();
  const found = await findInvitation(tx, companyId, id, 'lock');
  authorize(actor, 'invitations.revoke', linkObject(actor, companyId, found ?? madeBy(actor)));
  if (found === undefined) throw new AppError('not_found', { message: noInvitation });
  const status = statusAt(found, at);
  if (status === 'revoked') return found;
  if (status !== 'pending') throw wrongState(status);

  const revoked = (await setDecided(tx, found, 'revoked', { at })) as Invitation;
  await publishInvitation(actor, tx, clock, revoked);
  return revoked;
}

/** Revokes pending invitations when a company closes. The caller has checked the permission. */
export async function revokeAllInvitations(
  actor: Actor,
  tx: Tx,
  { clock, now }: Pick<InvitationDeps, 'clock' | 'now'>,
  companyId: bigint,
): Promise<void> {
  const at = now();
  const open = await listInvitations(tx, companyId, { status: 'pending', limit: openMax, now: at });
  for (const id of open.map((one) => one.id).sort()) {
    const found = await findInvitation(tx, companyId, id, 'lock');
    if (found?.status !== 'pending') continue;
    await publishInvitation(actor, tx, clock, (await setDecided(tx, found, 'revoked', { at })) as Invitation);
  }
}
