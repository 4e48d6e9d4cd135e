/** All SQL of holders and their members. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

export type HolderKind = 'company' | 'merchant' | 'courier' | 'customer';
export type Role = 'owner' | 'developer' | 'finance' | 'viewer';

/** A new, active holder. Companies and merchants get their settings with it. */
export async function insertHolder(tx: Tx, kind: HolderKind, name: string): Promise<bigint> {
  const { id } = await tx.insertInto('holders').values({ kind, name }).returning('id').executeTakeFirstOrThrow();
  if (kind === 'company') await tx.insertInto('companies').values({ holderId: id }).execute();
  if (kind === 'merchant') await tx.insertInto('merchants').values({ holderId: id }).execute();
  return id;
}

export async function insertMember(tx: Tx, holderId: bigint, personId: string, role: Role): Promise<void> {
  await tx
    .insertInto('members')
    .values({ holderId, personId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The addresses of a holder's members in any of the roles. */
export async function listMemberAddresses(
  db: Database | Tx,
  holderId: bigint,
  roles: readonly Role[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select p.email from members m join people p on p.id = m.person_id
    where m.holder_id = ${holderId} and m.role = any(${[...roles]}::text[]) order by p.email`.execute(db);
  return rows.map((row) => row.email);
}

export async function findHolderName(db: Database | Tx, holderId: bigint): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from holders where id = ${holderId}`.execute(db);
  return rows[0]?.name ?? '';
}

/** The holder of a kind that the person with this address owns, if any. */
export async function findOwnedHolder(db: Database | Tx, email: string, kind: HolderKind): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select h.id from people p
    join members m on m.person_id = p.id and m.role = 'owner'
    join holders h on h.id = m.holder_id and h.kind = ${kind}
    where p.email = ${email} order by h.id limit 1`.execute(db);
  return rows[0]?.id;
}

export async function findPersonId(db: Database | Tx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from people where email = ${email}`.execute(db);
  return rows[0]?.id;
}

export async function findHolderByIdOrName(
  db: Database | Tx,
  kind: HolderKind | undefined,
  idOrName: string,
): Promise<{ id: bigint; kind: string; name: string }[]> {
  const { rows } = await sql<{ id: bigint; kind: string; name: string }>`
    select id, kind, name from holders
    where (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
      and (id::text = ${idOrName} or name = ${idOrName})
    order by id limit 3`.execute(db);
  return rows;
}

/** @returns false when there is no such company. */
export async function setOrdersPerMinute(tx: Tx, companyId: bigint, quota: number): Promise<boolean> {
  const result = await tx
    .updateTable('companies')
    .set({ ordersPerMinute: quota })
    .where('holderId', '=', companyId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export type HolderFacts = { id: bigint; name: string; status: 'pending' | 'active' | 'suspended' };

/**
 * The holders of a kind that a person owns, in id order. Held, with the person, until the transaction ends: nobody
 * makes another, or links one of these, meanwhile.
 */
export async function lockOwnedHolders(tx: Tx, personId: string, kind: HolderKind): Promise<HolderFacts[]> {
  await sql`select from people where id = ${personId} for no key update`.execute(tx);
  const { rows } = await sql<HolderFacts>`
    select h.id, h.name, h.status from holders h
    where h.kind = ${kind}
      and exists (select from members m where m.holder_id = h.id and m.person_id = ${personId} and m.role = 'owner')
    order by h.id for no key update of h`.execute(tx);
  return rows;
}

export async function listOwnedHolders(db: Database | Tx, personId: string, kind: HolderKind): Promise<HolderFacts[]> {
  const { rows } = await sql<HolderFacts>`
    select h.id, h.name, h.status from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} and m.role = 'owner' and h.kind = ${kind} order by h.id`.execute(db);
  return rows;
}

/** Where the owners of a holder are written to. */
export async function listOwnerEmails(db: Database | Tx, holderId: bigint, limit: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select p.email from members m join people p on p.id = m.person_id
    where m.holder_id = ${holderId} and m.role = 'owner' and p.email_verified
    order by p.id limit ${limit}`.execute(db);
  return rows.map((row) => row.email);
}
