/** One batch for each entrance (entrances.ts): a machine that is slow or away holds up its own books only. */
import type { Batch, Lane } from './batch.ts';
import { isUnavailable } from './database-error.ts';
import type { Entrance, Entrances } from './entrances.ts';

type Batches<I, O> = {
  /** Submits to the batch of the node that holds the book. */
  submit(holderId: bigint, item: I, lane?: Lane): Promise<O>;
  /**
   * Whether an item that is submitted now would wait too long. Without a holder, before it is known whose item it is: whether it
   * would wherever something has entered yet.
   */
  isBusy(lane: Lane, holderId?: bigint): boolean;
};

export function createBatches<I, O>(entrances: Entrances, create: (entrance: Entrance) => Batch<I, O>): Batches<I, O> {
  const batches = new Map<Entrance, Batch<I, O>>();

  function batchAt(entrance: Entrance): Batch<I, O> {
    const known = batches.get(entrance);
    if (known !== undefined) return known;
    const batch = create(entrance);
    batches.set(entrance, batch);
    return batch;
  }

  async function submitAside(entrance: Entrance, item: I, lane: Lane | undefined): Promise<O> {
    try {
      return await batchAt(entrance).submit(item, lane);
    } catch (error) {
      // What the database caused, not a refusal while the batch is busy: that says nothing about the machine.
      if (isUnavailable((error as Error).cause ?? error)) entrances.forget(entrance);
      throw error;
    }
  }

  return {
    async submit(holderId, item, lane) {
      const asked = entrances.of(holderId);
      const entrance = asked instanceof Promise ? await asked : asked;
      return entrance.isAside ? submitAside(entrance, item, lane) : batchAt(entrance).submit(item, lane);
    },
    isBusy(lane, holderId) {
      if (holderId !== undefined) {
        const entrance = entrances.of(holderId);
        return !(entrance instanceof Promise) && (batches.get(entrance)?.isBusy(lane) ?? false);
      }
      for (const batch of batches.values()) if (!batch.isBusy(lane)) return false;
      return batches.size > 0;
    },
  };
}
