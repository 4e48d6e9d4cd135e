/**
 * Finds the mark up to which a table is complete. Numbers are drawn from a sequence but commit in any order, so the
 * highest visible number does not rule out a lower one in a transaction that is still open. Must never return a mark
 * that a late commit could fall below.
 *
 * An insert takes its table lock (ROW EXCLUSIVE) before it draws a number and keeps the lock until its transaction ends.
 * So any transaction that drew a number before we read the locks either holds the lock at that moment or has ended. Once
 * all those holders have ended, every number up to the mark is committed or never will be.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isCluster } from './cluster.ts';
import { int8, narrowed, text } from './columns.ts';
import type { FinalMarks } from './final-marks.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';

const pauseMs = 50;

/** A table and the sequence that its rows draw their numbers from. */
type Numbered = { table: string; sequence: string };

/** @returns the mark, or undefined when a transaction that writes the table did not end within `waitMaxMs`. */
export async function findMark(db: Database, of: Numbered, waitMaxMs: number): Promise<bigint | undefined> {
  const mark = await lastDrawn(db, of.sequence);
  let waitingFor = await findWriters(db, of.table);
  for (let waitedMs = 0; waitingFor.size > 0; waitedMs += pauseMs) {
    if (waitedMs >= waitMaxMs) return undefined;
    await delay(pauseMs);
    waitingFor = waitingFor.intersection(await findWriters(db, of.table));
  }
  return mark;
}

/**
 * As `findMark`, on a cluster too, where no lock shows who has drawn a number (final-marks.ts).
 * @param finalMarks what this process has seen of a cluster; undefined: nothing, so no mark is known there.
 */
export async function findFinalMark(
  db: Database,
  of: Numbered,
  { waitMaxMs, finalMarks }: { waitMaxMs: number; finalMarks: FinalMarks | undefined },
): Promise<bigint | undefined> {
  if (await isCluster(db)) return finalMarks?.(of.table, await lastDrawn(db, of.sequence));
  return findMark(db, of, waitMaxMs);
}

/** The last number that was drawn, by whatever transaction. */
async function lastDrawn(db: Database, sequence: string): Promise<bigint> {
  const rows = await query({ mark: int8 })`
    select case when is_called then last_value else 0 end as mark from ${sql.id(sequence)}`.execute(db);
  return rows[0]?.mark ?? 0n;
}

/** Transactions that may have drawn a number. Virtual transaction ids are never reused while the server runs. */
async function findWriters(db: Database, table: string): Promise<Set<string>> {
  const rows = await query({ transaction: narrowed(text) })`
    select distinct virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = ${table}::text::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db);
  return new Set(rows.map((row) => row.transaction));
}
