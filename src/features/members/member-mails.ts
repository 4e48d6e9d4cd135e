/** The mails about members of a holder. Pure. A token must appear only in the link. */
import type { Role } from '../../core/access/roles.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { quoted, quotedUnapproved } from '../../core/mail/quoted-name.ts';
import { goodForDays } from './member-invitation.ts';
import type { TeamKind } from './team.ts';

/** The screen that the mailed link opens; the token is the last part of its address. */
const joinPath = '/join';

const roleText: Record<Role, string> = {
  owner: 'an owner',
  finance: 'a finance member',
  developer: 'a developer',
  viewer: 'a viewer',
  administrator: 'an administrator',
  support: 'a support member',
};

type Team = { name: string; kind: TeamKind };

const nameOf = ({ name, kind }: Team): string => (kind === 'service' ? 'the operator of the service' : quoted(name));

type Invited = { recipient: string; team: Team & { isVouchedFor: boolean }; role: Role; token: string };

export const memberInvitationMail = (publicUrl: string, { recipient, team, role, token }: Invited): Mail =>
  writeMail({
    recipient,
    subject: 'You are invited to join a team',
    before: [
      `You are invited to join ${team.isVouchedFor ? nameOf(team) : quotedUnapproved(team.name)} on ${new URL(publicUrl).host} as ${roleText[role]}.`,
      ...(team.kind === 'service' ? ['Operators need two-step sign-in, so have an authenticator app ready.'] : []),
    ],
    link: { label: 'View invitation', address: `${publicUrl}${joinPath}/${token}` },
    after: [
      `The link works for ${goodForDays} days, once, and only for someone who signs in with this address. If you have no account yet, you can create one.`,
      'If you did not expect this, you can ignore this email.',
    ],
  });

type About = { recipient: string; team: Team; member: string; role: Role };

export const joinedMail = ({ recipient, team, member, role }: About): Mail =>
  writeMail({
    recipient,
    subject: 'A new member has joined',
    before: [
      `${quoted(member)} joined ${nameOf(team)} as ${roleText[role]}.`,
      'If you did not expect this, remove them under Members and change your password.',
    ],
  });

export const roleChangedMail = ({ recipient, team, role }: Omit<About, 'member'>): Mail =>
  writeMail({
    recipient,
    subject: 'Your role was changed',
    before: [`You are now ${roleText[role]} of ${nameOf(team)}.`],
  });

export const removedMail = ({ recipient, team }: Omit<About, 'member' | 'role'>): Mail =>
  writeMail({
    recipient,
    subject: 'You were removed from a team',
    before: [
      `You are no longer a member of ${nameOf(team)}. Your own account stays as it is.`,
      'If you think this is a mistake, ask an owner to invite you again.',
    ],
  });

export const leftMail = ({ recipient, team, member }: Omit<About, 'role'>): Mail =>
  writeMail({
    recipient,
    subject: 'A member has left',
    before: [`${quoted(member)} left ${nameOf(team)} and no longer has access to it.`],
  });
