/**
 * The clock of every book: the real one, plus the company's offset for test books. Whatever test mode dates reads first
 * which clocks were moved, so that a move is true in every process as soon as it was answered; the rest hears of it
 * within about a second. Must never change the time of a live book.
 */
import { type Clock, systemClock, type TestClockReader } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { retrying } from '../../base/database/transaction.ts';
import { listMovedAfter } from './test-clocks.repository.ts';

const refreshEveryMs = 1_000;

export type TestClocks = Clock &
  TestClockReader & {
    /** Catches up now, and then about every second. */
    start(): Promise<void>;
    stop(): Promise<void>;
  };

/** @param base the underlying clock; tests pass their own. */
export function createTestClocks(db: Database, base: Clock = systemClock): TestClocks {
  const offsets = new Map<bigint, number>();
  let lastMove = 0n;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  /** Begins when `reading` has ended, so whoever calls before may share it. */
  let next: Promise<void> | undefined;
  let stopped = false;

  async function readMoves(): Promise<void> {
    for (const { holderId, offsetMs, moved } of await retrying(() => listMovedAfter(db, lastMove))) {
      offsets.set(holderId, Number(offsetMs));
      lastMove = moved;
    }
  }

  function catchUp(): Promise<void> {
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined;
        reading = readMoves();
        return reading;
      });
    return next;
  }

  function catchUpLater(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      // When the database is unreachable, the offsets stay as they were.
      void catchUp()
        .catch(() => {})
        .finally(catchUpLater);
    }, refreshEveryMs);
    timer.unref();
  }

  return {
    now(holderId, mode) {
      const now = base.now(holderId, mode);
      const offsetMs = mode === 'test' ? (offsets.get(holderId) ?? 0) : 0;
      return offsetMs === 0 ? now : new Date(now.getTime() + offsetMs);
    },
    catchUp,
    async start() {
      await catchUp();
      catchUpLater();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await next?.catch(() => {});
      await reading.catch(() => {});
    },
  };
}
