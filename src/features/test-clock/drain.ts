/**
 * Waits until all due work of one test book is done: jobs run in any worker, the sweeps of rows due on its clock run
 * here. Must never work on any other book.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { countDueJobs, hasWorkers, retryFailedJobs } from '../../core/jobs/due-jobs.ts';

const pauseMs = 50;
const timeoutDefaultMs = 30_000;

type Book = { holderId: bigint; mode: Mode };

/** Does the work that is due in a book now. @returns how many items it found. */
export type DueWork = (book: Book) => Promise<number>;

/** Whether no work is due any more at `now`. */
type Drained = { drained: boolean; now: Date };

/** @throws AppError `forbidden`. */
export type Drain = (actor: Actor, book: Book) => Promise<Drained>;

/**
 * Answers `drained: false` when work is left after the time limit, or when no worker is running to take the jobs.
 * @param works in the order in which one may cause the next.
 */
export function createDrain(deps: {
  db: Database;
  clock: Clock;
  works: readonly DueWork[];
  timeoutMs?: number;
}): Drain {
  const { db, clock, works, timeoutMs = timeoutDefaultMs } = deps;
  return async (actor, book) => {
    authorize(actor, 'test_clock.drain', book);
    const signal = AbortSignal.timeout(timeoutMs);
    const tried: bigint[] = [];
    const end = (drained: boolean): Drained => ({ drained, now: clock.now(book.holderId, book.mode) });
    while (!signal.aborted) {
      tried.push(...(await retryFailedJobs(db, book, tried)));
      // Jobs first, so that the sweeps of this round see what they leave.
      const jobs = await countDueJobs(db, book);
      let swept = 0;
      for (const work of works) swept += await work(book);
      if (jobs === 0 && swept === 0) return end(true);
      if (swept === 0 && !(await hasWorkers(db))) return end(false);
      await delay(pauseMs);
    }
    return end(false);
  };
}
