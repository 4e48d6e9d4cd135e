/**
 * Finds the books whose oldest row of a table meets a condition: on one PostgreSQL by looking at the oldest row of each book alone.
 * No machine of a Citus cluster can skip from book to book, so each scans all of its rows, and finds the books that have any such row.
 */
import { type RawBuilder, sql } from 'kysely';
import { isCluster } from './cluster.ts';
import type { Columns, RowOf } from './columns.ts';
import type { Database } from './pool.ts';
import { condition, query } from './statement.ts';

/**
 * A table with an index by holder, mode and `order`, of the rows that have an `order`. The SQL given calls the table `e`.
 * `columns`: `holderId` and `mode`.
 */
type Aged<C extends Columns> = { table: 'events'; order: 'position'; columns: C };

export async function findBooksByOldest<C extends Columns>(
  db: Database,
  { table, order, columns }: Aged<C>,
  isMet: RawBuilder<unknown>,
): Promise<RowOf<C>[]> {
  const from = sql.table(table);
  const by = sql.ref(`e.${order}`);
  if (await isCluster(db)) {
    const scanned = db.selectFrom(`${table} as e`).select(['e.holderId', 'e.mode']).distinct();
    const books = await scanned.where(`e.${order}`, 'is not', null).where(condition`${isMet}`).execute();
    return books as RowOf<C>[];
  }
  return query(columns)`
    with recursive book as (
      (select e.holder_id, e.mode from ${from} e where ${by} is not null order by e.holder_id, e.mode limit 1)
      union all
      select n.holder_id, n.mode
      from book b
      cross join lateral (
        select e.holder_id, e.mode from ${from} e
        where ${by} is not null and (e.holder_id, e.mode) > (b.holder_id, b.mode)
        order by e.holder_id, e.mode limit 1) n)
    select b.holder_id as "holderId", b.mode
    from book b
    where (
      select ${isMet} from ${from} e
      where e.holder_id = b.holder_id and e.mode = b.mode and ${by} is not null
      order by ${by} limit 1)`.execute(db);
}
