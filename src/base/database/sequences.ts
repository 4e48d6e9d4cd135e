/**
 * Numbers of a sequence, drawn in a statement of their own: a worker of a cluster has a sequence of its own that begins elsewhere, every
 * machine would draw another number for its copy of a row, and an update of books takes no function that answers differently each time.
 */
import { int8 } from './columns.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';
import type { Tx } from './transaction.ts';

export type Sequence = 'orders_id_seq' | 'events_appended_seq' | 'order_refunds_position_seq' | 'test_clock_moves';

/** @returns `count` numbers, ascending. */
export async function drawNumbers(db: Database | Tx, sequence: Sequence, count: number): Promise<bigint[]> {
  const drawn = await query({ number: int8 })`
    select nextval(${sequence}::text::regclass) as number from generate_series(1, ${count}::int)`.execute(db);
  return drawn.map(({ number }) => number);
}
