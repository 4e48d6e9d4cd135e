/**
 * Appends the events of invitations and links to the company's event log: to the log of each mode they serve, with the
 * time of that mode's clock. Must never include a token.
 */

import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendEvents, type NewEvent } from '../../core/events/append-events.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { Invitation } from './invitation.ts';
import { modesOf } from './link-modes.ts';
import type { LinkHistory } from './links.repository.ts';
import { presentDecided, presentLink } from './present-invitation.ts';

type Served = { companyId: bigint; servesLive: boolean };

async function publish(actor: Actor, tx: Tx, clock: Clock, served: Served, event: NewEvent): Promise<void> {
  const { companyId } = served;
  for (const mode of modesOf(served)) {
    const book = { holderId: companyId, mode };
    await appendEvents({ actor, tx, at: clock.now(companyId, mode) }, book, [event]);
  }
}

/** `invitation.accepted`, `.declined`, `.revoked` or `.expired`, by its status. */
export function publishInvitation(actor: Actor, tx: Tx, clock: Clock, invitation: Invitation): Promise<void> {
  const { id, status } = invitation;
  assert(status !== 'pending', 'somebody decided, or the deadline did');
  const data = presentDecided(invitation);
  return publish(actor, tx, clock, invitation, {
    type: `invitation.${status}`,
    subject: subjectOf.invitation(id),
    data,
  });
}

/** @param invitationId none of a test payee. */
export function publishLinkCreated(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  link: LinkHistory,
  invitationId?: string,
): Promise<void> {
  const data = { ...presentLink(link), ...(invitationId === undefined ? {} : { invitation_id: invitationId }) };
  return publish(actor, tx, clock, link, {
    type: 'link.created',
    subject: subjectOf.link(link.id),
    data,
  });
}

export function publishLinkEnded(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  link: LinkHistory,
  endedBy: 'company' | 'beneficiary',
): Promise<void> {
  const data = { ...presentLink(link), ended_by: endedBy };
  return publish(actor, tx, clock, link, { type: 'link.ended', subject: subjectOf.link(link.id), data });
}

/** @param link as it is now, so that the live log learns of it too. */
export function publishLinkWidened(actor: Actor, tx: Tx, clock: Clock, link: LinkHistory): Promise<void> {
  return publish(actor, tx, clock, link, {
    type: 'link.widened',
    subject: subjectOf.link(link.id),
    data: presentLink(link),
  });
}
