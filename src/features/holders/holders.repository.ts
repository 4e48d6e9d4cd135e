/** All SQL of holders. */

import assert from 'node:assert/strict';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { condition } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import type { HolderKind, HolderStatus } from '../../core/access/roles.ts';
import { lockHolderAlone, lockHolderStatus } from './holder-locks.repository.ts';

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
    await keepRow(tx, 'companies', { holder_id: id });
    await tx
      .insertInto('settlementSettings')
      .values(modes.map((mode) => ({ companyId: id, mode })))
      .execute();
    for (const mode of modes) await keepRow(tx, 'settlement_settings', { company_id: id, mode });
  }
  await keepRow(tx, 'holders', { id });
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

/** Requests in any 60 seconds, in each mode: to `POST /orders`, and to `POST /orders/bulk`. */
export type Quotas = { ordersPerMinute: number; bulkRequestsPerMinute: number };

/** Locks a company's quotas until the transaction ends; undefined when the company does not exist. */
export async function lockQuotas(tx: Tx, companyId: bigint): Promise<Quotas | undefined> {
  await lockHolderAlone(tx, companyId);
  return tx
    .selectFrom('companies')
    .select(['ordersPerMinute', 'bulkRequestsPerMinute'])
    .where('holderId', '=', companyId)
    .executeTakeFirst();
}

export async function updateQuotas(tx: Tx, companyId: bigint, quotas: Quotas): Promise<void> {
  await tx.updateTable('companies').set(quotas).where('holderId', '=', companyId).execute();
  await notifyRowChange(tx, 'holder', companyId);
}

export type HolderRow = {
  id: bigint;
  kind: HolderKind | 'service';
  name: string;
  status: HolderStatus;
  /** The status before the suspension; null unless suspended. */
  suspendedFrom: 'pending' | 'active' | null;
  /** The status before closing; null unless closed. */
  closedFrom: 'pending' | 'active' | null;
};

const holderColumns = ['id', 'kind', 'name', 'status', 'suspendedFrom', 'closedFrom'] as const;

export async function findHolder(db: Database | Tx, holderId: bigint): Promise<HolderRow | undefined> {
  return db.selectFrom('holders').select(holderColumns).where('id', '=', holderId).executeTakeFirst();
}

/** Locks a holder against changes of its status and against whoever relies on it. */
export async function lockHolder(tx: Tx, holderId: bigint): Promise<HolderRow | undefined> {
  await lockHolderAlone(tx, holderId);
  return findHolder(tx, holderId);
}

/**
 * Whether the account is closed. If it is not, it stays open until the transaction ends: others may hold this lock too,
 * closing waits for all of them.
 */
export async function isClosed(tx: Tx, holderId: bigint): Promise<boolean> {
  await lockHolderStatus(tx, holderId);
  const row = await tx.selectFrom('holders').select('status').where('id', '=', holderId).executeTakeFirst();
  return row?.status === 'closed';
}

/** Open → `closed`, from what it is now. The caller has locked the row. */
export async function setHolderClosed(tx: Tx, { id, status }: HolderRow, at: Date): Promise<void> {
  assert(status === 'pending' || status === 'active', 'an open account is closed');
  await tx
    .updateTable('holders')
    .set({ status: 'closed', closedAt: at, closedFrom: status })
    .where('id', '=', id)
    .execute();
  await keepRow(tx, 'holders', { id });
  await notifyRowChange(tx, 'holder', id);
}

/** `closed` → what it was before. The caller has locked the row. */
export async function setHolderReopened(tx: Tx, { id, closedFrom }: HolderRow): Promise<'pending' | 'active'> {
  const status = closedFrom ?? 'pending';
  await tx.updateTable('holders').set({ status, closedAt: null, closedFrom: null }).where('id', '=', id).execute();
  await keepRow(tx, 'holders', { id });
  await notifyRowChange(tx, 'holder', id);
  return status;
}

/** The caller has locked the row and read `from`. */
export async function setHolderStatus(
  tx: Tx,
  { id, status: from }: HolderRow,
  status: Exclude<HolderStatus, 'closed'>,
): Promise<void> {
  assert(from !== 'closed', 'a closed account is reopened first');
  const suspendedFrom = status === 'suspended' && from !== 'suspended' ? from : null;
  await tx.updateTable('holders').set({ status, suspendedFrom }).where('id', '=', id).execute();
  await keepRow(tx, 'holders', { id });
  await notifyRowChange(tx, 'holder', id);
}

/** The caller has locked the row. */
export async function setHolderName(tx: Tx, holderId: bigint, name: string): Promise<void> {
  await tx.updateTable('holders').set({ name }).where('id', '=', holderId).execute();
  await notifyRowChange(tx, 'holder', holderId);
}
