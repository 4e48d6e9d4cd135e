/** SQL of the operator's list of top-ups: those of all books, with their holders. Reads only. */

import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { asTopUp, type TopUp, topUpStatuses } from './top-ups.repository.ts';

const topUpColumns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  status: oneOf(...topUpStatuses),
  accountKind: oneOf('clearing', 'wallet'),
  source: oneOf('bank', 'card', 'onlinewallet'),
  amount: int8,
  currency: text,
  createdAt: timestamptz,
  succeededAt: nullable(timestamptz),
  reference: nullable(text),
  expiresAt: nullable(timestamptz),
  endedAt: nullable(timestamptz),
  requestedAmount: nullable(int8),
  reason: nullable(text),
  requestedBy: nullable(text),
  creditedBy: nullable(text),
  linkId: nullable(int8),
  handedOver: nullable(int8),
  reversedAt: nullable(timestamptz),
  reversedAmount: nullable(int8),
  reversedCovered: nullable(int8),
  reversedHeld: nullable(int8),
  reversedEarned: nullable(int8),
  reversalReason: nullable(text),
  reversalRequestedBy: nullable(text),
  reversalRequestedAt: nullable(timestamptz),
  reversalRequestedAmount: nullable(int8),
  reversalRequestedReason: nullable(text),
  reversalRequestedLineId: nullable(int8),
  position: int8,
};

const columns = {
  ...topUpColumns,
  holderName: text,
  holderKind: oneOf('company', 'merchant', 'courier', 'customer', 'service'),
  requesterName: nullable(text),
};

export type ListedTopUp = TopUp & {
  /** Of the person who requested to take it back. */
  requesterName: string | null;
  position: bigint;
  holderName: string;
  holderKind: 'company' | 'merchant' | 'courier' | 'customer' | 'service';
};

export type TopUpListFilter = {
  mode: Mode;
  status?: TopUp['status'] | undefined;
  /** A top-up's id, its reference, or a part of the holder's name. */
  search?: string | undefined;
  /** Those whose take-back waits for a second person. */
  isTakeBackRequested?: boolean;
};

type TopUpPage = Page & { oldestFirst: boolean };

const named = sql`h.name as "holderName", h.kind as "holderKind",
  (select p.name from people p where p.id = t.reversal_requested_by) as "requesterName"`;
const isWaiting = sql`t.reversal_requested_at is not null and t.reversed_at is null`;

/** @returns at most `limit` top-ups of all books. */
export async function listAllTopUps(
  db: Database | Tx,
  { mode, status, search, isTakeBackRequested = false }: TopUpListFilter,
  { after, oldestFirst, limit }: TopUpPage,
): Promise<ListedTopUp[]> {
  const conditions: RawBuilder<unknown>[] = [sql`t.mode = ${mode}`];
  if (status !== undefined) conditions.push(sql`t.status = ${status}`);
  if (search !== undefined) {
    const reference = search.replaceAll(/\s/g, '').toUpperCase();
    conditions.push(
      sql`(t.id = ${search} or t.reference = ${reference} or strpos(lower(h.name), lower(${search})) > 0)`,
    );
  }
  if (isTakeBackRequested) conditions.push(isWaiting);
  if (after !== undefined) conditions.push(oldestFirst ? sql`t.position > ${after}` : sql`t.position < ${after}`);
  const rows = await query(columns)`
    select ${selectList(topUpColumns, 't')}, ${named}
    from top_ups t join holders h on h.id = t.holder_id
    where ${sql.join(conditions, sql` and `)}
    order by ${oldestFirst ? sql`t.position` : sql`t.position desc`} limit ${limit}`.execute(db);
  return rows.map(asTopUp);
}

export async function findListedTopUp(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<ListedTopUp | undefined> {
  const row = await query(columns)`
    select ${selectList(topUpColumns, 't')}, ${named}
    from top_ups t join holders h on h.id = t.holder_id
    where t.holder_id = ${holderId} and t.id = ${id}`.executeTakeFirst(db);
  return row && asTopUp(row);
}

export async function countTakeBackRequests(db: Database, mode: Mode): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from top_ups t where t.mode = ${mode} and ${isWaiting}`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}

export async function countPendingTopUps(db: Database, mode: Mode): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from top_ups where mode = ${mode} and status = 'pending'`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}
