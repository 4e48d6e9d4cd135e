/** All SQL of holders. */
import type { HolderKind, HolderStatus } from '../access/roles.ts';
import type { Database } from '../database/pool.ts';
import { condition } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { modes } from '../money/mode.ts';

/** Inserts a holder, with its settings if it is a company or a merchant. */
export async function insertHolder(
  tx: Tx,
  kind: HolderKind,
  name: string,
  status: 'pending' | 'active' = 'active',
): Promise<bigint> {
  const { id } = await tx
    .insertInto('holders')
    .values({ kind, name, status })
    .returning('id')
    .executeTakeFirstOrThrow();
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

/** Names and kinds by id. */
export async function findHolderNames(
  db: Database | Tx,
  ids: readonly bigint[],
): Promise<Map<bigint, Pick<HolderRow, 'id' | 'name' | 'kind'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('holders').select(['id', 'name', 'kind']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
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

export type HolderRow = {
  id: bigint;
  kind: HolderKind | 'service';
  name: string;
  status: HolderStatus;
  /** Of a suspended holder: what it was before. */
  suspendedFrom: 'pending' | 'active' | null;
};

/** Locks a holder against changes of its status; foreign key checks against the row are not blocked. */
export async function lockHolder(tx: Tx, holderId: bigint): Promise<HolderRow | undefined> {
  return tx
    .selectFrom('holders')
    .select(['id', 'kind', 'name', 'status', 'suspendedFrom'])
    .where('id', '=', holderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The caller has locked the row and read `from`. */
export async function setHolderStatus(tx: Tx, { id, status: from }: HolderRow, status: HolderStatus): Promise<void> {
  const suspendedFrom = status === 'suspended' && from !== 'suspended' ? from : null;
  await tx.updateTable('holders').set({ status, suspendedFrom }).where('id', '=', id).execute();
}

/** The caller has locked the row. */
export async function setHolderName(tx: Tx, holderId: bigint, name: string): Promise<void> {
  await tx.updateTable('holders').set({ name }).where('id', '=', holderId).execute();
}
