/**
 * The cache of directory rows: entries expire after a second, absence is not cached, reads are shared, and a change in
 * this process takes effect immediately.
 */
import { describe, expect, it } from 'vitest';
import { cacheAgeMaxMs, createShortCache } from './short-cache.ts';

function createCache(entriesMax = 100) {
  const rows = new Map<string, string>();
  const reads: string[] = [];
  const time = { ms: 0 };
  const gate: { wait: Promise<void> | undefined; fail: Error | undefined } = { wait: undefined, fail: undefined };
  const cache = createShortCache<string>({
    entriesMax,
    nowMs: () => time.ms,
    async read(key) {
      reads.push(key);
      const value = rows.get(key);
      await gate.wait;
      if (gate.fail !== undefined) throw gate.fail;
      return value;
    },
  });
  return { cache, rows, reads, time, gate };
}

function hold(gate: { wait: Promise<void> | undefined }): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  return resolve;
}

describe('docs/contract.md, "Modes and keys": a change is heard within a second', () => {
  it('an entry serves until it is a second old, counted from before it was read', async () => {
    const { cache, rows, reads, time } = createCache();
    rows.set('a', 'old');
    expect(await cache.get('a')).toBe('old');
    rows.set('a', 'new');
    time.ms = cacheAgeMaxMs - 1;
    expect(await cache.get('a')).toBe('old');
    time.ms = cacheAgeMaxMs;
    expect(await cache.get('a')).toBe('new');
    expect(reads).toHaveLength(2);
    expect(cacheAgeMaxMs).toBe(1_000);
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

describe('ARCHITECTURE.md, "Caches"', () => {
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

  it('is bounded: the longest kept go first', async () => {
    const { cache, rows, reads } = createCache(2);
    for (const key of ['a', 'b', 'c']) {
      rows.set(key, key);
      await cache.get(key);
    }
    for (const key of ['b', 'c']) await cache.get(key);
    expect(reads).toEqual(['a', 'b', 'c']);
    await cache.get('a');
    expect(reads).toEqual(['a', 'b', 'c', 'a']);
  });
});
