/**
 * The scope of an incremental verification: what may have changed since the last successful one, collected in temporary
 * tables of its transaction. It may contain too much, never too little:
 * - transfers whose id is above the last mark (database/high-water-mark.ts);
 * - rows of other tables written by a transaction that had not ended when the last snapshot was taken. PostgreSQL
 * stores the writing transaction with each row (`xmin`), so this depends on no clock and no code path, and covers rows
 * changed by hand;
 * - every row that a new transfer has as its subject, and every transfer of these rows, in other books too. One
 * transaction may post on both sides of the mark, so the other side of a transfer is looked up among all transfers.
 * It can't detect a transfer below the mark that was changed, deleted or added by hand, nor any deleted row: a full
 * verification does.
 */

import { type RawBuilder, sql } from 'kysely';
import { command } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { serviceHolderId } from '../post.ts';
import {
  type EventsAbout,
  everything,
  kindsOf,
  movesOf,
  recoveryCodes,
  type Scope,
  type SubjectTable,
  subjects,
} from './check.ts';
import { type Companion, companions } from './companions.ts';

export type Marks = {
  /** Every transfer up to this id is committed or never will be. */
  transferMark: bigint;
  /** Every transaction before this one had ended. */
  transactionMark: string;
};

const touched = (table: SubjectTable) => sql.table(`touched_${table}`);
/** Transfers of every book since the last mark. */
export const newTransfers = sql.table('new_transfers');
const idOf = (table: SubjectTable) => sql.raw(subjects[table].idType);
const service = sql.raw(`${serviceHolderId}::bigint`);

/** Collects what may have changed into temporary tables, which are dropped when the transaction commits. */
export async function gatherChanges(tx: Tx, since: Marks): Promise<Scope> {
  await gather(
    tx,
    'new_transfers',
    sql`
    select t.* from (select distinct holder_id from accounts) h
    cross join lateral (select * from transfers where holder_id = h.holder_id and id > ${since.transferMark}) t`,
  );
  for (const table of Object.keys(subjects) as SubjectTable[]) {
    await gather(
      tx,
      `touched_${table}`,
      sql`
      select holder_id, id from ${sql.table(table)} x
      where ${writtenSince(since)} and id is not null
      union
      select holder_id, subject_id::${idOf(table)} from new_transfers where subject_kind in ${kindsOf(table)}`,
    );
  }
  for (const { table, rows } of [...linesWritten(since), ...companions]) {
    await command`insert into ${touched(table)} ${rows} except select * from ${touched(table)}`.execute(tx);
  }
  await gather(tx, 'recoveries', recoveries);
  return changedSince(since);
}

async function gather(tx: Tx, name: string, rows: RawBuilder<unknown>): Promise<void> {
  await command`create temporary table ${sql.table(name)} on commit drop as ${rows}`.execute(tx);
  await command`analyze ${sql.table(name)}`.execute(tx);
}

/** Rows, under the alias `x`, written by a transaction that had not ended in the last snapshot. */
const writtenSince = (since: Marks) => sql`age(x.xmin) <= age(${since.transactionMark}::text::xid8::xid)`;

/** Lines have rows of their own: a new line marks its payment outside, or its claim's order, as changed. */
const linesWritten = (since: Marks): Companion[] => [
  {
    table: 'shadow_payments',
    rows: sql`select x.holder_id, x.payment_id from shadow_payment_lines x where ${writtenSince(since)}`,
  },
  {
    table: 'orders',
    rows: sql`select x.holder_id, x.order_id from shadow_payment_lines x where ${writtenSince(since)}`,
  },
  {
    table: 'orders',
    rows: sql`select x.holder_id, x.order_id from shadow_claim_lines x where ${writtenSince(since)}`,
  },
];

/** Both sides of each recovery since the last mark: a recovery of the service's advance is found by who has such debts. */
const recoveries = sql`
  with keys as (
    select distinct holder_id, mode, subject_kind, subject_id, line from new_transfers where code in ${recoveryCodes}
  ), books as (
    select * from keys
    union
    select ${service}, mode, subject_kind, subject_id, line from keys
    union
    select d.holder_id, k.mode, k.subject_kind, k.subject_id, k.line
    from keys k
    join (select distinct holder_id, mode from accounts where kind = 'debt') d on d.mode = k.mode
    where k.holder_id = ${service})
  select t.* from books k
  join transfers t on t.holder_id = k.holder_id and t.mode = k.mode and t.subject_kind = k.subject_kind
    and t.subject_id = k.subject_id and t.code in ${recoveryCodes} and t.line = k.line`;

const transfersOf = (table: SubjectTable) => sql`
  select x.* from ${touched(table)} k
  cross join (values ('test'), ('live')) m (mode)
  cross join (values ${sql.join(subjects[table].kinds.map((kind) => sql`(${sql.lit(kind)})`))}) s (kind)
  join transfers x on x.holder_id = k.holder_id and x.mode = m.mode and x.subject_kind = s.kind
    and x.subject_id = k.id::text`;

/** The conditions of the indexes `events_of_order` and `events_of_payment`. */
const eventsAbout = (what: EventsAbout) =>
  what === 'others'
    ? sql`(select * from events where false)`
    : sql`(
    select e.* from ${touched(what)} k
    join events e on e.holder_id = k.holder_id and e.subject_id = k.id::text and ${
      what === 'orders'
        ? sql`e.subject_kind = 'order' and e.type <> 'order.created' and e.transfer_id is null`
        : sql`e.subject_kind = 'payment'`
    })`;

const changedSince = (since: Marks): Scope => ({
  rows: (table) => sql`(
    select x.* from ${touched(table)} k join ${sql.table(table)} x on x.holder_id = k.holder_id and x.id = k.id)`,
  transfersOf: (...tables) => sql`(${sql.join(tables.map(transfersOf), sql` union all `)})`,
  transfers: newTransfers,
  recoveries: sql.table('recoveries'),
  events: sql`(select * from events where position is null)`,
  eventsAbout,
  written: (table) => sql`(select x.* from ${sql.table(table)} x where ${writtenSince(since)})`,
  isWhole: false,
  moves: sql`(
    select holder_id, account_id, balance as delta from account_checkpoints
    union all
    select holder_id, account_id, delta from (${movesOf(newTransfers)}) moves)`,
  acrossBooks: everything.acrossBooks,
  readAgainAfterMs: everything.readAgainAfterMs,
});
