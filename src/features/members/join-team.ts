/**
 * Viewing and accepting an invitation to become a member. Only a person whose confirmed email address is the invited
 * one may accept. The holder and then the invitation are locked, so that of concurrent answers only one counts. Viewing
 * must change nothing.
 */

import type { Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type PersonActor, personActor, type VisitorActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import { mayOnlyRead, type Role } from '../../core/access/roles.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { actingFor } from '../holders/acting.ts';
import { lockHolder } from '../holders/holders.repository.ts';
import { findMembership, insertMember, listTeam, type Membership } from '../holders/members.repository.ts';
import { maskedEmail } from '../links/invitation.ts';
import { type Looker, lookerOf, type MemberInvitationStatus, memberStatusAt } from './member-invitation.ts';
import {
  type AskedMemberInvitation,
  findByToken,
  findLooker,
  findMemberInvitation,
  setAnswered,
} from './member-invitations.repository.ts';
import { joinedMail } from './member-mails.ts';
import { leadOf } from './team.ts';

export type JoinView = { invitation: AskedMemberInvitation; status: MemberInvitationStatus; looker: Looker };

/** @param actor the signed-in person, or a visitor. @throws AppError `link_expired` for an unknown token. */
export async function viewMemberInvitation(
  actor: PersonActor | VisitorActor,
  db: Database,
  token: string,
  now: Now,
): Promise<JoinView> {
  const personId = actor.kind === 'person' ? actor.personId : '';
  authorize(actor, 'member_invitations.open', { personId });
  const invitation = await findByToken(db, hashOfToken(token));
  if (invitation === undefined) throw new AppError('link_expired');
  const person = actor.kind === 'person' ? await findLooker(db, personId, invitation.holderId) : undefined;
  return { invitation, status: memberStatusAt(invitation, now()), looker: lookerOf(invitation, person) };
}

/**
 * Makes the person a member with the invited role. Again by the same person: nothing is done.
 * @throws AppError `link_expired`; `forbidden` for another address; `invalid_state` of a suspended or closed holder.
 */
export async function joinTeam(actor: PersonActor, tx: Tx, token: string, now: Now): Promise<Membership> {
  const { personId } = actor;
  authorize(actor, 'member_invitations.accept', { personId });
  const at = now();
  const hash = hashOfToken(token);
  const holderId = (await findByToken(tx, hash))?.holderId;
  if (holderId === undefined) throw new AppError('link_expired');
  await lockHolder(tx, holderId);
  // Read again under the lock: another answer may have come before it.
  const invitation = (await findByToken(tx, hash)) ?? fail('link_expired');
  await findMemberInvitation(tx, holderId, invitation.id);
  const present = await findMembership(tx, personId, holderId);
  const status = memberStatusAt(invitation, at);
  if (present !== undefined && (status !== 'pending' || invitation.personId === personId)) return present;
  if (status !== 'pending') throw new AppError('link_expired');
  const looker = lookerOf(invitation, { ...(await findLooker(tx, personId, holderId)), isMember: false });
  if (looker !== 'invited') {
    const message = `This invitation is for ${maskedEmail(invitation.email)}. Sign in with that address.`;
    throw new AppError('forbidden', { message });
  }
  if (mayOnlyRead(invitation.holderStatus)) {
    const message = `This account is ${invitation.holderStatus}. Try again once it is active.`;
    throw new AppError('invalid_state', { message });
  }

  await setAnswered(tx, invitation, 'accepted', { at, personId });
  if (present !== undefined) return present;
  const team = await listTeam(tx, holderId);
  await insertMember(tx, holderId, personId, invitation.role);
  const made = (await findMembership(tx, personId, holderId)) as Membership;
  await appendAudit(personActor(actor, actingFor(made), actor), tx, {
    action: 'member_invitations.accept',
    holderId,
    mode: null,
    object: { kind: 'person', id: personId },
    after: { role: invitation.role, invitation: invitation.id },
  });
  await mailLeads(tx, team, { invitation, role: invitation.role });
  return made;
}

type Joined = { invitation: AskedMemberInvitation; role: Role };

async function mailLeads(tx: Tx, team: Awaited<ReturnType<typeof listTeam>>, { invitation, role }: Joined) {
  const { holderName: name, holderKind: kind, email: member } = invitation;
  for (const lead of team.filter((one) => one.role === leadOf(kind))) {
    await queueMail(tx, lead, (words) => joinedMail(words, { team: { name, kind }, member, role }));
  }
}

function fail(code: 'link_expired'): never {
  throw new AppError(code);
}
