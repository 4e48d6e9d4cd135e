/**
 * The one way for SQL to ask whether a deadline has passed: by the clock of the row's own book. Live rows and books
 * without a test clock keep the real one. A test clock is never behind it, so the furthest one bounds the search and
 * an index on the deadline is of use. Must never read the time itself; it is handed in.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Mode } from '../money/mode.ts';

/** The columns that say when a row is due, and in which book it stands, each with its table. */
export type DueColumns = { deadline: string; holder: string; mode: string };

/**
 * @param now the present instant without any test clock: `clock.now(0n, 'live')`.
 * @param only the one book to look at; undefined: all of them.
 */
export function isDue(
  columns: DueColumns,
  now: Date,
  only: { holderId: bigint; mode: Mode } | undefined,
): RawBuilder<SqlBool> {
  const [deadline, holder, mode] = [sql.ref(columns.deadline), sql.ref(columns.holder), sql.ref(columns.mode)];
  return sql<SqlBool>`
    ${deadline} <= ${now}::timestamptz
      + (select coalesce(max(offset_ms), 0) from test_clocks) * interval '1 millisecond'
    and (${deadline} <= ${now}::timestamptz
      or ${mode} = 'test' and ${deadline} <= ${now}::timestamptz
        + (select c.offset_ms from test_clocks c where c.holder_id = ${holder}) * interval '1 millisecond')
    and (${only?.mode ?? null}::text is null
      or ${holder} = ${only?.holderId ?? null}::bigint and ${mode} = ${only?.mode ?? null}::text)`;
}
