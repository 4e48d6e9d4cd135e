/**
 * The cache of rows: entries count for a second, and longer only while changes are heard; absence is not cached, reads
 * are shared, and a change in this process takes effect immediately.
 */
import { describe, expect, it } from 'vitest';
import { ageMaxMs, createRowCache, unheardAgeMaxMs } from './row-cache.ts';

function createCache(entriesMax = 100) {
  const rows = new Map<string, string>();
  const reads: string[] = [];
  const time = { ms: 0 };
  const heard = { sinceMs: Number.POSITIVE_INFINITY };
  const gate: { wait: Promise<void> | undefined; fail: Error | undefined } = { wait: undefined, fail: undefined };
  const cache = createRowCache<string>({
    entriesMax,
    heardAllSince: (sinceMs) => sinceMs >= heard.sinceMs,
    nowMs: () => time.ms,
    async read(key) {
      reads.push(key);
      const value = rows.get(key);
      await gate.wait;
      if (gate.fail !== undefined) throw gate.fail;
      return value;
    },
  });
  return { cache, rows, reads, time, heard, gate };
}

function hold(gate: { wait: Promise<void> | undefined }): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  return resolve;
}

describe('docs/contract/common.md, "Modes and keys": a change is heard within a second', () => {
  it('an entry serves until it is a second old, counted from before it was read, while nobody hears of changes', async () => {
    const { cache, rows, reads, time } = createCache();
    rows.set('a', 'old');
    expect(await cache.get('a')).toBe('old');
    rows.set('a', 'new');
    time.ms = unheardAgeMaxMs - 1;
    expect(await cache.get('a')).toBe('old');
    time.ms = unheardAgeMaxMs;
    expect(await cache.get('a')).toBe('new');
    expect(reads).toHaveLength(2);
    expect(unheardAgeMaxMs).toBe(1_000);
  });

  it('a slow read does not make an entry younger', async () => {
    const { cache, rows, time, gate } = createCache();
    rows.set('a', 'old');
    const open = hold(gate);
    const first = cache.get('a');
    time.ms = 900;
    open();
    expect(await first).toBe('old');
    rows.set('a', 'new');
    time.ms = 1_000;
    expect(await cache.get('a')).toBe('new');
  });

  it('at once where it was dropped', async () => {
    const { cache, rows } = createCache();
    rows.set('a', 'old');
    await cache.get('a');
    rows.set('a', 'new');
    cache.drop('a');
    expect(await cache.get('a')).toBe('new');
  });

  it('a read under way during the drop is not kept', async () => {
    const { cache, rows, gate } = createCache();
    rows.set('a', 'old');
    const open = hold(gate);
    const early = cache.get('a');
    rows.set('a', 'new');
    cache.drop('a');
    open();
    expect(await early).toBe('old');
    expect(await cache.get('a')).toBe('new');
    expect(await cache.get('a')).toBe('new');
  });

  it('a read that started after the drop is kept though an older one ends later', async () => {
    const { cache, rows, gate } = createCache();
    rows.set('a', 'old');
    const openFirst = hold(gate);
    const first = cache.get('a');
    cache.drop('a');
    rows.set('a', 'new');
    const openSecond = hold(gate);
    const second = cache.get('a');
    openSecond();
    expect(await second).toBe('new');
    openFirst();
    await first;
    expect(await cache.get('a')).toBe('new');
  });
});

describe('src/base/database/README.md, "Caches"', () => {
  it('absence is never kept', async () => {
    const { cache, rows } = createCache();
    expect(await cache.get('a')).toBeUndefined();
    rows.set('a', 'made a moment ago');
    expect(await cache.get('a')).toBe('made a moment ago');
  });

  it('one read at a time per key', async () => {
    const { cache, rows, reads, gate } = createCache();
    rows.set('a', '1').set('b', '2');
    const open = hold(gate);
    const answers = ['a', 'a', 'b', 'a'].map((key) => cache.get(key));
    open();
    expect(await Promise.all(answers)).toEqual(['1', '1', '2', '1']);
    expect(reads).toEqual(['a', 'b']);
  });

  it('a failed read is told to all who wait and then forgotten', async () => {
    const { cache, rows, gate } = createCache();
    rows.set('a', '1');
    gate.fail = new Error('out of reach');
    const answers = await Promise.allSettled([cache.get('a'), cache.get('a')]);
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
    gate.fail = undefined;
    expect(await cache.get('a')).toBe('1');
  });

  it('a read that takes longer than a second is not joined: what it returns may be older', async () => {
    const { cache, rows, reads, time, gate } = createCache();
    rows.set('a', 'old');
    const open = hold(gate);
    const slow = cache.get('a');
    rows.set('a', 'new');
    time.ms = unheardAgeMaxMs - 1;
    const joined = cache.get('a');
    time.ms = unheardAgeMaxMs;
    const own = cache.get('a');
    open();
    expect(await Promise.all([slow, joined, own])).toEqual(['old', 'old', 'new']);
    expect(await cache.get('a')).toBe('new');
    expect(reads).toEqual(['a', 'a']);
  });

  it('is bounded: what was not used for longest goes first', async () => {
    const { cache, rows, reads, time, heard } = createCache(3);
    heard.sinceMs = 0;
    for (const key of ['a', 'b', 'c', 'd']) rows.set(key, key);
    for (const key of ['a', 'b', 'c']) await cache.get(key);
    time.ms = 5_000;
    await cache.get('a');
    await cache.get('d');
    expect(reads).toEqual(['a', 'b', 'c', 'd']);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'c', 'd']);
  });

  it('unknown keys leave nothing behind', async () => {
    const { cache, rows, reads } = createCache(2);
    rows.set('a', 'a').set('b', 'b');
    for (const key of ['a', 'b']) await cache.get(key);
    for (let count = 0; count < 100; count += 1) await cache.get(`unknown ${count}`);
    const before = reads.length;
    for (const key of ['a', 'b']) await cache.get(key);
    expect(reads).toHaveLength(before);
  });
});

describe('src/base/database/README.md, "Caches": while changes are heard', () => {
  it('an entry serves for 30 to 60 seconds', async () => {
    const { cache, rows, time, heard } = createCache();
    heard.sinceMs = 0;
    rows.set('a', 'old');
    await cache.get('a');
    rows.set('a', 'new');
    expect(ageMaxMs).toEqual({ least: 30_000, most: 60_000 });
    time.ms = 29_999;
    expect(await cache.get('a')).toBe('old');
    time.ms = 60_000;
    expect(await cache.get('a')).toBe('new');
  });

  it('entries that were read together are not read again together', async () => {
    const { cache, rows, time, heard } = createCache();
    heard.sinceMs = 0;
    const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
    for (const key of keys) {
      rows.set(key, key);
      await cache.get(key);
    }
    time.ms = 45_000;
    const kept = keys.filter((key) => cache.peek(key) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(keys.length);
  });

  it('one that was read before anyone listened counts for a second only', async () => {
    const { cache, rows, time, heard } = createCache();
    rows.set('a', 'old').set('b', 'old');
    await cache.get('a');
    time.ms = 10;
    await cache.get('b');
    heard.sinceMs = 10;
    rows.set('a', 'new').set('b', 'new');
    time.ms = unheardAgeMaxMs + 10;
    expect([await cache.get('a'), await cache.get('b')]).toEqual(['new', 'old']);
  });

  it('an entry counts for a second again as soon as nothing is heard', async () => {
    const { cache, rows, time, heard } = createCache();
    heard.sinceMs = 0;
    rows.set('a', 'old');
    await cache.get('a');
    rows.set('a', 'new');
    time.ms = unheardAgeMaxMs;
    expect(await cache.get('a')).toBe('old');
    heard.sinceMs = Number.POSITIVE_INFINITY;
    expect(await cache.get('a')).toBe('new');
  });

  it('entries are dropped by their value, and so is what is being read', async () => {
    const { cache, rows, gate } = createCache();
    rows.set('a', 'red').set('b', 'blue').set('c', 'red');
    await cache.get('a');
    await cache.get('b');
    const open = hold(gate);
    const early = cache.get('c');
    cache.dropWhere((value) => value === 'red');
    open();
    await early;
    expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([undefined, 'blue', undefined]);
  });
});
