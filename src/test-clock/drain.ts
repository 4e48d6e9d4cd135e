/**
 * Waits until all due work of one test book is done: its wake-ups by whichever worker takes them, the sweeps of what
 * is due on its clock right here. Must never work on another book than the one asked for.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { AppError } from '../errors/app-error.ts';
import { countDueJobs, retryFailedJobs } from '../jobs/due-jobs.ts';
import type { Mode } from '../money/mode.ts';

const pauseMs = 50;
const timeoutDefaultMs = 30_000;
const retryAfterSeconds = 5;

type Book = { holderId: bigint; mode: Mode };

/** Does what is due in a book now. @returns how much it found. */
export type DueWork = (book: Book) => Promise<number>;

export type Drain = (book: Book) => Promise<Date>;

/** @param works in the order in which one may lead to the next. */
export function createDrain(deps: {
  db: Database;
  clock: Clock;
  works: readonly DueWork[];
  timeoutMs?: number;
}): Drain {
  const { db, clock, works, timeoutMs = timeoutDefaultMs } = deps;
  /**
   * @returns the instant at which nothing was due any more.
   * @throws AppError `unavailable` when there is still work after the time limit; asked again, it goes on.
   */
  return async (book) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const tried: bigint[] = [];
    while (!signal.aborted) {
      tried.push(...(await retryFailedJobs(db, book, tried)));
      // Jobs first: what they leave behind is then seen by the sweeps of this very round.
      let found = await countDueJobs(db, book);
      for (const work of works) found += await work(book);
      if (found === 0) return clock.now(book.holderId, book.mode);
      await delay(pauseMs);
    }
    const message = 'There is still work due in this test book. It is safe to send this again.';
    throw new AppError('unavailable', { message, retryAfterSeconds });
  };
}
