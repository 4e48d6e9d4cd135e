/** All SQL of links: a merchant's or courier's membership in a company. Links serve both modes. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import type { Membership } from './members.repository.ts';

export type Link = {
  companyId: bigint;
  id: bigint;
  holderId: bigint;
  type: 'merchant' | 'courier';
  name: string;
  status: 'active' | 'ended';
};

export async function findLinks(
  db: Database | Tx,
  companyId: bigint,
  ids: readonly bigint[] | undefined,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select company_id as "companyId", id, holder_id as "holderId", type, name, status
    from links
    where company_id = ${companyId} and (${ids === undefined} or id = any(${ids ?? []}::bigint[]))
    order by id`.execute(db);
  return rows;
}

export async function insertLink(
  tx: Tx,
  companyId: bigint,
  link: { holderId: bigint; type: Link['type']; name: string },
): Promise<bigint> {
  const row = await tx
    .insertInto('links')
    .values({ companyId, holderId: link.holderId, type: link.type, name: link.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findActiveLink(
  db: Database | Tx,
  companyId: bigint,
  { holderId, type }: Pick<Link, 'holderId' | 'type'>,
): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    select company_id as "companyId", id, holder_id as "holderId", type, name, status
    from links
    where company_id = ${companyId} and holder_id = ${holderId} and type = ${type} and status = 'active'`.execute(db);
  return rows[0];
}

export type LinkHistory = Link & { createdAt: Date; endedAt: Date | null };

export async function findLink(db: Database | Tx, companyId: bigint, id: bigint): Promise<LinkHistory | undefined> {
  const { rows } = await sql<LinkHistory>`
    select company_id as "companyId", id, holder_id as "holderId", type, name, status,
      created_at as "createdAt", ended_at as "endedAt"
    from links
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0];
}

/** `active → ended`. It keeps its id, its history and what it is owed. @returns false when it had ended. */
export async function setLinkEnded(tx: Tx, companyId: bigint, id: bigint, at: Date): Promise<boolean> {
  const result = await sql`
    update links set status = 'ended', ended_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = 'active'`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** A link as its party sees it: the person's membership in the holder that is linked. */
export type OwnLink = LinkHistory & { companyName: string; membership: Membership };

/** The links of every holder the person is a member of, active ones first, then the newest. @param id only this one. */
export async function listLinksOfPerson(
  db: Database | Tx,
  personId: string,
  { id, limit }: { id?: bigint | undefined; limit: number },
): Promise<OwnLink[]> {
  type Row = LinkHistory &
    Omit<Membership, 'name'> & { companyName: string; holderName: string; holderStatus: Membership['status'] };
  const { rows } = await sql<Row>`
    select l.company_id as "companyId", l.id, l.holder_id as "holderId", l.type, l.name, l.status,
      l.created_at as "createdAt", l.ended_at as "endedAt", c.name as "companyName", h.name as "holderName",
      h.kind, h.status as "holderStatus", m.role
    from members m
    join links l on l.holder_id = m.holder_id
    join holders h on h.id = l.holder_id
    join holders c on c.id = l.company_id
    where m.person_id = ${personId} and (${id ?? null}::bigint is null or l.id = ${id ?? null}::bigint)
    order by l.status, l.id desc limit ${limit}`.execute(db);
  return rows.map(({ kind, role, holderName: name, holderStatus: status, ...link }) => ({
    ...link,
    membership: { holderId: link.holderId, kind, name, status, role },
  }));
}

/** What a link owes its company in one book; `amount` in minor units, above 0. */
export type OwedByLink = {
  linkId: bigint;
  companyName: string;
  mode: Mode;
  currency: string;
  amount: bigint;
};

/** What the holders of a person owe the companies they are linked to, ended links included. @param mode only this one. */
export async function listOwedByPerson(
  db: Database | Tx,
  personId: string,
  { mode, limit }: { mode?: Mode; limit: number },
): Promise<OwedByLink[]> {
  const { rows } = await sql<OwedByLink>`
    select l.id as "linkId", c.name as "companyName", a.mode, a.currency, a.balance as amount
    from members m
    join links l on l.holder_id = m.holder_id
    join holders c on c.id = l.company_id
    join accounts a on a.holder_id = l.company_id and a.purpose = 'debt:' || l.id and a.balance > 0
      and (${mode ?? null}::text is null or a.mode = ${mode ?? null}::text)
    where m.person_id = ${personId}
    order by c.name, l.id, a.mode, a.currency limit ${limit}`.execute(db);
  return rows;
}
