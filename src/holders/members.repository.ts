/** All SQL of members: which person belongs to which holder, and in which role. What a role may do is asked elsewhere. */
import { sql } from 'kysely';
import type { HolderKind, HolderStatus, Role } from '../access/roles.ts';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

export async function insertMember(tx: Tx, holderId: bigint, personId: string, role: Role): Promise<void> {
  await tx
    .insertInto('members')
    .values({ holderId, personId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type Member = { personId: string; email: string; emailVerified: boolean; role: Role };

/** A holder's members, by address. */
export async function listMembers(db: Database | Tx, holderId: bigint): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select p.id as "personId", p.email, p.email_verified as "emailVerified", m.role
    from members m join people p on p.id = m.person_id
    where m.holder_id = ${holderId} order by p.email`.execute(db);
  return rows;
}

export type Membership = {
  holderId: bigint;
  kind: HolderKind | 'service';
  name: string;
  status: HolderStatus;
  role: Role;
};

/** The holders a person is a member of, in id order. */
export async function listMemberships(db: Database | Tx, personId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select h.id as "holderId", h.kind, h.name, h.status, m.role
    from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} order by h.id`.execute(db);
  return rows;
}

export async function findMembership(
  db: Database | Tx,
  personId: string,
  holderId: bigint,
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select h.id as "holderId", h.kind, h.name, h.status, m.role
    from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} and m.holder_id = ${holderId}`.execute(db);
  return rows[0];
}

/**
 * As `listMemberships`, of one kind. Locked, with the person, until the transaction ends: nobody makes another, or links
 * one of these, meanwhile.
 */
export async function lockMemberships(tx: Tx, personId: string, kind: HolderKind): Promise<Membership[]> {
  await sql`select from people where id = ${personId} for no key update`.execute(tx);
  const { rows } = await sql<Membership>`
    select h.id as "holderId", h.kind, h.name, h.status, m.role
    from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} and h.kind = ${kind}
    order by h.id for no key update of h`.execute(tx);
  return rows;
}
