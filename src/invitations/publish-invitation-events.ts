/**
 * Appends the events of invitations and links to the company's event log. They serve both modes but each log has one,
 * so an event is appended to both logs, with the time of each mode's clock. Must never include a token.
 */
import assert from 'node:assert/strict';
import type { Clock } from '../clock/clock.ts';
import type { Tx } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import type { LinkHistory } from '../holders/links.repository.ts';
import { subjectOf } from '../ledger/subject.ts';
import { modes } from '../money/mode.ts';
import type { Invitation } from './invitation.ts';
import { presentDecided, presentLink } from './present-invitation.ts';

async function publishInBothModes(tx: Tx, clock: Clock, companyId: bigint, event: NewEvent): Promise<void> {
  for (const mode of modes) {
    const book = { holderId: companyId, mode };
    await appendEvents(tx, book, [event], clock.now(companyId, mode));
  }
}

/** `invitation.accepted`, `.declined`, `.revoked` or `.expired`, by its status. */
export function publishInvitation(tx: Tx, clock: Clock, invitation: Invitation): Promise<void> {
  const { companyId, id, status } = invitation;
  assert(status !== 'pending', 'somebody decided, or the deadline did');
  const data = presentDecided(invitation);
  return publishInBothModes(tx, clock, companyId, {
    type: `invitation.${status}`,
    subject: subjectOf.invitation(id),
    data,
  });
}

export function publishLinkCreated(tx: Tx, clock: Clock, link: LinkHistory, invitationId: string): Promise<void> {
  const data = { ...presentLink(link), invitation_id: invitationId };
  return publishInBothModes(tx, clock, link.companyId, {
    type: 'link.created',
    subject: subjectOf.link(link.id),
    data,
  });
}

export function publishLinkEnded(
  tx: Tx,
  clock: Clock,
  link: LinkHistory,
  endedBy: 'company' | 'beneficiary',
): Promise<void> {
  const data = { ...presentLink(link), ended_by: endedBy };
  return publishInBothModes(tx, clock, link.companyId, { type: 'link.ended', subject: subjectOf.link(link.id), data });
}
