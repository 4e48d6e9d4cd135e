/** When a failed delivery is attempted again: ten attempts over three days (docs/webhooks.md, "Retries"). Pure. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After the first failure, after the second, and so on: three days in all. */
export const pausesMs: readonly number[] = [
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  20 * hourMs,
  31 * hourMs,
];

const jitter = 0.1;
const retryAfterMaxMs = 24 * hourMs;

/**
 * @param failed how many attempts have failed, at least 1.
 * @param retryAfterMs what the receiver asked for: it is never called sooner, but for longer than a day.
 * @param random from 0 to 1: receivers that failed together are not called together.
 * @returns undefined when no attempt is left.
 */
export function pauseAfter(failed: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const pause = pausesMs[failed - 1];
  if (pause === undefined) return undefined;
  const spread = Math.round(pause * (1 - jitter + 2 * jitter * random));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, retryAfterMaxMs));
}

/** Seconds or a date. @returns undefined for anything else. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * secondMs;
  if (!/^[A-Z][a-z]{2}, \d/.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
