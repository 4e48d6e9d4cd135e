/** All SQL of links: a merchant's or courier's membership in a company. */

import { type RawBuilder, sql } from 'kysely';
import { int8, narrowed, type RowOf, text } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { condition, query } from '../../base/database/statement.ts';
import { countRows, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';

const linkColumns = ['companyId', 'id', 'holderId', 'type', 'name', 'status', 'servesLive', 'isTestPayee'] as const;

export type Link = {
  companyId: bigint;
  id: bigint;
  holderId: bigint;
  type: 'merchant' | 'courier';
  name: string;
  status: 'active' | 'ended';
  /** Whether live orders may name it. Every link serves test mode. */
  servesLive: boolean;
  /** Made with a test city, without a person: it never serves live mode. */
  isTestPayee: boolean;
};

/** What a link is cached by, and announced as when it changes. */
export const cacheKeyOf = (companyId: bigint, id: bigint): string => `${companyId}/${id}`;

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

type LinkFilter = {
  /** Part of the name, or the id. */
  search?: string | undefined;
  type?: Link['type'] | undefined;
  status?: Link['status'] | undefined;
};

/** One page of a company's links, newest first. */
export async function listLinks(
  db: Database,
  companyId: bigint,
  { after, limit, ...filter }: Page & LinkFilter,
): Promise<LinkHistory[]> {
  return db
    .selectFrom('links')
    .select([...linkColumns, 'createdAt', 'endedAt'])
    .where(condition`${isListed(companyId, filter)}`)
    .$if(after !== undefined, (list) => list.where('id', '<', after as bigint))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function isListed(companyId: bigint, { search, type, status }: LinkFilter): RawBuilder<unknown> {
  const conditions = [sql`company_id = ${companyId}`];
  if (search !== undefined) {
    conditions.push(sql`(position(lower(${search}) in lower(name)) > 0 or id::text = ${search})`);
  }
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  return sql.join(conditions, sql` and `);
}

/** How many `listLinks` lists on all its pages. */
export const countLinks = (db: Database, companyId: bigint, filter: LinkFilter): Promise<Totals> =>
  countRows(db, sql`select id from links where ${isListed(companyId, filter)}`);

export async function insertLink(
  tx: Tx,
  companyId: bigint,
  {
    holderId,
    type,
    name,
    servesLive = true,
    isTestPayee = false,
  }: Pick<Link, 'holderId' | 'type' | 'name'> & Partial<Pick<Link, 'servesLive' | 'isTestPayee'>>,
): Promise<bigint> {
  const row = await tx
    .insertInto('links')
    .values({ companyId, holderId, type, name, servesLive, isTestPayee })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepRow(tx, 'links', { company_id: companyId, id: row.id });
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

/** The active links that a holder made as a company, or has as a payee. */
export async function listActiveLinksAround(tx: Tx, holderId: bigint): Promise<{ companyId: bigint; id: bigint }[]> {
  return tx
    .selectFrom('links')
    .select(['companyId', 'id'])
    .where((link) => link.or([link('companyId', '=', holderId), link('holderId', '=', holderId)]))
    .where('status', '=', 'active')
    .orderBy('companyId')
    .orderBy('id')
    .execute();
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
  if (result.numUpdatedRows === 0n) return false;
  await keepRow(tx, 'links', { company_id: companyId, id });
  await notifyRowChange(tx, 'link', cacheKeyOf(companyId, id));
  return true;
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
  if (result.numUpdatedRows === 0n) return false;
  await keepRow(tx, 'links', { company_id: companyId, id });
  await notifyRowChange(tx, 'link', cacheKeyOf(companyId, id));
  return true;
}

/** A link from the payee's side. */
export type OwnLink = LinkHistory & { companyName: string };

/** One page of a payee's links, newest first. */
export async function listLinksOfHolder(
  db: Database | Tx,
  holderId: bigint,
  { id, status, after, limit }: Page & Pick<LinkFilter, 'status'> & { id?: bigint | undefined },
): Promise<OwnLink[]> {
  return db
    .selectFrom('links as l')
    .innerJoin('holders as c', 'c.id', 'l.companyId')
    .select(['l.companyId', 'l.id', 'l.holderId', 'l.type', 'l.name', 'l.status', 'l.servesLive', 'l.isTestPayee'])
    .select(['l.createdAt', 'l.endedAt', 'c.name as companyName'])
    .where('l.holderId', '=', holderId)
    .$if(id !== undefined, (only) => only.where('l.id', '=', id as bigint))
    .$if(status !== undefined, (list) => list.where('l.status', '=', status as Link['status']))
    .$if(after !== undefined, (list) => list.where('l.id', '<', after as bigint))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
}

/** What a link owes its company in one book. `amount` is in minor units and above 0. */
const owedByLink = { linkId: narrowed(int8), currency: text, amount: int8 };

export type OwedByLink = RowOf<typeof owedByLink>;

/** The debts of these links to their companies in one mode. */
export async function listOwedByLinks(db: Database | Tx, links: readonly Link[], mode: Mode): Promise<OwedByLink[]> {
  return query(owedByLink)`
    select a.link_id as "linkId", a.currency, a.balance as amount
    from ${unnested('l', links, { companyId: int8, id: int8 })}
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'link_debt' and a.link_id = l.id
      and a.balance > 0
    order by a.link_id, a.currency`.execute(db);
}
