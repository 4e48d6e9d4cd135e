/**
 * Group commit: items that arrive during a write are written together in the next one. There is no timer: an idle batch
 * writes a single item immediately. Items of requests that bring many wait in a lane of their own, so that they never
 * delay the others by more than a share of each write.
 */
import { AppError } from '../errors/app-error.ts';
import type { SpanContext, Tracer } from '../tracing/tracer.ts';
import { isUnavailable } from './database-error.ts';
import { averagedWriteMs, expectedWaitMs } from './expected-wait.ts';
import { createTurns } from './turns.ts';

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
  /**
   * Resolves when the single items of fewer than two writes are unwritten, in the order of the calls; undefined when that is so now.
   * Whoever waits for it before an item is made keeps less memory than with the item.
   */
  whenNear(): Promise<void> | undefined;
  /** Whether an item that is submitted now, or a caller that begins to wait for it, would wait too long for its write. */
  isBusy(lane: Lane): boolean;
};

type Traced = { tracer: Tracer; name: string };

const busy = (): AppError => new AppError('unavailable', { retryAfterSeconds: 1 });
const waitMsMax = 1_000;
/** Enough that the next write is full when the one under way ends. */
const nearWrites = 2;

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
  const pace = createPace(batchSizeMax, nowMs);
  /** Single items of the write under way. */
  let writing = 0;
  const turns = createTurns(() => nearWrites * batchSizeMax - writing - lanes.single.length);

  /** What one lane leaves of its half goes to the other. */
  function takeNext(): Waiting<I, O>[] {
    const singles = lanes.single.splice(0, Math.max(half, batchSizeMax - lanes.bulk.length));
    pace.take(singles.length, turns.waiting > 0);
    writing = singles.length;
    turns.callNext();
    return [...singles, ...lanes.bulk.splice(0, batchSizeMax - singles.length)];
  }

  /** Writes until nothing waits, unless that is under way. */
  async function drain(): Promise<void> {
    if (pace.isWriting) return;
    for (let taken = takeNext(); taken.length > 0; taken = takeNext()) {
      pace.begin();
      onBatch?.(taken.length);
      await traceWrite(traced, taken, () => writeTogether(write, taken));
      pace.end();
    }
    pace.rest();
  }

  function isLate(lane: Lane, queued: number): boolean {
    if (lane === 'single' && queued >= queueLengthMax) return true;
    const share = lanes[lane === 'single' ? 'bulk' : 'single'].length === 0 ? batchSizeMax : half;
    return pace.waitMs(lane, queued, share) > waitMsMax;
  }

  return {
    submit(item) {
      if (isLate('single', lanes.single.length)) return Promise.reject(busy());
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
    whenNear: turns.wait,
    isBusy: (lane) => isLate(lane, lanes[lane].length + (lane === 'single' ? turns.waiting : 0)),
  };
}

/** What the writes since the batch was idle say about those to come. */
function createPace(batchSizeMax: number, nowMs: () => number) {
  /** When the write under way began; undefined while the batch is idle. */
  let writingSinceMs: number | undefined;
  let recentWriteMs: number | undefined;
  /** What a write takes while callers wait to be near: less than it could where this process is slower than the database. */
  let recentSingles = batchSizeMax;

  return {
    get isWriting() {
      return writingSinceMs !== undefined;
    },
    take(singles: number, othersWait: boolean): void {
      if (!othersWait) recentSingles = batchSizeMax;
      else if (singles > 0) recentSingles = (recentSingles + singles) / 2;
    },
    begin(): void {
      writingSinceMs = nowMs();
    },
    end(): void {
      recentWriteMs = averagedWriteMs(recentWriteMs, nowMs() - (writingSinceMs as number));
    },
    rest(): void {
      writingSinceMs = undefined;
      recentWriteMs = undefined;
    },
    /** @param share of a write that is the lane's. */
    waitMs(lane: Lane, queued: number, share: number): number {
      const takenPerWrite = lane === 'single' ? Math.min(share, recentSingles) : share;
      const writingForMs = writingSinceMs === undefined ? undefined : nowMs() - writingSinceMs;
      return expectedWaitMs({ queued, takenPerWrite, writingForMs, recentWriteMs });
    },
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
