/** Numbers of a sequence for rows that are inserted on another machine of a cluster, whose own would begin elsewhere. */
import { int8 } from './columns.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';

/** @returns `count` numbers, ascending. */
export async function drawNumbers(
  db: Database,
  sequence: 'orders_id_seq' | 'events_appended_seq',
  count: number,
): Promise<bigint[]> {
  const drawn = await query({ number: int8 })`
    select nextval(${sequence}::text::regclass) as number from generate_series(1, ${count}::int)`.execute(db);
  return drawn.map(({ number }) => number);
}
