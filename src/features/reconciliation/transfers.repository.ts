/** SQL of bank transfers that came in: those the books do not explain yet, and those that are sent back. */

import { type RawBuilder, sql } from 'kysely';
import { bool, int8, narrowed, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { isDecided, isOpen, textOf } from './reconciliation.repository.ts';

const transferLine = {
  id: int8,
  bookedOn: text,
  currency: text,
  /** What of it the books don't explain. */
  amount: int8,
  reference: text,
  /** Who sent it, as the bank names them. */
  counterpartyName: nullable(text),
  /** The statement's account, as the importer named it. */
  account: text,
  /** Why it is sent back; null while nothing was decided. */
  returned: nullable(text),
  /** The books explain the rest of the line. */
  isMatched: bool,
  /** It was set aside for a payment that has ended before the rest came. */
  isAside: bool,
};

export type TransferLine = RowOf<typeof transferLine>;

const isOfBank = (mode: Mode) => sql`l.mode = ${mode} and l.source = 'bank' and l.amount > 0 and ${isDecided('l')}`;

/** Money that stays set aside for a payment, in minor units. */
type Aside = { lineId: bigint; amount: bigint };

/**
 * What was set aside for payments that have ended before the rest came, and is not being sent back. In two statements, because the
 * payments are in other books.
 */
async function listAsides(db: Database | Tx, mode: Mode): Promise<Aside[]> {
  const kept = await query({ lineId: int8, amount: int8, holderId: narrowed(int8), paymentId: narrowed(text) })`
    select b.line_id as "lineId", b.amount, b.payment_holder_id as "holderId", b.payment_id as "paymentId"
    from statement_bookings b
    where b.holder_id = ${serviceHolderId} and b.mode = ${mode} and b.payment_id is not null and b.reversed_at is null
      and not exists (
        select from line_returns r where r.holder_id = b.holder_id and r.line_id = b.line_id and r.status <> 'cancelled')`.execute(
    db,
  );
  if (kept.length === 0) return [];
  const ended = await query({ holderId: int8, paymentId: text })`
    select p.holder_id as "holderId", p.id as "paymentId"
    from ${unnested('k', kept, { holderId: int8, paymentId: text })}
    join payments p on p.holder_id = k.holder_id and p.id = k.payment_id
    where p.status not in ('created', 'processing')`.execute(db);
  const over = new Set(ended.map(({ holderId, paymentId }) => `${holderId}/${paymentId}`));
  return kept.filter(({ holderId, paymentId }) => over.has(`${holderId}/${paymentId}`));
}

const isIncoming = (mode: Mode) => sql`${isOfBank(mode)} and (${isOpen('l')} or s.line_id is not null)`;

const asideOf = (asides: readonly Aside[]) =>
  sql`left join (select * from ${unnested('a', asides, { lineId: int8, amount: int8 })}) s on s.line_id = l.id`;

/** Version 0.2.0 left the lines of `returned_transfers` open: they can be sent back once more, to close them. */
const select = (asides: readonly Aside[]) => sql`select l.id, l.booked_on::text as "bookedOn", l.currency,
    coalesce(n.amount, l.amount - l.matched_amount + coalesce(s.amount, 0)) as amount, ${textOf('l')} as reference,
    l.counterparty_name as "counterpartyName", i.account, coalesce(n.reason, r.reason) as returned,
    l.matched_amount <> 0 and n.amount is null and s.line_id is null as "isMatched", s.line_id is not null as "isAside"
  from statement_lines l join statement_imports i on i.id = l.import_id
  ${asideOf(asides)}
  left join returned_transfers r on r.line_id = l.id
  left join line_returns n on n.line_id = l.id and n.status <> 'cancelled'`;

/**
 * Incoming lines, newest first. @param returned those that are sent back, or those that match nothing, to decide.
 * @param lineId this one alone.
 */
export async function listIncomingLines(
  db: Database,
  mode: Mode,
  page: Page & { returned: boolean; lineId?: bigint | undefined },
): Promise<TransferLine[]> {
  const asides = page.returned ? [] : await listAsides(db, mode);
  const conditions: RawBuilder<unknown>[] = page.returned
    ? [isOfBank(mode), sql`(n.line_id is not null or r.line_id is not null and ${isOpen('l')})`]
    : [isIncoming(mode), sql`r.line_id is null`];
  if (page.lineId !== undefined) conditions.push(sql`l.id = ${page.lineId}`);
  if (page.after !== undefined) conditions.push(sql`l.id < ${page.after}`);
  return query(transferLine)`
    ${select(asides)} where ${sql.join(conditions, sql` and `)} order by l.id desc limit ${page.limit}`.execute(db);
}

/** Those of these lines that an import brought. */
export async function listIncomingOf(
  tx: Tx,
  mode: Mode,
  importId: bigint,
  ids: readonly bigint[],
): Promise<TransferLine[]> {
  return query(transferLine)`
    ${select([])} where ${isIncoming(mode)} and l.import_id = ${importId} and l.id = any(${ids}::bigint[])
      and n.line_id is null
    order by l.id`.execute(tx);
}

/** Those of these lines that wait for a decision. */
export async function listIncomingAmong(db: Database, mode: Mode, ids: readonly bigint[]): Promise<TransferLine[]> {
  if (ids.length === 0) return [];
  const asides = await listAsides(db, mode);
  return query(transferLine)`
    ${select(asides)} where ${isIncoming(mode)} and l.id = any(${ids}::bigint[]) and n.line_id is null
    order by l.id`.execute(db);
}

export async function findIncomingLine(tx: Database | Tx, mode: Mode, id: bigint): Promise<TransferLine | undefined> {
  const asides = await listAsides(tx, mode);
  return query(transferLine)`${select(asides)} where ${isIncoming(mode)} and l.id = ${id}`.executeTakeFirst(tx);
}

export async function countIncomingLines(db: Database, mode: Mode): Promise<number> {
  const asides = await listAsides(db, mode);
  const row = await query({ count: int8 })`
    select count(*) as count from statement_lines l ${asideOf(asides)}
    where ${isIncoming(mode)}
      and not exists (select from returned_transfers r where r.line_id = l.id)`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}

/** Incoming lines to decide about, `l`, for the operator's queue; `s.amount`: what of one is set aside. */
export async function incomingLines(db: Database, mode: Mode): Promise<RawBuilder<unknown>> {
  const asides = await listAsides(db, mode);
  return sql`statement_lines l join statement_imports i on i.id = l.import_id ${asideOf(asides)}
    where ${isIncoming(mode)} and not exists (select from returned_transfers r where r.line_id = l.id)`;
}

/** Which of these lines are sent back. */
export async function listReturnedAmong(tx: Tx, ids: readonly bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const rows = await query({ lineId: int8 })`
    select line_id as "lineId" from returned_transfers where line_id = any(${ids}::bigint[])`.execute(tx);
  return rows.map(({ lineId }) => lineId);
}
