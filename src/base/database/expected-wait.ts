/** How long an item that joins a batch now is expected to wait until its own write begins. Pure. */

export type BatchLoad = {
  /** Items of its lane that wait before it. */
  queued: number;
  /** How many of them a write takes. */
  takenPerWrite: number;
  /** How long the write under way has taken so far; undefined when the batch is idle. */
  writingForMs: number | undefined;
  /** How long a write took recently; undefined before the first write has ended since the batch was idle. */
  recentWriteMs: number | undefined;
};

/**
 * An idle batch writes at once, whatever happened before. A write that takes longer than those before is expected to take
 * as long again, so that a database that stands still is noticed; the writes after it are expected to be as usual.
 */
export function expectedWaitMs({ queued, takenPerWrite, writingForMs, recentWriteMs = 0 }: BatchLoad): number {
  if (writingForMs === undefined) return 0;
  return Math.max(writingForMs, recentWriteMs) + Math.floor(queued / takenPerWrite) * recentWriteMs;
}

/** @returns what is expected of the next write: half of it is what the last one took. */
export const averagedWriteMs = (before: number | undefined, lastMs: number): number =>
  before === undefined ? lastMs : (before + lastMs) / 2;
