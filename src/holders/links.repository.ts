/** All SQL of links: a merchant's or courier's membership in a company. Links serve both modes. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

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
    .values({ company_id: companyId, holder_id: link.holderId, type: link.type, name: link.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
