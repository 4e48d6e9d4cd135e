/** Members, and invitations to become one, in answers of the people's API. */
import { type Static, Type } from 'typebox';
import { Instant, NumericId, PublicId, Text } from '../../base/schemas/parts.ts';
import { holderKinds, memberRoles, operatorRoles } from '../../core/access/roles.ts';
import type { TeamMember } from '../holders/members.repository.ts';
import { maskedEmail } from '../links/invitation.ts';
import type { JoinView } from './join-team.ts';
import { type MemberInvitation, memberStatusAt } from './member-invitation.ts';

const RoleName = Type.Enum([...new Set([...memberRoles, ...operatorRoles])], { examples: ['developer'] });

export const MemberAnswer = Type.Object(
  {
    person_id: Text('Yk3x0aQ9b7LrW2cV'),
    name: Text('Ada Lovelace'),
    email: Text('ada@example.org'),
    role: RoleName,
    two_step: Type.Boolean({ description: 'Whether their two-step sign-in is on' }),
    you: Type.Boolean({ description: 'Whether it is the calling person' }),
    since: Instant,
  },
  { title: 'Member' },
);

export const MemberInvitationAnswer = Type.Object(
  {
    invitation_id: PublicId('minv'),
    email: Text('ada@example.org'),
    role: RoleName,
    status: Type.Enum(['pending', 'accepted', 'revoked', 'expired']),
    created_at: Instant,
    expires_at: Instant,
  },
  { title: 'MemberInvitation', description: 'A person who is asked, by email, to become a member' },
);

export const TeamAnswer = Type.Object(
  { members: Type.Array(MemberAnswer), invitations: Type.Array(MemberInvitationAnswer) },
  { title: 'Team', description: 'All members, and invitations that are open or expired recently' },
);

const Joined = {
  holder: Type.Object({ name: Text('Bolt Bistro'), kind: Type.Enum([...holderKinds, 'service']) }),
  role: RoleName,
};

export const JoinViewAnswer = Type.Object(
  {
    ...Joined,
    status: MemberInvitationAnswer.properties.status,
    email: Text('a…@example.org', 'Enough to recognize the address'),
    looker: Type.Enum(['signed_out', 'invited', 'other_address', 'unconfirmed', 'member'], {
      description: 'Who is calling: the invited person, someone else, or someone who is already a member',
    }),
    holder_id: Type.Union([NumericId, Type.Null()], { description: 'For a member', examples: [null] }),
  },
  { title: 'JoinView', description: 'An invitation to become a member, as its link shows it' },
);

export const JoinedAnswer = Type.Object(
  { holder_id: NumericId, name: Text('Bolt Bistro'), role: RoleName },
  { title: 'Joined' },
);

export const presentMember = (
  { personId, name, email, role, twoStep, since }: TeamMember,
  asker: string,
): Static<typeof MemberAnswer> => ({
  person_id: personId,
  name,
  email,
  role,
  two_step: twoStep,
  you: personId === asker,
  since: since.toISOString(),
});

export const presentMemberInvitation = (
  invitation: MemberInvitation,
  now: Date,
): Static<typeof MemberInvitationAnswer> => ({
  invitation_id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  status: memberStatusAt(invitation, now),
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});

export const presentJoinView = ({ invitation, status, looker }: JoinView): Static<typeof JoinViewAnswer> => ({
  holder: { name: invitation.holderName, kind: invitation.holderKind },
  role: invitation.role,
  status,
  email: maskedEmail(invitation.email),
  looker,
  holder_id: looker === 'member' ? Number(invitation.holderId) : null,
});
