/** SQL of bank transfers that came in: those the books do not explain yet, and those that are sent back. */

import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { isDecided, isOpen, textOf } from './reconciliation.repository.ts';

const transferLine = {
  id: int8,
  bookedOn: text,
  currency: text,
  /** What of it the books don't explain. */
  amount: int8,
  reference: text,
  /** The statement's account, as the importer named it. */
  account: text,
  /** Why it is sent back; null while nothing was decided. */
  returned: nullable(text),
};

export type TransferLine = RowOf<typeof transferLine>;

const isOfBank = (mode: Mode) => sql`l.mode = ${mode} and l.source = 'bank' and l.amount > 0 and ${isDecided('l')}`;

const isIncoming = (mode: Mode) => sql`${isOfBank(mode)} and ${isOpen('l')}`;

/** Version 0.2.0 left the lines of `returned_transfers` open: they can be sent back once more, to close them. */
const select = sql`select l.id, l.booked_on::text as "bookedOn", l.currency,
    coalesce(n.amount, l.amount - l.matched_amount) as amount, ${textOf('l')} as reference, i.account, coalesce(n.reason, r.reason) as returned
  from statement_lines l join statement_imports i on i.id = l.import_id
  left join returned_transfers r on r.line_id = l.id
  left join line_returns n on n.line_id = l.id and n.status <> 'cancelled'`;

/** Incoming lines, newest first. @param returned those that are sent back, or those that match nothing, to decide. */
export async function listIncomingLines(
  db: Database,
  mode: Mode,
  page: Page & { returned: boolean },
): Promise<TransferLine[]> {
  const conditions: RawBuilder<unknown>[] = page.returned
    ? [isOfBank(mode), sql`(n.line_id is not null or r.line_id is not null and ${isOpen('l')})`]
    : [isIncoming(mode), sql`r.line_id is null`];
  if (page.after !== undefined) conditions.push(sql`l.id < ${page.after}`);
  return query(transferLine)`
    ${select} where ${sql.join(conditions, sql` and `)} order by l.id desc limit ${page.limit}`.execute(db);
}

export async function findIncomingLine(tx: Database | Tx, mode: Mode, id: bigint): Promise<TransferLine | undefined> {
  return query(transferLine)`${select} where ${isIncoming(mode)} and l.id = ${id}`.executeTakeFirst(tx);
}

export async function countIncomingLines(db: Database, mode: Mode): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from statement_lines l
    where ${isIncoming(mode)}
      and not exists (select from returned_transfers r where r.line_id = l.id)`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}

/** Which of these lines are sent back. */
export async function listReturnedAmong(tx: Tx, ids: readonly bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const rows = await query({ lineId: int8 })`
    select line_id as "lineId" from returned_transfers where line_id = any(${ids}::bigint[])`.execute(tx);
  return rows.map(({ lineId }) => lineId);
}
