/**
 * The only SQL condition for a passed deadline, by the clock of the row's own book. Live rows and books without a test
 * clock use the real clock. A test clock is never behind it, so the one furthest ahead bounds the search and lets an
 * index on the deadline be used. Must never read the time itself; the caller passes it in.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Mode } from '../money/mode.ts';

/** The columns of a row's deadline and book, each qualified with its table. */
type DueColumns = { deadline: string; holder: string; mode: string };

/**
 * @param now the current time without any test clock: `clock.now(0n, 'live')`.
 * @param only limits the condition to one book; undefined: all books.
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
