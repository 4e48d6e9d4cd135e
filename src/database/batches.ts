/** One batch for each entrance (entrances.ts): a machine that is slow or away holds up its own books only. */
import type { Batch, Lane } from './batch.ts';
import type { Entrance, Entrances } from './entrances.ts';

export type Batches<I, O> = {
  /** As `submit` of the batch at the book's entrance. */
  submit(holderId: bigint, item: I, lane?: Lane): Promise<O>;
  /** Whether an item that is submitted now would wait too long, wherever it enters. */
  isBusy(lane: Lane): boolean;
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

  return {
    submit: async (holderId, item, lane) => {
      const entrance = entrances.of(holderId);
      return batchAt(entrance instanceof Promise ? await entrance : entrance).submit(item, lane);
    },
    isBusy(lane) {
      for (const batch of batches.values()) if (!batch.isBusy(lane)) return false;
      return batches.size > 0;
    },
  };
}
