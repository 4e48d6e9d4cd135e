/** One batch for each node (node-connections.ts): a slow or unavailable one holds up its own books only. */
import type { Batch, Lane, Settled } from './batch.ts';
import { type BookInsert, type InsertRows, insertAt, insertWithin } from './book-insert.ts';
import { isUnavailable } from './database-error.ts';
import { type NodeConnection, type NodeConnections, singleNode } from './node-connections.ts';
import type { Database } from './pool.ts';
import type { Sequence } from './sequences.ts';
import type { Tx } from './transaction.ts';

/** Where the books are, if not all in one database. */
export type BookPlacement = NodeConnections;

type Batches<I, O> = {
  /** Submits to the batch of the node that holds the book. */
  submit(holderId: bigint, item: I): Promise<O>;
  /** As `submit`, of one book, in the bulk lane. @returns what became of each, in their order. */
  submitMany(holderId: bigint, items: readonly I[]): Promise<Settled<O>[]>;
  /** As of the batch of the node that holds the book. */
  whenNear(holderId: bigint): Promise<void> | undefined;
  /**
   * Whether an item that is submitted now would wait too long. Without a holder, before it is known whose item it is: whether it
   * would at every node that was written to so far.
   */
  isBusy(lane: Lane, holderId?: bigint): boolean;
};

/**
 * @param deps.placement by default `db` has all of them.
 * @param insert how the rows of a batch are inserted, at whichever node.
 * @param create a batch that writes with the insert of its node.
 */
export function createBatches<I, O, Result, S extends Sequence>(
  deps: { db: Database; placement?: BookPlacement | undefined },
  insert: BookInsert<I, Result, S>,
  create: (insertRows: InsertRows<I, Result>, node: NodeConnection) => Batch<I, O>,
): Batches<I, O> {
  const { db, placement = singleNode(db) } = deps;
  const batches = new Map<NodeConnection, Batch<I, O>>();

  function batchAt(node: NodeConnection): Batch<I, O> {
    const known = batches.get(node);
    if (known !== undefined) return known;
    const batch = create(insertAt(db, node, insert), node);
    batches.set(node, batch);
    return batch;
  }

  /** What the database caused, not a refusal while the batch is busy: that says nothing about the machine. */
  function forgetLost(node: NodeConnection, error: unknown): void {
    if (node.isWorker && isUnavailable((error as Error).cause ?? error)) placement.forget(node);
  }

  async function submitAtWorker(node: NodeConnection, item: I): Promise<O> {
    try {
      return await batchAt(node).submit(item);
    } catch (error) {
      forgetLost(node, error);
      throw error;
    }
  }

  return {
    async submit(holderId, item) {
      const asked = placement.of(holderId);
      const node = asked instanceof Promise ? await asked : asked;
      return node.isWorker ? submitAtWorker(node, item) : batchAt(node).submit(item);
    },
    async submitMany(holderId, items) {
      const node = await placement.of(holderId);
      const settled = await batchAt(node).submitMany(items);
      for (const one of settled) if (!one.ok) forgetLost(node, one.error);
      return settled;
    },
    whenNear(holderId) {
      const node = placement.of(holderId);
      return node instanceof Promise ? undefined : batchAt(node).whenNear();
    },
    isBusy(lane, holderId) {
      if (holderId !== undefined) {
        const node = placement.of(holderId);
        return !(node instanceof Promise) && (batches.get(node)?.isBusy(lane) ?? false);
      }
      for (const batch of batches.values()) if (!batch.isBusy(lane)) return false;
      return batches.size > 0;
    },
  };
}

/** How rows of one book are inserted in a transaction of the caller's in `db`. @param deps as of `createBatches`. */
export async function insertsWithin<I, Result, S extends Sequence>(
  { db, placement = singleNode(db) }: { db: Database; placement?: BookPlacement | undefined },
  holderId: bigint,
  insert: BookInsert<I, Result, S>,
): Promise<(tx: Tx, rows: readonly I[]) => Promise<Result>> {
  const node = await placement.of(holderId);
  return (tx, rows) => insertWithin(tx, node, insert, rows);
}
