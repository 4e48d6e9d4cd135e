/**
 * Group commit: items that arrive during a write are written together in the next one. There is no timer: an idle batch
 * writes a single item immediately. The bounded queue is the service's only overload protection.
 */
import { AppError } from '../errors/app-error.ts';
import type { SpanContext, Tracer } from '../tracing/tracer.ts';
import { isUnavailable } from './database-error.ts';

type Waiting<I, O> = {
  item: I;
  resolve: (output: O) => void;
  reject: (error: unknown) => void;
  cause: SpanContext | undefined;
};

export type Batch<I, O> = {
  /** Resolves after the commit of the item. @throws AppError `unavailable` immediately when the queue is full. */
  submit(item: I): Promise<O>;
};

const retryAfterSeconds = 1;

/**
 * @param write commits all items or none and returns the results in their order. It must be safe to call again with the
 *   same items: when a batch fails on one of them, each is written again on its own.
 */
export function createBatch<I, O>(options: {
  write: (items: I[]) => Promise<O[]>;
  batchSizeMax: number;
  queueLengthMax: number;
  /** Receives the number of items of each write. */
  onBatch?: ((size: number) => void) | undefined;
  /** Traces each write under this name. */
  traced?: { tracer: Tracer; name: string } | undefined;
}): Batch<I, O> {
  const { write, batchSizeMax, queueLengthMax, onBatch, traced } = options;
  let queue: Waiting<I, O>[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    writing = true;
    while (queue.length > 0) {
      const taken = queue.slice(0, batchSizeMax);
      queue = queue.slice(batchSizeMax);
      onBatch?.(taken.length);
      await (traced === undefined ? writeTogether(taken) : traceWrite(traced, taken));
    }
    writing = false;
  }

  /** The write belongs to the trace of the first item that has one, and names those of the others. */
  function traceWrite({ tracer, name }: { tracer: Tracer; name: string }, taken: Waiting<I, O>[]): Promise<void> {
    const [parent, ...links] = taken.flatMap(({ cause }) => (cause?.isSampled ? [cause] : []));
    const attributes = { 'sluice.batch.size': taken.length };
    const unsampled = taken[0]?.cause;
    return tracer.trace(name, { parent: parent ?? unsampled ?? 'root', links, attributes }, () => writeTogether(taken));
  }

  async function writeTogether(taken: Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await write(taken.map((waiting) => waiting.item));
      taken.forEach((waiting, index) => {
        waiting.resolve(outputs[index] as O);
      });
    } catch (error) {
      const alone = taken.length === 1 || isUnavailable(error) || error instanceof AppError;
      if (alone) {
        for (const waiting of taken) waiting.reject(error);
        return;
      }
      // One bad row must fail alone.
      for (const waiting of taken) await writeTogether([waiting]);
    }
  }

  return {
    submit(item) {
      if (queue.length >= queueLengthMax) {
        return Promise.reject(new AppError('unavailable', { retryAfterSeconds }));
      }
      return new Promise<O>((resolve, reject) => {
        queue.push({ item, resolve, reject, cause: traced?.tracer.current() });
        if (!writing) void drain();
      });
    },
  };
}
