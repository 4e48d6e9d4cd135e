/**
 * Notes when each key pair was last used: written at most once a minute and process, together with the others of the same
 * moment, and never waited for. A use that could not be written is left out; the next one after a minute is tried again.
 */
import type { Database } from '../../base/database/pool.ts';
import { touchKeys } from './api-keys.repository.ts';

const writtenEveryMs = 60_000;
/** A thousand key pairs in their first moment are one statement, not a thousand commits. */
const gatheredMs = 200;
/** A database that does not answer must not hold up the end of the service. */
const flushWithinMs = 1_000;
const keysKeptMax = 10_000;

type KeyUses = {
  note(clientId: string): void;
  /** Writes what is noted and waits for the writes under way, a second at most. Call it before the pool ends. */
  flush(): Promise<void>;
};

/** @param nowMs the real clock; a key is used when it is, whatever its book's clock says. */
export function createKeyUses(db: Database, nowMs: () => number = Date.now): KeyUses {
  const writtenAtMs = new Map<string, number>();
  const writing = new Set<Promise<void>>();
  let gathered: { clientId: string; at: Date }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function writeGathered(): void {
    clearTimeout(timer);
    timer = undefined;
    const uses = gathered;
    gathered = [];
    if (uses.length === 0) return;
    const write = touchKeys(db, uses)
      .catch(() => {})
      .finally(() => writing.delete(write));
    writing.add(write);
  }

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
      gathered.push({ clientId, at: new Date(now) });
      timer ??= setTimeout(writeGathered, gatheredMs).unref();
    },
    async flush() {
      writeGathered();
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, flushWithinMs);
      });
      await Promise.race([Promise.all(writing), late]);
      clearTimeout(limit);
    },
  };
}
