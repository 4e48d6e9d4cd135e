/**
 * A bounded cache for directory rows. Entries expire after a second, and concurrent reads of a key share one query.
 * Absence is never cached. An entry may be stale: another process may have changed the row since.
 */
type Entry<V> = { value: V; readAtMs: number };

export const cacheAgeMaxMs = 1_000;

export type ShortCache<V> = {
  get(key: string): Promise<V | undefined>;
  drop(key: string): void;
};

/**
 * @param read fetches one key from the database, or undefined when there is none.
 * @param entriesMax the size limit, beyond which the oldest entries are evicted first.
 */
export function createShortCache<V>(options: {
  read: (key: string) => Promise<V | undefined>;
  entriesMax: number;
  nowMs?: () => number;
}): ShortCache<V> {
  const { read, entriesMax, nowMs = () => performance.now() } = options;
  const entries = new Map<string, Entry<V>>();
  const reading = new Map<string, Promise<V | undefined>>();

  async function readAnew(key: string): Promise<V | undefined> {
    const readAtMs = nowMs();
    const value = await read(key);
    if (reading.get(key) === undefined) return value;
    entries.delete(key);
    if (value !== undefined) {
      entries.set(key, { value, readAtMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= entriesMax) break;
        entries.delete(oldest);
      }
    }
    return value;
  }

  return {
    async get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && nowMs() - entry.readAtMs < cacheAgeMaxMs) return entry.value;
      const underWay = reading.get(key);
      if (underWay !== undefined) return underWay;
      const promise = readAnew(key).finally(() => {
        if (reading.get(key) === promise) reading.delete(key);
      });
      reading.set(key, promise);
      return promise;
    },
    drop(key) {
      entries.delete(key);
      // A read in progress may return the old row, so its result must not be cached.
      reading.delete(key);
    },
  };
}
