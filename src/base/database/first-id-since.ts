/** Finds rows by when they were written, in tables whose ids are given in the order of time. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Ends a range of ids that begins where only the statement finds. In a range with an end the planner expects few rows; without one it
 * expects a third of the table, and reads all of it.
 */
export const highestId = sql.raw((2n ** 63n - 1n).toString());

/** A condition on an id: rows of a holder that were written since, and maybe a few older ones. */
export const writtenSince = (id: string, ...[table, holderId, since]: Parameters<typeof firstIdSince>) =>
  sql`${sql.ref(id)} >= (${firstIdSince(table, holderId, since)}) and ${sql.ref(id)} <= ${highestId}`;

/**
 * An id below which every row of a holder is older than `since`. Ids are given in the order of time, so it is searched
 * for by halves, over the rows of both modes: a mode with few rows would make each look long.
 */
export const firstIdSince = (
  table: 'orders' | 'transfers',
  holderId: bigint | RawBuilder<unknown>,
  since: Date,
): RawBuilder<unknown> => {
  const from = sql`${sql.table(table)} r`;
  return sql`
    with recursive search (lo, hi) as (
      select coalesce((select r.id from ${from} where r.holder_id = ${holderId} order by r.id limit 1), 0),
        coalesce((select r.id + 1 from ${from} where r.holder_id = ${holderId} order by r.id desc limit 1), 0)
      union all
      select case when found.created_at < ${since} then middle.id + 1 else lo end,
        case when found.created_at < ${since} then hi else middle.id end
      from search cross join lateral (select (lo + hi) / 2 as id) middle
      left join lateral (
        select r.created_at from ${from} where r.holder_id = ${holderId} and r.id >= middle.id
        order by r.id limit 1) found on true
      where lo < hi
    )
    select lo from search where lo >= hi`;
};
