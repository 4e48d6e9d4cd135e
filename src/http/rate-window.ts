/**
 * "At most q requests in any window", exactly: a log of the counted requests of each key, in this process. It must
 * never count a refused request (a patient client always recovers), and never forget a counted one early.
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
};

/** May be implemented by a window that several processes share; nothing else knows where the log is. */
export type RateWindow = {
  /**
   * Asks to count one request of `key` (docs/contract.md, "Rate limit"). The quota may differ from call to call: a
   * smaller one holds at once, over the requests counted so far. It is a whole number; 0 or less refuses all.
   */
  take(key: string, quota: number): RateDecision;
};

export type RateWindowOptions = {
  /** A request leaves the window when it is exactly this old. */
  windowMs: number;
  /** Milliseconds that never go backwards. Default: the process's monotonic clock. */
  now?: () => number;
  /**
   * Keys remembered at once. Only idle ones are forgotten; when all are active, a new key is refused until one is
   * idle, so give it more than there are companies and modes.
   */
  keysMax: number;
};

const ringSizeMin = 8;
/** Idle keys forgotten in passing by each call, so that memory comes back without a timer. */
const sweptPerCallMax = 2;

/** When each counted request leaves the window, oldest first; a ring that doubles as it fills. */
type Log = { leavesAt: Float64Array; start: number; count: number };

/**
 * The window of a single process. Each call is O(1) when spread over many: a request is written once and removed once.
 * A key's memory follows what it has had in the window, whatever its quota is, and is given back once it is idle.
 */
export function createRateWindow(options: RateWindowOptions): RateWindow {
  const { windowMs, now = () => performance.now(), keysMax } = options;
  assert(windowMs > 0 && keysMax > 0, 'a rate window needs a length and room for a key');
  // In the order of each key's latest counted request, so that idle keys stand first.
  const logs = new Map<string, Log>();

  return {
    take(key, quota) {
      const time = now();
      forgetIdle(logs, time);
      const log = activeLog(logs, key, time) ?? { leavesAt: new Float64Array(ringSizeMin), start: 0, count: 0 };
      if (log.count >= quota) return refuse(log, quota, time, windowMs);
      if (log.count === 0 && logs.size >= keysMax) return refuseKey(logs, time);
      append(log, time + windowMs);
      logs.delete(key);
      logs.set(key, log);
      return { ok: true, left: quota - log.count, resetSeconds: secondsUntil(at(log, 0), time), retryAfterSeconds: 0 };
    },
  };
}

function refuse(log: Log, quota: number, time: number, windowMs: number): RateDecision {
  const resetSeconds = log.count === 0 ? 0 : secondsUntil(at(log, 0), time);
  // Under a quota that shrank, more than one request must leave before there is room.
  const freesAt = quota > 0 ? at(log, log.count - quota) : time + windowMs;
  return { ok: false, left: 0, resetSeconds, retryAfterSeconds: secondsUntil(freesAt, time) };
}

/** There is no room for one more key: the first to become idle makes some. */
function refuseKey(logs: Map<string, Log>, time: number): RateDecision {
  const first = logs.values().next().value as Log;
  return { ok: false, left: 0, resetSeconds: 0, retryAfterSeconds: secondsUntil(newest(first), time) };
}

function forgetIdle(logs: Map<string, Log>, time: number): void {
  let swept = 0;
  for (const [key, log] of logs) {
    if (swept === sweptPerCallMax || newest(log) > time) return;
    logs.delete(key);
    swept += 1;
  }
}

/** A key's log, less what has left the window. A log that is empty by then is dropped with its memory. */
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

function grow(log: Log): void {
  const larger = new Float64Array(log.leavesAt.length * 2);
  larger.set(log.leavesAt.subarray(log.start));
  larger.set(log.leavesAt.subarray(0, log.start), log.leavesAt.length - log.start);
  log.leavesAt = larger;
  log.start = 0;
}

const at = (log: Log, index: number): number => log.leavesAt[(log.start + index) % log.leavesAt.length] as number;

const newest = (log: Log): number => at(log, log.count - 1);

/**
 * The least whole number of seconds after which `until` has come, exactly, though differences of doubles are rounded.
 */
function secondsUntil(until: number, time: number): number {
  let seconds = Math.floor((until - time) / 1000);
  while (time + seconds * 1000 < until) seconds += 1;
  return seconds;
}
