/**
 * Leaves the machine to requests between two seals: sealing what a peak leaves behind takes a twentieth of one processor, and
 * ends before its next turn.
 */
import { setTimeout as delay } from 'node:timers/promises';

const restsPerWork = 20;
const turnMaxMs = 4 * 60_000;

/** For one turn. @param stopping ends it at once. */
export function createRest(stopping: AbortSignal): (tookMs: number) => Promise<boolean> {
  const endsAt = performance.now() + turnMaxMs;
  return async (tookMs) => {
    await delay(tookMs * restsPerWork, undefined, { signal: stopping }).catch(() => {});
    return !stopping.aborted && performance.now() < endsAt;
  };
}
