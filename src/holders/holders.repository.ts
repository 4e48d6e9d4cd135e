/** All SQL of holders. */
import type { HolderKind } from '../access/roles.ts';
import type { Database } from '../database/pool.ts';
import { condition } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { modes } from '../money/mode.ts';

/** Inserts an active holder, with its settings if it is a company or a merchant. */
export async function insertHolder(tx: Tx, kind: HolderKind, name: string): Promise<bigint> {
  const { id } = await tx.insertInto('holders').values({ kind, name }).returning('id').executeTakeFirstOrThrow();
  if (kind === 'company') {
    await tx.insertInto('companies').values({ holderId: id }).execute();
    await tx
      .insertInto('settlementSettings')
      .values(modes.map((mode) => ({ companyId: id, mode })))
      .execute();
  }
  if (kind === 'merchant') await tx.insertInto('merchants').values({ holderId: id }).execute();
  return id;
}

export async function findHolderName(db: Database | Tx, holderId: bigint): Promise<string> {
  const row = await db.selectFrom('holders').select('name').where('id', '=', holderId).executeTakeFirst();
  return row?.name ?? '';
}

export async function findPersonId(db: Database | Tx, email: string): Promise<string | undefined> {
  const row = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id;
}

export async function findHolderByIdOrName(
  db: Database | Tx,
  kind: HolderKind | undefined,
  idOrName: string,
): Promise<{ id: bigint; kind: string; name: string }[]> {
  return db
    .selectFrom('holders')
    .select(['id', 'kind', 'name'])
    .$if(kind !== undefined, (only) => only.where('kind', '=', kind as HolderKind))
    .where(condition`(id::text = ${idOrName} or name = ${idOrName})`)
    .orderBy('id')
    .limit(3)
    .execute();
}

/** Locks a company's quota until the transaction ends; undefined when the company does not exist. */
export async function lockOrdersPerMinute(tx: Tx, companyId: bigint): Promise<number | undefined> {
  const row = await tx
    .selectFrom('companies')
    .select('ordersPerMinute')
    .where('holderId', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  return row?.ordersPerMinute;
}

export async function setOrdersPerMinute(tx: Tx, companyId: bigint, quota: number): Promise<void> {
  await tx.updateTable('companies').set({ ordersPerMinute: quota }).where('holderId', '=', companyId).execute();
}
