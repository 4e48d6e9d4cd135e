/** One batch for each node (node-connections.ts): a slow or unavailable one holds up its own books only. */
import type { Batch, Lane } from './batch.ts';
import { isUnavailable } from './database-error.ts';
import type { NodeConnection, NodeConnections } from './node-connections.ts';

type Batches<I, O> = {
  /** Submits to the batch of the node that holds the book. */
  submit(holderId: bigint, item: I, lane?: Lane): Promise<O>;
  /**
   * Whether an item that is submitted now would wait too long. Without a holder, before it is known whose item it is: whether it
   * would at every node that was written to so far.
   */
  isBusy(lane: Lane, holderId?: bigint): boolean;
};

export function createBatches<I, O>(
  nodes: NodeConnections,
  create: (node: NodeConnection) => Batch<I, O>,
): Batches<I, O> {
  const batches = new Map<NodeConnection, Batch<I, O>>();

  function batchAt(node: NodeConnection): Batch<I, O> {
    const known = batches.get(node);
    if (known !== undefined) return known;
    const batch = create(node);
    batches.set(node, batch);
    return batch;
  }

  async function submitAtWorker(node: NodeConnection, item: I, lane: Lane | undefined): Promise<O> {
    try {
      return await batchAt(node).submit(item, lane);
    } catch (error) {
      // What the database caused, not a refusal while the batch is busy: that says nothing about the machine.
      if (isUnavailable((error as Error).cause ?? error)) nodes.forget(node);
      throw error;
    }
  }

  return {
    async submit(holderId, item, lane) {
      const asked = nodes.of(holderId);
      const node = asked instanceof Promise ? await asked : asked;
      return node.isWorker ? submitAtWorker(node, item, lane) : batchAt(node).submit(item, lane);
    },
    isBusy(lane, holderId) {
      if (holderId !== undefined) {
        const node = nodes.of(holderId);
        return !(node instanceof Promise) && (batches.get(node)?.isBusy(lane) ?? false);
      }
      for (const batch of batches.values()) if (!batch.isBusy(lane)) return false;
      return batches.size > 0;
    },
  };
}
