/**
 * An owner invites a person by mail, or an administrator another operator. The invitation and its mail are written in
 * one transaction under the lock of the holder, so that an address has one open invitation and the limits are exact. The
 * token is mailed, and must never be returned.
 */

import type { Now } from '../../base/clock/clock.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Language } from '../../base/languages/languages.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import type { Role } from '../../core/access/roles.ts';
import { isEmail } from '../../core/mail/address.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import { isVouchedFor } from '../holders/holder-name.ts';
import { type HolderRow, lockHolder } from '../holders/holders.repository.ts';
import { listTeam } from '../holders/members.repository.ts';
import { dayOf, secondsUntilTomorrow } from '../links/invitation.ts';
import {
  expiryOf,
  type MemberInvitation,
  mailsPerAddressAndDayMax,
  mailsPerDayMax,
  memberStatusAt,
} from './member-invitation.ts';
import {
  addMemberMail,
  countMemberMails,
  countTeam,
  findMemberInvitation,
  insertMemberInvitation,
  lockPendingFor,
  setAnswered,
  setResent,
} from './member-invitations.repository.ts';
import { memberInvitationMail } from './member-mails.ts';
import { actionOf, rolesOf, type TeamAct, teamSizeMax } from './team.ts';

type MemberDeps = { publicUrl: string; now: Now };

const noHolder = 'No account has this id.';
const noMemberInvitation = 'No invitation has this id.';

/** Locks the holder and checks the permission. @throws AppError as `authorize`; `not_found`. */
export async function takeTeam(actor: Actor, tx: Tx, holderId: bigint, act: TeamAct): Promise<HolderRow> {
  const holder = await lockHolder(tx, holderId);
  if (holder === undefined) throw new AppError('not_found', { message: noHolder });
  authorize(actor, actionOf(holder.kind, act), { holderId, mode: null }, noHolder);
  return holder;
}

/**
 * If the address has an open invitation with this role, that one is returned and no mail is sent.
 * @throws AppError as `takeTeam`; `validation_failed`; `invalid_state`; `rate_limited`.
 */
export async function inviteMember(
  actor: Actor,
  tx: Tx,
  deps: MemberDeps,
  holderId: bigint,
  wanted: { email: string; role: Role; language?: Language | undefined },
): Promise<{ invitation: MemberInvitation; made: boolean }> {
  const now = deps.now();
  const team = await takeTeam(actor, tx, holderId, 'invite');
  const email = normalEmail(wanted.email);
  const { role } = wanted;
  if (!isEmail(email)) throw invalidField('email', 'must be an email address, such as ada@example.com');
  if (!rolesOf(team.kind).includes(role)) throw invalidField('role', `must be one of ${rolesOf(team.kind).join(', ')}`);
  if ((await listTeam(tx, holderId)).some((member) => member.email === email)) {
    throw invalidField('email', 'This person is already a member.');
  }
  const pending = await lockPendingFor(tx, holderId, email);
  if (pending !== undefined && memberStatusAt(pending, now) === 'pending') {
    if (pending.role === role) return { invitation: pending, made: false };
    throw new AppError('invalid_state', {
      message: 'This address has an open invitation with another role. Revoke it first.',
    });
  }
  await refuseTooMany(tx, team, email, now);

  if (pending !== undefined) await setAnswered(tx, pending, 'expired', { at: pending.expiresAt });
  const token = newToken();
  const invitation = await insertMemberInvitation(tx, {
    holderId,
    id: newPublicId('minv', holderId),
    email,
    role,
    language: wanted.language ?? null,
    createdAt: now,
    expiresAt: expiryOf(now),
    tokenHash: hashOfToken(token),
  });
  await mailAndRecord(actor, tx, deps, { team, invitation, token });
  return { invitation, made: true };
}

/**
 * A new token with a new deadline, for a pending or expired invitation; the link mailed before stops working.
 * @throws AppError as `takeTeam`; `invalid_state`; `rate_limited`.
 */
export async function resendMemberInvitation(
  actor: Actor,
  tx: Tx,
  deps: MemberDeps,
  holderId: bigint,
  id: string,
): Promise<MemberInvitation> {
  const now = deps.now();
  const team = await takeTeam(actor, tx, holderId, 'invite');
  const found = await findMemberInvitation(tx, holderId, id);
  if (found === undefined) throw new AppError('not_found', { message: noMemberInvitation });
  const status = memberStatusAt(found, now);
  if (status !== 'pending' && status !== 'expired') throw wrongState(status);
  if ((await listTeam(tx, holderId)).some(({ email }) => email === found.email)) {
    throw new AppError('invalid_state', { message: 'This person is already a member.' });
  }
  const other = await lockPendingFor(tx, holderId, found.email);
  if (other !== undefined && other.id !== id) {
    throw new AppError('invalid_state', { message: 'A newer invitation to this address has replaced it.' });
  }
  await refuseTooMany(tx, team, found.email, now, status === 'pending' ? 1 : 0);

  const token = newToken();
  const invitation = await setResent(tx, found, { tokenHash: hashOfToken(token), expiresAt: expiryOf(now) });
  await mailAndRecord(actor, tx, deps, { team, invitation, token });
  return invitation;
}

/** Revoking a revoked invitation changes nothing. @throws AppError as `takeTeam`; `invalid_state`. */
export async function revokeMemberInvitation(
  actor: Actor,
  tx: Tx,
  { now }: Pick<MemberDeps, 'now'>,
  holderId: bigint,
  id: string,
): Promise<MemberInvitation> {
  const at = now();
  const team = await takeTeam(actor, tx, holderId, 'revoke_invitation');
  const found = await findMemberInvitation(tx, holderId, id);
  if (found === undefined) throw new AppError('not_found', { message: noMemberInvitation });
  if (found.status === 'revoked') return found;
  if (found.status !== 'pending') throw wrongState(memberStatusAt(found, at));

  await setAnswered(tx, found, 'revoked', { at });
  await appendAudit(actor, tx, {
    action: actionOf(team.kind, 'revoke_invitation'),
    holderId,
    mode: null,
    object: { kind: 'member_invitation', id },
    before: { email: found.email, role: found.role },
  });
  return { ...found, status: 'revoked' };
}

const wrongState = (status: string): AppError =>
  new AppError('invalid_state', { message: `The invitation is ${status}.` });

/** @param counted how many of the team this invitation is already. */
async function refuseTooMany(tx: Tx, team: HolderRow, email: string, now: Date, counted = 0): Promise<void> {
  const holderId = team.id;
  if ((await countTeam(tx, holderId, now)) - counted >= teamSizeMax) {
    throw new AppError('validation_failed', {
      message: `An account has at most ${teamSizeMax} members and open invitations.`,
    });
  }
  const sent = await countMemberMails(tx, holderId, { day: dayOf(now), email });
  const retryAfterSeconds = secondsUntilTomorrow(now);
  if (sent.toAddress >= mailsPerAddressAndDayMax) {
    const message = `At most ${mailsPerAddressAndDayMax} invitations a day are emailed to one address.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds });
  }
  const allMax = mailsPerDayMax[isVouchedFor(team) ? 'active' : 'pending'];
  if (sent.all >= allMax) {
    const message = `At most ${allMax} invitations of members are emailed a day.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds });
  }
}

type Sent = { team: HolderRow; invitation: MemberInvitation; token: string };

async function mailAndRecord(actor: Actor, tx: Tx, deps: MemberDeps, { team, invitation, token }: Sent): Promise<void> {
  const { holderId, id, email, role, language } = invitation;
  await addMemberMail(tx, holderId, { day: dayOf(deps.now()), email });
  const facts = { publicUrl: deps.publicUrl, team: { ...team, isVouchedFor: isVouchedFor(team) }, role, token };
  await queueMail(tx, await findReader(tx, email, language), (words) => memberInvitationMail(words, facts));
  await appendAudit(actor, tx, {
    action: actionOf(team.kind, 'invite'),
    holderId,
    mode: null,
    object: { kind: 'member_invitation', id },
    after: { email, role, until: invitation.expiresAt },
  });
}
