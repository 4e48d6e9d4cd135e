/**
 * A small cache for rows of the directory: bounded, read anew when older than a second, one read at a time per key.
 * Absence is never kept. Nothing in it is the truth: any process may have changed the row meanwhile.
 */
type Entry<V> = { value: V; readAtMs: number };

export const cacheAgeMaxMs = 1_000;

export type ShortCache<V> = {
  get(key: string): Promise<V | undefined>;
  drop(key: string): void;
};

/**
 * @param read fetches one key from the database, or undefined when there is none.
 * @param entriesMax beyond it the longest kept entries are dropped first.
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
      // A read under way may have seen the row as it was: its answer is not kept.
      reading.delete(key);
    },
  };
}
