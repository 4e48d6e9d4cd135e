/**
 * Counts an attempt against several limits at once. An attempt that one limit refuses is counted by none, so a client
 * address over its own limit leaves no entry for the accounts it names, and can't fill the windows of others.
 */
import { clientNetworks } from './client-network.ts';

type Soon<T> = T | Promise<T>;

/** The part of a rate window that limits attempts (src/core/http/rate-window.ts). */
export type AttemptWindow = {
  take(key: string, quota: number): Soon<{ ok: boolean; retryAfterSeconds: number; slot: number }>;
  /** What `take` would decide, without counting. */
  peek(key: string, quota: number): Soon<{ ok: boolean; retryAfterSeconds: number }>;
  giveBack(key: string, slot: number): void;
};

/** At most `quota` attempts of `key` in the window. */
type Limit = { window: AttemptWindow; key: string; quota: number };

/** A quota of each client network: see `clientNetworks`. */
export const perNetwork = (window: AttemptWindow, address: string, quota: number): Limit[] =>
  clientNetworks(address).map(({ network, allowances }) => ({ window, key: network, quota: quota * allowances }));

/** `giveBack`: the attempt was not made after all. */
export type AttemptDecision = { ok: true; giveBack(): void } | { ok: false; retryAfterSeconds: number };

/** Looks first, so that a refused attempt evicts nothing; what another attempt took meanwhile is refused when counted. */
export async function takeAttempt(limits: readonly Limit[]): Promise<AttemptDecision> {
  for (const { window, key, quota } of limits) {
    const { ok, retryAfterSeconds } = await window.peek(key, quota);
    if (!ok) return { ok: false, retryAfterSeconds };
  }

  const taken: { limit: Limit; slot: number }[] = [];
  const giveBack = (): void => {
    for (const { limit, slot } of taken) limit.window.giveBack(limit.key, slot);
  };
  for (const limit of limits) {
    const { ok, retryAfterSeconds, slot } = await limit.window.take(limit.key, limit.quota);
    if (!ok) {
      giveBack();
      return { ok: false, retryAfterSeconds };
    }
    taken.push({ limit, slot });
  }
  return { ok: true, giveBack };
}
