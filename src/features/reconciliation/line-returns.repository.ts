/** All SQL of money on statement lines that goes back to its sender. */
import { int8, nullable, oneOf, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { TransferKey } from './named-transfers.repository.ts';

const columns = {
  mode: oneOf(...modes),
  id: text,
  lineId: int8,
  currency: text,
  /** Minor units, above 0. */
  amount: int8,
  /** Whom the bank is to pay; null where it was sent by hand. */
  creditorName: nullable(text),
  creditorAccount: nullable(text),
  reason: text,
  /** `ordered`: the bank has not sent it yet. */
  status: oneOf('ordered', 'sent', 'cancelled'),
  createdAt: timestamptz,
  sentAt: nullable(timestamptz),
  /** Why the bank did not send it, in words; of a canceled one only. */
  bankReason: nullable(text),
  cancelledAt: nullable(timestamptz),
};

export type LineReturn = RowOf<typeof columns>;

type NewReturn = Omit<LineReturn, 'status' | 'sentAt' | 'bankReason' | 'cancelledAt'>;

export async function insertReturn(tx: Tx, one: NewReturn): Promise<void> {
  await tx
    .insertInto('lineReturns')
    .values({ ...one, holderId: serviceHolderId, status: 'ordered' })
    .execute();
}

/** The return of each of these lines that was not canceled. */
export async function findReturnsOf(db: Database | Tx, lineIds: readonly bigint[]): Promise<Map<bigint, LineReturn>> {
  if (lineIds.length === 0) return new Map();
  const rows = await query(columns)`
    select ${selectList(columns, 'r')} from line_returns r
    where r.line_id = any(${lineIds}::bigint[]) and r.status <> 'cancelled'`.execute(db);
  return new Map(rows.map((row) => [row.lineId, row]));
}

/** Of each of these lines, the last return that the bank did not send. */
export async function findRejectedReturns(
  db: Database | Tx,
  lineIds: readonly bigint[],
): Promise<Map<bigint, LineReturn>> {
  if (lineIds.length === 0) return new Map();
  const rows = await query(columns)`
    select ${selectList(columns, 'r')} from line_returns r
    where r.line_id = any(${lineIds}::bigint[]) and r.bank_reason is not null order by r.cancelled_at, r.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.lineId, row]));
}

/** Not changed by anybody else until the transaction ends. */
export async function lockReturn(tx: Tx, mode: Mode, id: string): Promise<LineReturn | undefined> {
  return query(columns)`
    select ${selectList(columns, 'r')} from line_returns r
    where r.holder_id = ${serviceHolderId} and r.mode = ${mode} and r.id = ${id} for update`.executeTakeFirst(tx);
}

/** They don't change until the transaction ends. */
export async function shareReturns(tx: Tx, mode: Mode, ids: readonly string[]): Promise<LineReturn[]> {
  if (ids.length === 0) return [];
  return query(columns)`
    select ${selectList(columns, 'r')} from line_returns r
    where r.holder_id = ${serviceHolderId} and r.mode = ${mode} and r.id = any(${ids}::text[])
    order by r.created_at, r.id for share`.execute(tx);
}

/** As `shareReturns`: those that the bank has not sent yet and no living file has, oldest first. */
export async function shareUnfiledReturns(
  tx: Tx,
  { mode, currency }: Pick<LineReturn, 'mode' | 'currency'>,
  limit: number,
): Promise<LineReturn[]> {
  return query(columns)`
    select ${selectList(columns, 'r')} from line_returns r
    where r.holder_id = ${serviceHolderId} and r.mode = ${mode} and r.status = 'ordered' and r.currency = ${currency}
      and not exists (select from payout_file_lines l where l.payout_id = r.id and l.superseded_by is null)
    order by r.created_at, r.id limit ${limit} for share of r`.execute(tx);
}

const inFile = { fileId: text, messageId: text, batchId: text };

export type FiledReturn = LineReturn & RowOf<typeof inFile>;

/** Ordered ones that a bank may send by a file, in the order of their ids. */
export async function listFiledReturns(tx: Tx, mode: Mode): Promise<FiledReturn[]> {
  return query({ ...columns, ...inFile })`
    select ${selectList(columns, 'r')}, l.file_id as "fileId", f.message_id as "messageId", l.batch_id as "batchId"
    from line_returns r
    join payout_file_lines l on l.payout_id = r.id and l.superseded_by is null
    join payout_files f on f.id = l.file_id
    where r.mode = ${mode} and r.status = 'ordered' order by r.id`.execute(tx);
}

/** Those that the bank has not sent yet, in the order of their ids. */
export async function listOrderedReturns(tx: Tx, mode: Mode): Promise<LineReturn[]> {
  return query(columns)`
    select ${selectList(columns, 'r')} from line_returns r where r.mode = ${mode} and r.status = 'ordered' order by r.id`.execute(
    tx,
  );
}

type Key = Pick<LineReturn, 'mode' | 'id'>;

const named = (tx: Tx, { mode, id }: Key) =>
  tx.updateTable('lineReturns').where('holderId', '=', serviceHolderId).where('mode', '=', mode).where('id', '=', id);

export async function setReturnSent(tx: Tx, one: Key, at: Date): Promise<void> {
  await named(tx, one).set({ status: 'sent', sentAt: at }).execute();
}

export async function setReturnRejected(tx: Tx, one: Key, bankReason: string, at: Date): Promise<void> {
  await named(tx, one).set({ status: 'cancelled', cancelledAt: at, bankReason }).execute();
}

export async function setReturnCancelled(tx: Tx, one: Key, at: Date): Promise<void> {
  await named(tx, one).set({ status: 'cancelled', cancelledAt: at }).execute();
}

/** The transfer that sent it. */
export function findReturnTransfer(tx: Tx, { mode, id }: LineReturn): Promise<TransferKey> {
  return tx
    .selectFrom('transfers')
    .select(['holderId', 'id'])
    .where('holderId', '=', serviceHolderId)
    .where('mode', '=', mode)
    .where('subjectKind', '=', 'line_return')
    .where('subjectId', '=', id)
    .where('code', '=', 'line_return')
    .executeTakeFirstOrThrow();
}

/** What of a line stands in suspense, in minor units. */
export async function sumSetAside(tx: Tx, lineId: bigint): Promise<bigint> {
  const row = await query({ amount: int8 })`
    select coalesce(sum(amount), 0)::bigint as amount from statement_bookings
    where holder_id = ${serviceHolderId} and line_id = ${lineId} and kind = 'set_aside' and reversed_at is null`.executeTakeFirstOrThrow(
    tx,
  );
  return row.amount;
}
