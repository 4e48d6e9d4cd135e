/**
 * An exact sliding window, "at most q requests in any window": a log of the counted requests of each key, in this
 * process. Windows that several processes share are in src/core/processes/. Must never count a refused request, so that a client that waits recovers, nor refuse one key because of how
 * many others there are: a full window evicts the key that has been quiet longest.
 */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

export type RateDecision = {
  ok: boolean;
  /** Requests that would still be accepted now. */
  left: number;
  /** Whole seconds, rounded up, until the oldest counted request leaves the window; 0 when none is counted. */
  resetSeconds: number;
  /** Whole seconds, rounded up, after which a request is accepted again; 0 when this one was. */
  retryAfterSeconds: number;
  /** Names what was counted, for `giveBack`. */
  slot: number;
};

/** A promise while several processes share the window; a value while this process is alone. */
type Soon<T> = T | Promise<T>;

export type RateWindow = {
  /**
   * Counts one request of `key` if the quota allows it (docs/contract/partner.md, "Rate limit"). The quota is a whole
   * number and may change between calls: a smaller one applies immediately, also to requests already counted. 0 or less
   * refuses all.
   * @throws AppError `unavailable` when the window is shared and the database can't be reached.
   */
  take(key: string, quota: number): Soon<RateDecision>;
  /** What `take` would decide; counts nothing and stores nothing. */
  peek(key: string, quota: number): Soon<RateDecision>;
  /** A counted request counts no more. Does nothing when it has left the window. */
  giveBack(key: string, slot: number): void;
};

/** The requests of one key that leave the window after so many milliseconds. */
type CountedKey = { key: string; leaveInMs: number[] };

export type LocalRateWindow = Omit<RateWindow, 'take' | 'peek'> & {
  take(key: string, quota: number): RateDecision;
  peek(key: string, quota: number): RateDecision;
  counted(): CountedKey[];
  /** Counts these beside what is counted already. */
  restore(counted: readonly CountedKey[]): void;
  clear(): void;
};

type RateWindowOptions = {
  /** A request leaves the window when it is exactly this old. */
  windowMs: number;
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number;
  /**
   * The maximum number of keys in memory. An evicted key starts with its whole quota again, so this must exceed the
   * number of keys that are rightly active at once, such as companies times modes.
   */
  keysMax: number;
};

const ringSizeMin = 8;
/** How many idle keys each call evicts, so that memory is released without a timer. */
const sweptPerCallMax = 2;

/** The time at which each counted request leaves the window, oldest first, in a ring buffer that doubles when full. */
type Log = { leavesAt: Float64Array; start: number; count: number };

/**
 * The window of a single process. A call takes amortized O(1): each request is written once and removed once. A key's
 * memory depends on the requests in its window, not on its quota, and is released once the key is idle.
 */
export function createRateWindow(options: RateWindowOptions): LocalRateWindow {
  const { windowMs, now = () => performance.now(), keysMax } = options;
  assert(windowMs > 0 && keysMax > 0, 'a rate window needs a length and room for a key');
  // Ordered by each key's latest counted request, so that idle keys come first.
  const logs = new Map<string, Log>();

  function look(key: string, quota: number, time: number): { log: Log; refused: RateDecision | undefined } {
    const log = activeLog(logs, key, time) ?? { leavesAt: new Float64Array(ringSizeMin), start: 0, count: 0 };
    return { log, refused: log.count >= quota ? refuse(log, quota, time, windowMs) : undefined };
  }

  return {
    peek(key, quota) {
      const time = now();
      const { log, refused } = look(key, quota, time);
      if (refused !== undefined) return refused;
      const oldest = log.count === 0 ? time + windowMs : at(log, 0);
      return accept(quota - log.count - 1, oldest, time);
    },
    take(key, quota) {
      const time = now();
      dropIdle(logs, time);
      const { log, refused } = look(key, quota, time);
      if (refused !== undefined) return refused;
      if (log.count === 0 && logs.size >= keysMax) evictQuietest(logs);
      append(log, time + windowMs);
      logs.delete(key);
      logs.set(key, log);
      return accept(quota - log.count, at(log, 0), time, time + windowMs);
    },
    giveBack(key, slot) {
      const log = logs.get(key);
      if (log !== undefined) remove(log, slot);
      if (log?.count === 0) logs.delete(key);
    },
    counted() {
      const time = now();
      return [...logs.keys()].flatMap((key) => {
        const log = activeLog(logs, key, time);
        return log === undefined ? [] : [{ key, leaveInMs: timesOf(log).map((leavesAt) => leavesAt - time) }];
      });
    },
    restore(counted) {
      const time = now();
      for (const { key, leaveInMs } of counted) {
        const own = activeLog(logs, key, time);
        const times = [...(own === undefined ? [] : timesOf(own)), ...leaveInMs.map((ms) => time + ms)];
        const log: Log = { leavesAt: new Float64Array(ringSizeMin), start: 0, count: 0 };
        for (const leavesAt of times.sort((a, b) => a - b)) append(log, leavesAt);
        logs.set(key, log);
      }
      const quietestFirst = [...logs].sort(([, a], [, b]) => newest(a) - newest(b));
      logs.clear();
      for (const [key, log] of quietestFirst.slice(-keysMax)) logs.set(key, log);
    },
    clear: () => logs.clear(),
  };
}

const accept = (left: number, oldestLeavesAt: number, time: number, slot = 0): RateDecision => ({
  ok: true,
  left,
  resetSeconds: secondsUntil(oldestLeavesAt, time),
  retryAfterSeconds: 0,
  slot,
});

function refuse(log: Log, quota: number, time: number, windowMs: number): RateDecision {
  const resetSeconds = log.count === 0 ? 0 : secondsUntil(at(log, 0), time);
  // After the quota was lowered, more than one request may have to leave the window.
  const freesAt = quota > 0 ? at(log, log.count - quota) : time + windowMs;
  return { ok: false, left: 0, resetSeconds, retryAfterSeconds: secondsUntil(freesAt, time), slot: 0 };
}

function evictQuietest(logs: Map<string, Log>): void {
  const [quietest] = logs.keys();
  logs.delete(quietest as string);
}

function dropIdle(logs: Map<string, Log>, time: number): void {
  let swept = 0;
  for (const [key, log] of logs) {
    if (swept === sweptPerCallMax || newest(log) > time) return;
    logs.delete(key);
    swept += 1;
  }
}

/** A key's log without the requests that have left the window. An empty log is removed. */
function activeLog(logs: Map<string, Log>, key: string, time: number): Log | undefined {
  const log = logs.get(key);
  if (log === undefined) return undefined;
  while (log.count > 0 && at(log, 0) <= time) {
    log.start = (log.start + 1) % log.leavesAt.length;
    log.count -= 1;
  }
  if (log.count > 0) return log;
  logs.delete(key);
  return undefined;
}

function append(log: Log, leavesAt: number): void {
  if (log.count === log.leavesAt.length) grow(log);
  log.leavesAt[(log.start + log.count) % log.leavesAt.length] = leavesAt;
  log.count += 1;
}

/** Removes the entry that leaves at this time, if it is still there. It is usually among the last. */
function remove(log: Log, leavesAt: number): void {
  let index = log.count - 1;
  while (index >= 0 && at(log, index) > leavesAt) index -= 1;
  if (index < 0 || at(log, index) !== leavesAt) return;
  for (let next = index; next < log.count - 1; next += 1) {
    log.leavesAt[(log.start + next) % log.leavesAt.length] = at(log, next + 1);
  }
  log.count -= 1;
}

function grow(log: Log): void {
  const larger = new Float64Array(log.leavesAt.length * 2);
  larger.set(log.leavesAt.subarray(log.start));
  larger.set(log.leavesAt.subarray(0, log.start), log.leavesAt.length - log.start);
  log.leavesAt = larger;
  log.start = 0;
}

const at = (log: Log, index: number): number => log.leavesAt[(log.start + index) % log.leavesAt.length] as number;

const timesOf = (log: Log): number[] => Array.from({ length: log.count }, (_, index) => at(log, index));

const newest = (log: Log): number => at(log, log.count - 1);

/** The smallest whole number of seconds after which `until` is reached, corrected for floating-point rounding. */
function secondsUntil(until: number, time: number): number {
  let seconds = Math.floor((until - time) / 1000);
  while (time + seconds * 1000 < until) seconds += 1;
  return seconds;
}
