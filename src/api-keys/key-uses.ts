/**
 * Notes when each key pair was last used: written at most once a minute and process, and never waited for. A use that
 * could not be written is left out; the next one after a minute is tried again.
 */
import type { Database } from '../database/pool.ts';
import { touchKey } from './api-keys.repository.ts';

const writtenEveryMs = 60_000;
/** A database that does not answer must not hold up the end of the service. */
const settleWithinMs = 1_000;
const keysKeptMax = 10_000;

export type KeyUses = {
  note(clientId: string): void;
  /** Waits for the writes under way, a second at most. Call it before the pool ends. */
  settle(): Promise<void>;
};

/** @param nowMs the real clock; a key is used when it is, whatever its book's clock says. */
export function createKeyUses(db: Database, nowMs: () => number = Date.now): KeyUses {
  const writtenAtMs = new Map<string, number>();
  const writing = new Set<Promise<void>>();
  return {
    note(clientId) {
      const now = nowMs();
      const before = writtenAtMs.get(clientId);
      if (before !== undefined && now - before < writtenEveryMs) return;
      writtenAtMs.delete(clientId);
      writtenAtMs.set(clientId, now);
      for (const oldest of writtenAtMs.keys()) {
        if (writtenAtMs.size <= keysKeptMax) break;
        writtenAtMs.delete(oldest);
      }
      const write = touchKey(db, clientId, new Date(now))
        .catch(() => {})
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    async settle() {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, settleWithinMs);
      });
      await Promise.race([Promise.all(writing), limit]);
      clearTimeout(timer);
    },
  };
}
