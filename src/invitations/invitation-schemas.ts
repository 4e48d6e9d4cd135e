/** Schemas of invitations and ended links in answers and events. They must never include a token. */
import { type Static, Type } from 'typebox';
import { Instant, NullableInstant, NullableRef, NumericId, PublicId, ServedModes, Text } from '../schemas/parts.ts';
import { type InvitationStatus, invitationTransitions } from './invitation.ts';

export const InvitationStatusName = Type.Enum(Object.keys(invitationTransitions) as InvitationStatus[]);

export const InvitationAnswer = Type.Object(
  {
    invitation_id: PublicId('inv'),
    email: Text('ada@example.org'),
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: InvitationStatusName,
    modes: ServedModes,
    beneficiary_ref: NullableRef,
    expires_at: Instant,
    created_at: Instant,
    decided_at: NullableInstant,
  },
  { title: 'Invitation' },
);
export type PresentedInvitation = Static<typeof InvitationAnswer>;

export const LinkHistoryAnswer = Type.Object(
  {
    id: NumericId,
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: Type.Enum(['active', 'ended']),
    modes: ServedModes,
    created_at: Instant,
    ended_at: NullableInstant,
  },
  { title: 'LinkHistory' },
);
export type PresentedLink = Static<typeof LinkHistoryAnswer>;
