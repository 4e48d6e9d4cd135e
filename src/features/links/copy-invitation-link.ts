/**
 * A link to an open invitation for the company to hand over itself, in a chat say. It works as the mailed one does, and
 * beside it: only for who signs in with the invited address, until the invitation is answered or ends. Copying again
 * ends the link that was copied before.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import { statusAt } from './invitation.ts';
import { invitationPath } from './invitation-mails.ts';
import { findInvitation, setCopiedToken } from './invitations.repository.ts';
import { type InvitationDeps, noInvitation, wrongState } from './invite.ts';
import { linkObject, madeBy } from './link-modes.ts';

/** @returns the address of the link. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function copyInvitationLink(
  actor: Actor,
  tx: Tx,
  deps: Pick<InvitationDeps, 'publicUrl' | 'now'>,
  companyId: bigint,
  id: string,
): Promise<string> {
  const found = await findInvitation(tx, companyId, id, 'lock');
  authorize(actor, 'invitations.copy_link', linkObject(actor, companyId, found ?? madeBy(actor)));
  if (found === undefined) throw new AppError('not_found', { message: noInvitation });
  const status = statusAt(found, deps.now());
  if (status !== 'pending') throw wrongState(status);
  const token = newToken();

  await setCopiedToken(tx, found, hashOfToken(token));
  return `${deps.publicUrl}${invitationPath(token)}`;
}
