/**
 * Counts an attempt against several limits at once. An attempt that one limit refuses is counted by none, so a client
 * address over its own limit leaves no entry for the accounts it names, and can't fill the windows of others.
 */

/** The part of a rate window that limits attempts (src/http/rate-window.ts). */
export type AttemptWindow = {
  take(key: string, quota: number): { ok: boolean; retryAfterSeconds: number };
  /** What `take` would decide, without counting. */
  peek(key: string, quota: number): { ok: boolean; retryAfterSeconds: number };
};

/** At most `quota` attempts of `key` in the window. */
export type Limit = { window: AttemptWindow; key: string; quota: number };

export type AttemptDecision = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Runs without a pause, so that no other attempt comes between the look and the count. */
export function takeAttempt(limits: readonly Limit[]): AttemptDecision {
  for (const { window, key, quota } of limits) {
    const { ok, retryAfterSeconds } = window.peek(key, quota);
    if (!ok) return { ok: false, retryAfterSeconds };
  }

  for (const { window, key, quota } of limits) window.take(key, quota);
  return { ok: true };
}
