/**
 * A bounded cache of rows that seldom change. An entry is relied on for a second, and for as long as its change would
 * have been heard of (row-changes.ts) for about a minute. Absence is never cached. Concurrent reads of a key share one
 * query. An entry may be stale: the row may have changed within the last second.
 */
type Entry<V> = { value: V; readAtMs: number; ageMaxMs: number; usedAtMs: number };
type Reading<V> = { promise: Promise<V | undefined>; beganAtMs: number };

/** The age up to which an entry counts though nobody can say whether its row has changed. */
export const unheardAgeMaxMs = 1_000;
/** The age limits of entries are spread, so that what was read at one time is not read again at one time. */
export const ageMaxMs = { least: 30_000, most: 60_000 };
/** Uses closer together count as one, which spares most hits the reordering. */
const useNotedEveryMs = 1_000;

type RowCache<V> = {
  /** What is cached and may be relied on, without a promise: for the hot path. */
  peek(key: string): V | undefined;
  get(key: string): Promise<V | undefined>;
  drop(key: string): void;
  /** Drops every entry whose value is chosen. */
  dropWhere(isChosen: (value: V) => boolean): void;
};

/**
 * @param read fetches one key from the database, or undefined when there is none.
 * @param entriesMax the size limit, beyond which the entries unused for longest are evicted first.
 * @param heardAllSince whether a change of any row since then, other than within the last second, has led to a `drop`.
 */
export function createRowCache<V>(options: {
  read: (key: string) => Promise<V | undefined>;
  entriesMax: number;
  heardAllSince?: ((sinceMs: number) => boolean) | undefined;
  nowMs?: () => number;
}): RowCache<V> {
  const { read, entriesMax, heardAllSince = () => false, nowMs = () => performance.now() } = options;
  const entries = new Map<string, Entry<V>>();
  const reading = new Map<string, Reading<V>>();

  function peek(key: string): V | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    const now = nowMs();
    const ageMs = now - entry.readAtMs;
    if (ageMs >= unheardAgeMaxMs && (ageMs >= entry.ageMaxMs || !heardAllSince(entry.readAtMs))) return undefined;
    if (now - entry.usedAtMs >= useNotedEveryMs) {
      entry.usedAtMs = now;
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry.value;
  }

  function keep(key: string, value: V, readAtMs: number): void {
    const spreadMs = ageMaxMs.most - ageMaxMs.least;
    entries.set(key, { value, readAtMs, ageMaxMs: ageMaxMs.least + Math.random() * spreadMs, usedAtMs: nowMs() });
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMax) break;
      entries.delete(oldest);
    }
  }

  async function keepOnceRead(key: string, current: Reading<V>): Promise<V | undefined> {
    try {
      const value = await current.promise;
      if (reading.get(key) === current) {
        entries.delete(key);
        if (value !== undefined) keep(key, value, current.beganAtMs);
      }
      return value;
    } finally {
      if (reading.get(key) === current) reading.delete(key);
    }
  }

  return {
    peek,
    async get(key) {
      const cached = peek(key);
      if (cached !== undefined) return cached;
      const beganAtMs = nowMs();
      const underWay = reading.get(key);
      if (underWay !== undefined && beganAtMs - underWay.beganAtMs < unheardAgeMaxMs) return underWay.promise;
      const current = { promise: read(key), beganAtMs };
      reading.set(key, current);
      return keepOnceRead(key, current);
    },
    drop(key) {
      entries.delete(key);
      // A read in progress may return the old row, so its result must not be cached.
      reading.delete(key);
    },
    dropWhere(isChosen) {
      for (const [key, { value }] of entries) {
        if (isChosen(value)) entries.delete(key);
      }
      // What these reads will return is not known yet.
      reading.clear();
    },
  };
}
