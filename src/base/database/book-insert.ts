/**
 * Inserts of rows of books at the node that has them. On one PostgreSQL that is one statement, which draws the rows' numbers. A worker
 * of a cluster has no sequences, and Citus would send what a statement finds for another part of it to every machine, and fail when any
 * is away: there the numbers are drawn before, and the rows are inserted in statements of one transaction (docs/citus.md, "Where inserts go").
 * Each form is needed: the second one everywhere would make one PostgreSQL take more than twice as long for a batch.
 */
import type { NodeConnection } from './node-connections.ts';
import type { Database } from './pool.ts';
import { drawNumbers, type Sequence } from './sequences.ts';
import { inRepeatableTransaction, retrying, type Tx } from './transaction.ts';

/** Either form can be run again with the same rows and then changes nothing. */
export type BookInsert<Row, Result, S extends Sequence> = {
  together(db: Database | Tx, rows: readonly Row[]): Promise<Result>;
  /** What `numbered` needs one of for each row. */
  sequences: readonly S[];
  /** @param numbers by sequence, in the order of the rows. */
  numbered(tx: Tx, rows: readonly Row[], numbers: Record<S, readonly bigint[]>): Promise<Result>;
};

/** @throws AppError `unavailable`; otherwise whatever the insert throws. */
export type InsertRows<Row, Result> = (rows: readonly Row[]) => Promise<Result>;

/** @param coordinator has the sequences. */
export const insertAt =
  <Row, Result, S extends Sequence>(
    coordinator: Database,
    node: NodeConnection,
    { together, sequences, numbered }: BookInsert<Row, Result, S>,
  ): InsertRows<Row, Result> =>
  async (rows) => {
    if (!node.isWorker) return retrying(() => together(node.db, rows));
    const numbers = await retrying(() => drawEach(coordinator, sequences, rows.length));
    return inRepeatableTransaction(node.db, (tx) => numbered(tx, rows, numbers));
  };

/** In a transaction at the coordinator, which takes the rows of every node. @param node that has the book. */
export async function insertWithin<Row, Result, S extends Sequence>(
  tx: Tx,
  node: NodeConnection,
  { together, sequences, numbered }: BookInsert<Row, Result, S>,
  rows: readonly Row[],
): Promise<Result> {
  if (!node.isWorker) return together(tx, rows);
  return numbered(tx, rows, await drawEach(tx, sequences, rows.length));
}

async function drawEach<S extends Sequence>(
  coordinator: Database | Tx,
  sequences: readonly S[],
  count: number,
): Promise<Record<S, readonly bigint[]>> {
  const drawn = sequences.map(async (name) => [name, await drawNumbers(coordinator, name, count)] as const);
  return Object.fromEntries(await Promise.all(drawn)) as unknown as Record<S, readonly bigint[]>;
}
