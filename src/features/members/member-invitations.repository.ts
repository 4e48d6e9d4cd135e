/** All SQL of invitations to become a member. Rows contain a token's hash, never the token. */

import { int4 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import type { MemberInvitation, MemberInvitationStatus } from './member-invitation.ts';
import type { TeamKind } from './team.ts';

const columns = [
  'memberInvitations.holderId',
  'memberInvitations.id',
  'memberInvitations.email',
  'memberInvitations.role',
  'memberInvitations.language',
  'memberInvitations.status',
  'memberInvitations.personId',
  'memberInvitations.createdAt',
  'memberInvitations.expiresAt',
] as const;

type NewMemberInvitation = Omit<MemberInvitation, 'status' | 'personId'> & { tokenHash: Buffer };

export async function insertMemberInvitation(tx: Tx, invitation: NewMemberInvitation): Promise<MemberInvitation> {
  return tx.insertInto('memberInvitations').values(invitation).returning(columns).executeTakeFirstOrThrow();
}

export async function findMemberInvitation(
  tx: Tx,
  holderId: bigint,
  id: string,
): Promise<MemberInvitation | undefined> {
  return tx
    .selectFrom('memberInvitations')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The invitation stored as pending, which may be past its deadline. Locked until the transaction ends. */
export async function lockPendingFor(tx: Tx, holderId: bigint, email: string): Promise<MemberInvitation | undefined> {
  return tx
    .selectFrom('memberInvitations')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

/** Invitations that can be accepted or sent again: pending or expired, newest first, one per address. */
export async function listUnanswered(
  db: Database | Tx,
  holderId: bigint,
  { since, limit }: { since: Date; limit: number },
): Promise<MemberInvitation[]> {
  return db
    .selectFrom('memberInvitations')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('status', 'in', ['pending', 'expired'])
    .where('expiresAt', '>', since)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

export type AskedMemberInvitation = MemberInvitation & {
  holderName: string;
  holderKind: TeamKind;
  holderStatus: HolderStatus;
};

/** By the hash of the token in the mailed link, with the holder. */
export async function findByToken(db: Database | Tx, tokenHash: Buffer): Promise<AskedMemberInvitation | undefined> {
  return db
    .selectFrom('memberInvitations')
    .innerJoin('holders', 'holders.id', 'memberInvitations.holderId')
    .select(columns)
    .select(['holders.name as holderName', 'holders.kind as holderKind', 'holders.status as holderStatus'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

/** `pending → to`. The caller has locked the row. */
export async function setAnswered(
  tx: Tx,
  { holderId, id }: MemberInvitation,
  to: Exclude<MemberInvitationStatus, 'pending'>,
  { at, personId }: { at: Date; personId?: string },
): Promise<void> {
  await tx
    .updateTable('memberInvitations')
    .set({ status: to, decidedAt: at, personId: personId ?? null })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** All pending ones of a holder, which the caller has locked. */
export async function revokePending(tx: Tx, holderId: bigint, at: Date): Promise<void> {
  await tx
    .updateTable('memberInvitations')
    .set({ status: 'revoked', decidedAt: at })
    .where('holderId', '=', holderId)
    .where('status', '=', 'pending')
    .execute();
}

/** Pending again, with a new token; the link mailed before stops working. */
export async function setResent(
  tx: Tx,
  { holderId, id }: MemberInvitation,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<MemberInvitation> {
  return tx
    .updateTable('memberInvitations')
    .set({ status: 'pending', decidedAt: null, tokenHash, expiresAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'expired'])
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Members, and invitations that can still be accepted. */
export async function countTeam(tx: Tx, holderId: bigint, now: Date): Promise<number> {
  const { count } = await query({ count: int4 })`
    select ((select count(*) from members where holder_id = ${holderId})
      + (select count(*) from member_invitations
         where holder_id = ${holderId} and status = 'pending' and expires_at > ${now}))::int as count`.executeTakeFirstOrThrow(
    tx,
  );
  return count;
}

/** Mails sent on a day, in total and to one address. */
export async function countMemberMails(
  tx: Tx,
  holderId: bigint,
  { day, email }: { day: string; email: string },
): Promise<{ all: number; toAddress: number }> {
  return query({ all: int4, toAddress: int4 })`
    select coalesce(sum(mails), 0)::int as "all",
      coalesce(sum(mails) filter (where email = ${email}), 0)::int as "toAddress"
    from member_invitation_mails where holder_id = ${holderId} and day = ${day}::date`.executeTakeFirstOrThrow(tx);
}

/** Counts one more, and drops the holder's counts of earlier days. */
export async function addMemberMail(
  tx: Tx,
  holderId: bigint,
  { day, email }: { day: string; email: string },
): Promise<void> {
  await command`
    delete from member_invitation_mails where holder_id = ${holderId} and day < ${day}::date`.execute(tx);
  await command`
    insert into member_invitation_mails as m (holder_id, day, email, mails)
    values (${holderId}, ${day}::date, ${email}, 1)
    on conflict (holder_id, day, email) do update set mails = m.mails + 1`.execute(tx);
}

/** A person's email address, if it is confirmed, and whether they belong to the holder. */
export async function findLooker(
  db: Database | Tx,
  personId: string,
  holderId: bigint,
): Promise<{ email: string | undefined; isMember: boolean }> {
  const person = await db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .where('emailVerified', '=', true)
    .executeTakeFirst();
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('personId', '=', personId)
    .where('holderId', '=', holderId)
    .executeTakeFirst();
  return { email: person?.email, isMember: member !== undefined };
}
