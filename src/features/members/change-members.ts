/**
 * An owner changes a member's role or removes a member, and a member leaves. All of them lock the holder first, so that
 * two owners who remove each other at the same time never leave the account without one.
 */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor, PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import type { Role } from '../../core/access/roles.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import type { HolderRow } from '../holders/holders.repository.ts';
import { deleteMember, listTeam, setMemberRole, type TeamMember } from '../holders/members.repository.ts';
import { takeTeam } from './invite-member.ts';
import { leftMail, removedMail, roleChangedMail } from './member-mails.ts';
import { actionOf, isLastLead, leadOf, rolesOf } from './team.ts';

const noMember = 'No member has this id.';

/** To the role that the member has already: nothing is done. @throws AppError as `takeTeam`; `validation_failed`; `invalid_state`. */
export async function changeMemberRole(
  actor: Actor,
  tx: Tx,
  holderId: bigint,
  personId: string,
  role: Role,
): Promise<TeamMember> {
  const holder = await takeTeam(actor, tx, holderId, 'change_role');
  const { member, team } = await findIn(tx, holderId, personId);
  if (!rolesOf(holder.kind).includes(role)) {
    const message = `must be one of ${rolesOf(holder.kind).join(', ')}`;
    throw invalidField('role', message);
  }
  if (member.role === role) return member;
  refuseLastLead(holder, team, personId);

  await setMemberRole(tx, holderId, personId, role);
  await appendAudit(actor, tx, {
    action: actionOf(holder.kind, 'change_role'),
    ...about(holderId, personId),
    before: { role: member.role },
    after: { role },
  });
  await queueMail(tx, member, (words) => roleChangedMail(words, { team: holder, role }));
  return { ...member, role };
}

/** The member's next request finds nothing. @throws AppError as `takeTeam`; `invalid_state`. */
export async function removeMember(actor: Actor, tx: Tx, holderId: bigint, personId: string): Promise<void> {
  const holder = await takeTeam(actor, tx, holderId, 'remove');
  const { member, team } = await findIn(tx, holderId, personId);
  refuseLastLead(holder, team, personId);

  await deleteMember(tx, holderId, personId);
  await appendAudit(actor, tx, {
    action: actionOf(holder.kind, 'remove'),
    ...about(holderId, personId),
    before: { role: member.role },
  });
  await queueMail(tx, member, (words) => removedMail(words, holder));
}

/** @throws AppError as `takeTeam`; `invalid_state` for the last owner. */
export async function leaveTeam(actor: PersonActor, tx: Tx, holderId: bigint): Promise<void> {
  const { personId } = actor;
  const holder = await takeTeam(actor, tx, holderId, 'leave');
  const { member, team } = await findIn(tx, holderId, personId);
  refuseLastLead(holder, team, personId);

  await deleteMember(tx, holderId, personId);
  await appendAudit(actor, tx, {
    action: actionOf(holder.kind, 'leave'),
    ...about(holderId, personId),
    before: { role: member.role },
  });
  for (const lead of team) {
    if (lead.role !== leadOf(holder.kind) || lead.personId === personId) continue;
    await queueMail(tx, lead, (words) => leftMail(words, { team: holder, member: member.email }));
  }
}

const about = (holderId: bigint, personId: string) => ({
  holderId,
  mode: null,
  object: { kind: 'person', id: personId },
});

async function findIn(tx: Tx, holderId: bigint, personId: string): Promise<{ member: TeamMember; team: TeamMember[] }> {
  const team = await listTeam(tx, holderId);
  const member = team.find((one) => one.personId === personId);
  if (member === undefined) throw new AppError('not_found', { message: noMember });
  return { member, team };
}

function refuseLastLead({ kind }: HolderRow, team: readonly TeamMember[], personId: string): void {
  if (!isLastLead(kind, team, personId)) return;
  const lead = leadOf(kind);
  throw new AppError('invalid_state', { message: `An account needs an ${lead}. Make someone else ${lead} first.` });
}
