/**
 * Group commit: items that arrive during a write are written together in the next one. There is no timer: an idle batch
 * writes a single item immediately. Items of requests that bring many wait in a lane of their own, so that they never
 * delay the others by more than a share of each write.
 */
import { AppError } from '../errors/app-error.ts';
import type { SpanContext, Tracer } from '../tracing/tracer.ts';
import { isUnavailable } from './database-error.ts';
import { averagedWriteMs, expectedWaitMs } from './expected-wait.ts';

export type Settled<O> = { ok: true; output: O } | { ok: false; error: unknown };

type Waiting<I, O> = {
  item: I;
  settle: (settled: Settled<O>) => void;
  cause: SpanContext | undefined;
};

/** `bulk`: one of many items of one request. While both lanes have items, each gets half of every write. */
export type Lane = 'single' | 'bulk';

export type Batch<I, O> = {
  /** Resolves after the commit of the item. @throws AppError `unavailable` immediately while the batch is busy. */
  submit(item: I): Promise<O>;
  /**
   * In the bulk lane, however long it is: callers ask before they begin with a request. @returns what became of each, in their order,
   * when the last is written.
   */
  submitMany(items: readonly I[]): Promise<Settled<O>[]>;
  /** Whether an item that is submitted now would wait too long for its write. */
  isBusy(lane: Lane): boolean;
};

type Traced = { tracer: Tracer; name: string };

const retryAfterSeconds = 1;
const waitMsMax = 1_000;

/**
 * @param write commits all items or none and returns the results in their order. It must be safe to call again with the
 *   same items: when a batch fails on one of them, each is written again on its own.
 */
export function createBatch<I, O>(options: {
  write: (items: I[]) => Promise<O[]>;
  batchSizeMax: number;
  /** Items that may wait. Bounds memory, which the limit on the expected wait does not. */
  queueLengthMax: number;
  /** Receives the number of items of each write. */
  onBatch?: ((size: number) => void) | undefined;
  /** Traces each write under this name. */
  traced?: Traced | undefined;
  /** A monotonic clock in milliseconds; `performance.now` by default, for tests to replace. */
  nowMs?: () => number;
}): Batch<I, O> {
  const { write, batchSizeMax, queueLengthMax, onBatch, traced, nowMs = () => performance.now() } = options;
  const half = Math.ceil(batchSizeMax / 2);
  const lanes: Record<Lane, Waiting<I, O>[]> = { single: [], bulk: [] };
  /** When the write under way began; undefined while the batch is idle. */
  let writingSinceMs: number | undefined;
  let recentWriteMs: number | undefined;

  /** What one lane leaves of its half goes to the other. */
  function takeNext(): Waiting<I, O>[] {
    const singles = lanes.single.splice(0, Math.max(half, batchSizeMax - lanes.bulk.length));
    return [...singles, ...lanes.bulk.splice(0, batchSizeMax - singles.length)];
  }

  /** Writes until nothing waits, unless that is under way. */
  async function drain(): Promise<void> {
    if (writingSinceMs !== undefined) return;
    recentWriteMs = undefined;
    for (let taken = takeNext(); taken.length > 0; taken = takeNext()) {
      const beganMs = nowMs();
      writingSinceMs = beganMs;
      onBatch?.(taken.length);
      await traceWrite(traced, taken, () => writeTogether(write, taken));
      recentWriteMs = averagedWriteMs(recentWriteMs, nowMs() - beganMs);
    }
    writingSinceMs = undefined;
  }

  function isBusy(lane: Lane): boolean {
    const queued = lanes[lane].length;
    if (lane === 'single' && queued >= queueLengthMax) return true;
    if (writingSinceMs === undefined) return false;
    const takenPerWrite = lanes[lane === 'single' ? 'bulk' : 'single'].length === 0 ? batchSizeMax : half;
    const load = { queued, takenPerWrite, writingForMs: nowMs() - writingSinceMs, recentWriteMs };
    return expectedWaitMs(load) > waitMsMax;
  }

  return {
    submit(item) {
      if (isBusy('single')) return Promise.reject(new AppError('unavailable', { retryAfterSeconds }));
      return new Promise<O>((resolve, reject) => {
        const settle = (one: Settled<O>): void => (one.ok ? resolve(one.output) : reject(one.error));
        lanes.single.push({ item, settle, cause: traced?.tracer.current() });
        void drain();
      });
    },
    submitMany(items) {
      if (items.length === 0) return Promise.resolve([]);
      return new Promise((resolve) => {
        const settleAt = gather(items.length, resolve);
        const cause = traced?.tracer.current();
        for (const [index, item] of items.entries()) lanes.bulk.push({ item, settle: settleAt(index), cause });
        void drain();
      });
    },
    isBusy,
  };
}

/** @returns what settles the one at an index; the last calls `resolve` with all of them. */
function gather<O>(count: number, resolve: (settled: Settled<O>[]) => void) {
  const settled: Settled<O>[] = new Array(count);
  let left = count;
  return (index: number) =>
    (one: Settled<O>): void => {
      settled[index] = one;
      left -= 1;
      if (left === 0) resolve(settled);
    };
}

/** The write belongs to the trace of the first item that has one, and names those of the others. */
function traceWrite(
  traced: Traced | undefined,
  taken: readonly { cause: SpanContext | undefined }[],
  run: () => Promise<void>,
): Promise<void> {
  if (traced === undefined) return run();
  const [parent, ...links] = taken.flatMap(({ cause }) => (cause?.isSampled ? [cause] : []));
  const attributes = { 'sluice.batch.size': taken.length };
  const unsampled = taken[0]?.cause;
  return traced.tracer.trace(traced.name, { parent: parent ?? unsampled ?? 'root', links, attributes }, run);
}

async function writeTogether<I, O>(write: (items: I[]) => Promise<O[]>, taken: Waiting<I, O>[]): Promise<void> {
  try {
    const outputs = await write(taken.map((waiting) => waiting.item));
    taken.forEach(({ settle }, index) => {
      settle({ ok: true, output: outputs[index] as O });
    });
  } catch (error) {
    const alone = taken.length === 1 || isUnavailable(error) || error instanceof AppError;
    if (alone) {
      for (const { settle } of taken) settle({ ok: false, error });
      return;
    }
    // One bad row must fail alone.
    for (const waiting of taken) await writeTogether(write, [waiting]);
  }
}
