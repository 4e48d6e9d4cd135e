/**
 * The clock of every book: the real one, plus the company's offset for test books. Offsets are read from the database
 * about every second, so that a change reaches every process. Must never change the time of a live book.
 */
import { type Clock, systemClock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { listOffsets } from './test-clocks.repository.ts';

const refreshEveryMs = 1_000;

export type TestClocks = Clock & {
  /** Reads the offsets. Call it before first use, and after a change in this process. */
  refresh(): Promise<void>;
  /** Reads the offsets now, and then about every second. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** @param base the underlying clock; tests pass their own. */
export function createTestClocks(db: Database, base: Clock = systemClock): TestClocks {
  let offsets = new Map<bigint, number>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let stopped = false;

  function refresh(): Promise<void> {
    // One at a time: an older result must never replace a newer one.
    reading = reading
      .catch(() => {})
      .then(async () => {
        const rows = await listOffsets(db);
        offsets = new Map(rows.map(({ holderId, offsetMs }) => [holderId, Number(offsetMs)]));
      });
    return reading;
  }

  function refreshLater(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      // When the database is unreachable, the offsets stay as they were.
      void refresh()
        .catch(() => {})
        .finally(refreshLater);
    }, refreshEveryMs);
    timer.unref();
  }

  return {
    now(holderId, mode) {
      const now = base.now(holderId, mode);
      const offsetMs = mode === 'test' ? (offsets.get(holderId) ?? 0) : 0;
      return offsetMs === 0 ? now : new Date(now.getTime() + offsetMs);
    },
    refresh,
    async start() {
      await refresh();
      refreshLater();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await reading.catch(() => {});
    },
  };
}
