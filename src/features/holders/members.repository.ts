/** All SQL of members: people, their holders and roles. What a role may do is decided in `src/core/access`. */

import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type Language, languageFrom } from '../../base/languages/languages.ts';
import type { HolderKind, HolderStatus, Role } from '../../core/access/roles.ts';
import { notifyPerson } from '../../core/events/events.repository.ts';
import { lockHolderAlone } from './holder-locks.repository.ts';

export async function insertMember(tx: Tx, holderId: bigint, personId: string, role: Role): Promise<void> {
  const result = await tx
    .insertInto('members')
    .values({ holderId, personId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) return;
  await keepRow(tx, 'members', { holder_id: holderId, person_id: personId });
}

/** `language`: in which they read mails about the holder, as `Reader`. */
export type Member = {
  personId: string;
  email: string;
  emailVerified: boolean;
  twoStep: boolean;
  role: Role;
  language: Language;
};

/** A holder's members, sorted by email address. */
export async function listMembers(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const members = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .innerJoin('holders', 'holders.id', 'members.holderId')
    .select(['people.id as personId', 'people.email', 'people.emailVerified', 'people.secondFactor as twoStep'])
    .select(['members.role', 'holders.kind', 'people.language'])
    .where('members.holderId', '=', holderId)
    .orderBy('people.email')
    .execute();
  return members.map(({ kind, language, ...member }) => {
    // The screens of companies and operators are in English.
    const isTheirs = member.emailVerified && kind !== 'company' && kind !== 'service';
    return { ...member, language: languageFrom(isTheirs ? language : null) };
  });
}

/** `language`: their own, for mails about their membership. */
export type TeamMember = {
  personId: string;
  name: string;
  email: string;
  role: Role;
  twoStep: boolean;
  since: Date;
  language: Language;
};

/** A holder's members with what their colleagues see of them, the longest first. */
export async function listTeam(db: Database | Tx, holderId: bigint): Promise<TeamMember[]> {
  const team = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['people.id as personId', 'people.name', 'people.email', 'members.role'])
    .select(['people.secondFactor as twoStep', 'members.createdAt as since'])
    .select(['people.emailVerified', 'people.language'])
    .where('members.holderId', '=', holderId)
    .orderBy('members.createdAt')
    .orderBy('people.email')
    .execute();
  return team.map(({ emailVerified, language, ...member }) => ({
    ...member,
    language: languageFrom(emailVerified ? language : null),
  }));
}

/** The caller has locked the holder, so that no two changes of its members count at once. */
export async function setMemberRole(tx: Tx, holderId: bigint, personId: string, role: Role): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('holderId', '=', holderId)
    .where('personId', '=', personId)
    .execute();
  await keepRow(tx, 'members', { holder_id: holderId, person_id: personId });
}

/** The caller has locked the holder. */
export async function deleteMember(tx: Tx, holderId: bigint, personId: string): Promise<void> {
  await tx.deleteFrom('members').where('holderId', '=', holderId).where('personId', '=', personId).execute();
  await keepRow(tx, 'members', { holder_id: holderId, person_id: personId });
  await notifyPerson(tx, personId);
}

export type Membership = {
  holderId: bigint;
  kind: HolderKind | 'service';
  name: string;
  status: HolderStatus;
  role: Role;
};

const membershipsOf = (db: Database | Tx, personId: string) =>
  db
    .selectFrom('members')
    .innerJoin('holders', 'holders.id', 'members.holderId')
    .select(['holders.id as holderId', 'holders.kind', 'holders.name', 'holders.status', 'members.role'])
    .where('members.personId', '=', personId);

/** The holders a person is a member of, in id order. */
export async function listMemberships(db: Database | Tx, personId: string): Promise<Membership[]> {
  return membershipsOf(db, personId).orderBy('holders.id').execute();
}

export async function findMembership(
  db: Database | Tx,
  personId: string,
  holderId: bigint,
): Promise<Membership | undefined> {
  return membershipsOf(db, personId).where('members.holderId', '=', holderId).executeTakeFirst();
}

/**
 * As `listMemberships`, for one kind of holder. Locks the person and these holders until the transaction ends, so that
 * no concurrent transaction adds another one or links one of these.
 */
export async function lockMemberships(tx: Tx, personId: string, kind: HolderKind): Promise<Membership[]> {
  await lockPerson(tx, personId);
  const memberships = membershipsOf(tx, personId).where('holders.kind', '=', kind).orderBy('holders.id');
  for (const { holderId } of await memberships.execute()) await lockHolderAlone(tx, holderId);
  return memberships.execute();
}

/**
 * Locks a person until the transaction ends, so that what they open for themselves is opened one after the other.
 * @throws AppError `signed_out` when the person was deleted meanwhile.
 */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  const row = await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirst();
  if (row === undefined) throw new AppError('signed_out');
}
