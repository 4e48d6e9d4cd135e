/** The wait for a batch, as a table. */
import { describe, expect, it } from 'vitest';
import { averagedWriteMs, type BatchLoad, expectedWaitMs } from './expected-wait.ts';

describe('src/base/database/README.md, "Overload": how long an item would wait for its write', () => {
  it.each<[string, Partial<BatchLoad>, number]>([
    ['idle: not at all', { writingForMs: undefined }, 0],
    ['idle after slow writes: not at all', { writingForMs: undefined, recentWriteMs: 5_000 }, 0],
    ['the first write has just begun: nothing is known', { queued: 500, recentWriteMs: undefined, writingForMs: 0 }, 0],
    ['the first write has taken a while: as long again', { recentWriteMs: undefined, writingForMs: 40 }, 40],
    ['nothing waits: until the write under way ends', { queued: 0 }, 20],
    ['less than one write waits', { queued: 99 }, 20],
    ['one whole write waits', { queued: 100 }, 40],
    ['ten wait', { queued: 1_050 }, 220],
    [
      'a slow write under way is expected to take as long again, those after it are not',
      { queued: 200, writingForMs: 400 },
      440,
    ],
    ['a database that stands still', { queued: 0, writingForMs: 1_001 }, 1_001],
    ['half of each write is for others', { queued: 1_000, takenPerWrite: 50 }, 420],
  ])('%s', (_name, changes, expected) => {
    expect(expectedWaitMs({ queued: 0, takenPerWrite: 100, writingForMs: 5, recentWriteMs: 20, ...changes })).toBe(
      expected,
    );
  });

  it('a slow write counts for half, and is soon forgotten', () => {
    expect(averagedWriteMs(undefined, 30)).toBe(30);
    expect(averagedWriteMs(20, 5_000)).toBe(2_510);
    const after = [20, 20, 20, 20, 20, 20].reduce(averagedWriteMs, 2_510);
    expect(after).toBeLessThan(60);
  });
});
