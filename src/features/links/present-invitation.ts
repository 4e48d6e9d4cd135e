/** Invitations and ended links in answers and events of interface B. Pure; must never include a token. */

import { type Invitation, statusAt } from './invitation.ts';
import type { PresentedInvitation, PresentedLink } from './invitation-schemas.ts';
import { modesOf } from './link-modes.ts';
import type { LinkHistory } from './links.repository.ts';

export const presentInvitation = (invitation: Invitation, now: Date): PresentedInvitation =>
  presentDecided({ ...invitation, status: statusAt(invitation, now) });

/** With the stored status, without checking the deadline. */
export const presentDecided = (invitation: Invitation): PresentedInvitation => ({
  invitation_id: invitation.id,
  email: invitation.email,
  type: invitation.type,
  name: invitation.name,
  status: invitation.status,
  modes: modesOf(invitation),
  /** The link's id once accepted, for use in splits. */
  beneficiary_ref: invitation.linkId === null ? null : Number(invitation.linkId),
  expires_at: invitation.expiresAt.toISOString(),
  created_at: invitation.createdAt.toISOString(),
  decided_at: invitation.decidedAt?.toISOString() ?? null,
});

export const presentLink = ({
  id,
  type,
  name,
  status,
  servesLive,
  createdAt,
  endedAt,
}: LinkHistory): PresentedLink => ({
  id: Number(id),
  type,
  name,
  status,
  modes: modesOf({ servesLive }),
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
});
