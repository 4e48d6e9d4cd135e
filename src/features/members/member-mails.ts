/** The mails about members of a holder, in each person's own language. Pure. A token must appear only in the link. */
import type { Role } from '../../core/access/roles.ts';
import { fitName, fitUnapprovedName } from '../../core/mail/fit-name.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { goodForDays } from './member-invitation.ts';
import type { TeamKind } from './team.ts';

/** The screen that the mailed link opens; the token is the last part of its address. */
const joinPath = '/join';

type Team = { name: string; kind: TeamKind };

const named = ({ name, kind }: Team) => ({ kind, team: fitName(name) });

type Invited = { publicUrl: string; team: Team & { isVouchedFor: boolean }; role: Role; token: string };

export function memberInvitationMail(words: Words, { publicUrl, team, role, token }: Invited): Mail {
  const { kind, isVouchedFor, name } = team;
  const shown = { kind, team: isVouchedFor ? fitName(name) : fitUnapprovedName(name) };
  return writeMail(words, {
    subject: words.t('members.invitation.subject'),
    before: [
      words.t('members.invitation.text', { ...shown, host: new URL(publicUrl).host, role }),
      ...(kind === 'service' ? [words.t('members.invitation.operators')] : []),
    ],
    link: { label: words.t('members.invitation.link'), address: `${publicUrl}${joinPath}/${token}` },
    after: [words.t('members.invitation.after', { days: goodForDays }), words.t('members.invitation.ignore')],
  });
}

type About = { team: Team; member: string; role: Role };

export const joinedMail = (words: Words, { team, member, role }: About): Mail =>
  writeMail(words, {
    subject: words.t('members.joined.subject'),
    before: [
      words.t('members.joined.text', { ...named(team), member: fitName(member), role }),
      words.t('members.joined.unexpected'),
    ],
  });

export const roleChangedMail = (words: Words, { team, role }: Omit<About, 'member'>): Mail =>
  writeMail(words, {
    subject: words.t('members.roleChanged.subject'),
    before: [words.t('members.roleChanged.text', { ...named(team), role })],
  });

export const removedMail = (words: Words, team: Team): Mail =>
  writeMail(words, {
    subject: words.t('members.removed.subject'),
    before: [words.t('members.removed.text', named(team)), words.t('members.removed.mistake')],
  });

/** @param member null of one who deleted their account: their address is not told. */
export const leftMail = (words: Words, { team, member }: { team: Team; member: string | null }): Mail =>
  writeMail(words, {
    subject: words.t('members.left.subject'),
    before: [
      member === null
        ? words.t('members.left.deleted', named(team))
        : words.t('members.left.text', { ...named(team), member: fitName(member) }),
    ],
  });
