/** All SQL of links: a merchant's or courier's membership in a company. */
import { int8, oneOf, type RowOf, text } from '../database/columns.ts';
import type { Database } from '../database/pool.ts';
import { condition, query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { type Mode, modes } from '../money/mode.ts';
import type { Membership } from './members.repository.ts';

const linkColumns = ['companyId', 'id', 'holderId', 'type', 'name', 'status', 'servesLive'] as const;

export type Link = {
  companyId: bigint;
  id: bigint;
  holderId: bigint;
  type: 'merchant' | 'courier';
  name: string;
  status: 'active' | 'ended';
  /** Whether live orders may name it. Every link serves test mode. */
  servesLive: boolean;
};

export async function findLinks(
  db: Database | Tx,
  companyId: bigint,
  ids: readonly bigint[] | undefined,
): Promise<Link[]> {
  return db
    .selectFrom('links')
    .select(linkColumns)
    .where('companyId', '=', companyId)
    .$if(ids !== undefined, (only) => only.where(condition`id = any(${ids}::bigint[])`))
    .orderBy('id')
    .execute();
}

export type LinkFilter = {
  /** Part of the name, or the id. */
  search?: string | undefined;
  type?: Link['type'] | undefined;
  status?: Link['status'] | undefined;
  before?: bigint | undefined;
  limit: number;
};

/** One page of a company's links, newest first. */
export async function listLinks(
  db: Database,
  companyId: bigint,
  { search, type, status, before, limit }: LinkFilter,
): Promise<LinkHistory[]> {
  return db
    .selectFrom('links')
    .select([...linkColumns, 'createdAt', 'endedAt'])
    .where('companyId', '=', companyId)
    .$if(search !== undefined, (list) =>
      list.where(condition`(position(lower(${search}) in lower(name)) > 0 or id::text = ${search})`),
    )
    .$if(type !== undefined, (list) => list.where('type', '=', type as Link['type']))
    .$if(status !== undefined, (list) => list.where('status', '=', status as Link['status']))
    .$if(before !== undefined, (list) => list.where('id', '<', before as bigint))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertLink(
  tx: Tx,
  companyId: bigint,
  { holderId, type, name, servesLive = true }: Pick<Link, 'holderId' | 'type' | 'name'> & { servesLive?: boolean },
): Promise<bigint> {
  const row = await tx
    .insertInto('links')
    .values({ companyId, holderId, type, name, servesLive })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findActiveLink(
  db: Database | Tx,
  companyId: bigint,
  { holderId, type }: Pick<Link, 'holderId' | 'type'>,
): Promise<Link | undefined> {
  return db
    .selectFrom('links')
    .select(linkColumns)
    .where('companyId', '=', companyId)
    .where('holderId', '=', holderId)
    .where('type', '=', type)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export type LinkHistory = Link & { createdAt: Date; endedAt: Date | null };

/** @param lock whether to lock the row until the transaction ends. */
export async function findLink(
  db: Database | Tx,
  companyId: bigint,
  id: bigint,
  lock = false,
): Promise<LinkHistory | undefined> {
  return db
    .selectFrom('links')
    .select([...linkColumns, 'createdAt', 'endedAt'])
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(lock, (found) => found.forUpdate())
    .executeTakeFirst();
}

/** A link from the payee's side, active or ended. */
export async function findLinkOfHolder(db: Database | Tx, holderId: bigint, id: bigint): Promise<Link | undefined> {
  return db
    .selectFrom('links')
    .select(linkColumns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** `active → ended`. The link keeps its id, history and balances. @returns false when it had already ended. */
export async function setLinkEnded(tx: Tx, companyId: bigint, id: bigint, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('links')
    .set({ status: 'ended', endedAt: at })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** An active link serves live mode too from now on. @returns false when it did, or has ended. */
export async function setServesLive(tx: Tx, companyId: bigint, id: bigint): Promise<boolean> {
  const result = await tx
    .updateTable('links')
    .set({ servesLive: true })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('servesLive', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A link from the payee's side, with the person's membership in the linked holder. */
export type OwnLink = LinkHistory & { companyName: string; membership: Membership };

/** The links of all of a person's holders: active ones first, then newest first. @param id only this link. */
export async function listLinksOfPerson(
  db: Database | Tx,
  personId: string,
  { id, limit }: { id?: bigint | undefined; limit: number },
): Promise<OwnLink[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('links as l', 'l.holderId', 'm.holderId')
    .innerJoin('holders as h', 'h.id', 'l.holderId')
    .innerJoin('holders as c', 'c.id', 'l.companyId')
    .select(['l.companyId', 'l.id', 'l.holderId', 'l.type', 'l.name', 'l.status', 'l.servesLive'])
    .select(['l.createdAt', 'l.endedAt', 'm.role'])
    .select(['c.name as companyName', 'h.name as holderName', 'h.kind', 'h.status as holderStatus'])
    .where('m.personId', '=', personId)
    .$if(id !== undefined, (only) => only.where('l.id', '=', id as bigint))
    .orderBy('l.status')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ kind, role, holderName: name, holderStatus: status, ...link }) => ({
    ...link,
    membership: { holderId: link.holderId, kind, name, status, role },
  }));
}

/** A link's debt to its company in one book. `amount` is in minor units and above 0. */
const owedByLink = { linkId: int8, companyName: text, mode: oneOf(...modes), currency: text, amount: int8 };

export type OwedByLink = RowOf<typeof owedByLink>;

/** The debts of a person's holders to the companies of their links, active or ended. @param mode only this mode. */
export async function listOwedByPerson(
  db: Database | Tx,
  personId: string,
  { mode, limit }: { mode?: Mode; limit: number },
): Promise<OwedByLink[]> {
  return query(owedByLink)`
    select l.id as "linkId", c.name as "companyName", a.mode, a.currency, a.balance as amount
    from members m
    join links l on l.holder_id = m.holder_id
    join holders c on c.id = l.company_id
    join accounts a on a.holder_id = l.company_id and a.kind = 'link_debt' and a.link_id = l.id
      and a.balance > 0
      and (${mode ?? null}::text is null or a.mode = ${mode ?? null}::text)
    where m.person_id = ${personId}
    order by c.name, l.id, a.mode, a.currency limit ${limit}`.execute(db);
}
