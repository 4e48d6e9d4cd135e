/** All SQL of the health check. */
import { bool, int4, text } from './columns.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';
import { inRepeatableTransaction } from './transaction.ts';

/** PostgreSQL's minimum, so that the rows below never fit and a temporary file is written. */
const workMemory = '64kB';
const rows = 20_000;

/**
 * Whether a write could succeed now: the database is not read-only and its disk has room for some 500 kB. Nothing that
 * stays is written: the rows go to a temporary file, on the disk of the data unless `temp_tablespaces` says otherwise.
 * @throws Error when the database does not answer, or has no room.
 */
export function canWrite(db: Database): Promise<boolean> {
  return inRepeatableTransaction(db, async (tx) => {
    await query({ size: text })`select set_config('work_mem', ${workMemory}, true) as size`.execute(tx);
    await query({ counted: int4 })`select count(*)::int4 as counted from generate_series(1, ${rows}::int4)`.execute(tx);
    const { writable } = await query({ writable: bool })`
      select current_setting('transaction_read_only') = 'off' as writable`.executeTakeFirstOrThrow(tx);
    return writable;
  });
}
