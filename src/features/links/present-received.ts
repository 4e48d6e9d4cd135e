/** Invitations and links from the side of the invited, as answered. Pure; must never include a token or an address. */

import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Look } from './answer-invitation.ts';
import { maskedEmail } from './invitation.ts';
import type { PresentedCompanyLink, PresentedOpened, PresentedReceived } from './invitation-schemas.ts';
import type { AskedInvitation } from './invitations.repository.ts';
import { modesOf } from './link-modes.ts';
import type { OwedByLink, OwnLink } from './links.repository.ts';

const invitedTo = (invitation: AskedInvitation) => ({
  company: invitation.companyName,
  type: invitation.type,
  modes: modesOf(invitation),
  expires_at: invitation.expiresAt.toISOString(),
});

export const presentReceived = (invitation: AskedInvitation): PresentedReceived => ({
  invitation_id: invitation.id,
  ...invitedTo(invitation),
  name: invitation.name,
});

export function presentOpened({ invitation, refusal, holders, linkedHolderId }: Look): PresentedOpened {
  const isTheirs = refusal === undefined || refusal.reason === 'own';
  return {
    state: refusal?.reason ?? 'open',
    ...invitedTo(invitation),
    name: isTheirs ? invitation.name : null,
    sent_to: maskedEmail(invitation.email),
    company_id: refusal?.reason === 'sender' ? Number(invitation.companyId) : null,
    beneficiary_ref: refusal?.reason === 'own' ? Number(refusal.linkId) : null,
    holder_id: linkedHolderId === undefined ? null : Number(linkedHolderId),
    holders: holders.map(({ id, name, status }) => ({ holder_id: Number(id), name, status })),
  };
}

export const presentCompanyLink = (link: OwnLink, owed: readonly OwedByLink[]): PresentedCompanyLink => ({
  id: Number(link.id),
  company: link.companyName,
  type: link.type,
  name: link.name,
  status: link.status,
  modes: modesOf(link),
  owed: owed
    .filter(({ linkId }) => linkId === link.id)
    .map(({ currency, amount }) => ({ currency, amount: jsonDecimal(amount, exponentOf(currency)) })),
  created_at: link.createdAt.toISOString(),
  ended_at: link.endedAt?.toISOString() ?? null,
});
