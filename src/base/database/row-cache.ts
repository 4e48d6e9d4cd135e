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

type CacheOptions = {
  entriesMax: number;
  heardAllSince?: ((sinceMs: number) => boolean) | undefined;
  nowMs?: () => number;
};

/**
 * @param read fetches one key from the database, or undefined when there is none.
 * @param entriesMax the size limit, beyond which the entries unused for longest are evicted first.
 * @param heardAllSince whether a change of any row since then, other than within the last second, has led to a `drop`.
 */
export function createRowCache<V>({
  read,
  ...options
}: CacheOptions & { read: (key: string) => Promise<V | undefined> }): RowCache<V> {
  const { nowMs = () => performance.now() } = options;
  const entries = createEntries<V>({ ...options, nowMs });
  const reading = new Map<string, Reading<V>>();

  async function keepOnceRead(key: string, current: Reading<V>): Promise<V | undefined> {
    try {
      const value = await current.promise;
      if (reading.get(key) === current) {
        entries.drop(key);
        if (value !== undefined) entries.keep(key, value, current.beganAtMs);
      }
      return value;
    } finally {
      if (reading.get(key) === current) reading.delete(key);
    }
  }

  return {
    peek: entries.peek,
    async get(key) {
      const cached = entries.peek(key);
      if (cached !== undefined) return cached;
      const beganAtMs = nowMs();
      const underWay = reading.get(key);
      if (underWay !== undefined && beganAtMs - underWay.beganAtMs < unheardAgeMaxMs) return underWay.promise;
      const current = { promise: read(key), beganAtMs };
      reading.set(key, current);
      return keepOnceRead(key, current);
    },
    drop(key) {
      entries.drop(key);
      // A read in progress may return the old row, so its result must not be cached.
      reading.delete(key);
    },
    dropWhere(isChosen) {
      entries.dropWhere(isChosen);
      // What these reads will return is not known yet.
      reading.clear();
    },
  };
}

/** What is cached, with the rule of how long it may be relied on. */
function createEntries<V>({ entriesMax, heardAllSince = () => false, nowMs }: CacheOptions & { nowMs: () => number }) {
  const entries = new Map<string, Entry<V>>();

  return {
    peek(key: string): V | undefined {
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
    },
    keep(key: string, value: V, readAtMs: number): void {
      const spreadMs = ageMaxMs.most - ageMaxMs.least;
      entries.set(key, { value, readAtMs, ageMaxMs: ageMaxMs.least + Math.random() * spreadMs, usedAtMs: nowMs() });
      for (const oldest of entries.keys()) {
        if (entries.size <= entriesMax) break;
        entries.delete(oldest);
      }
    },
    drop(key: string): void {
      entries.delete(key);
    },
    dropWhere(isChosen: (value: V) => boolean): void {
      for (const [key, { value }] of entries) {
        if (isChosen(value)) entries.delete(key);
      }
    },
  };
}
