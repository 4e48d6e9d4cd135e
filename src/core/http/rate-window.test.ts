import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateWindow, type RateDecision } from './rate-window.ts';

const windowMs = 60_000;

function createWindow(keysMax = 100) {
  const clock = { ms: 1234.5 };
  const window = createRateWindow({ windowMs, keysMax, now: () => clock.ms });
  return {
    clock,
    window,
    take: (key: string, quota: number) => decided(window.take(key, quota)),
    peek: (key: string, quota: number) => decided(window.peek(key, quota)),
  };
}

type Decided = Omit<RateDecision, 'slot'>;

const decided = ({ slot: _, ...decision }: RateDecision): Decided => decision;

const accepted = (left: number, resetSeconds: number): Decided => ({
  ok: true,
  left,
  resetSeconds,
  retryAfterSeconds: 0,
});
const refused = (resetSeconds: number, retryAfterSeconds = resetSeconds): Decided => ({
  ok: false,
  left: 0,
  resetSeconds,
  retryAfterSeconds,
});

describe('a window', () => {
  it.each<{ name: string; calls: [atMs: number, quota: number, decision: Decided][] }>([
    {
      name: 'counts down and refuses',
      calls: [
        [0, 2, accepted(1, 60)],
        [0, 2, accepted(0, 60)],
        [0, 2, refused(60)],
      ],
    },
    {
      name: 'rounds seconds up',
      calls: [
        [0, 1, accepted(0, 60)],
        [1, 1, refused(60)],
        [1000, 1, refused(59)],
        [59_001, 1, refused(1)],
        [59_999.999, 1, refused(1)],
      ],
    },
    {
      name: 'frees a request when it is exactly a window old',
      calls: [
        [0, 1, accepted(0, 60)],
        [60_000, 1, accepted(0, 60)],
      ],
    },
    {
      name: 'slides: no burst at a border of minutes',
      calls: [
        [0, 2, accepted(1, 60)],
        [50_000, 2, accepted(0, 10)],
        [60_000, 2, accepted(0, 50)],
        [60_001, 2, refused(50)],
        [110_000, 2, accepted(0, 10)],
      ],
    },
    {
      name: 'does not count what it refuses',
      calls: [
        [0, 1, accepted(0, 60)],
        [20_000, 1, refused(40)],
        [40_000, 1, refused(20)],
        [60_000, 1, accepted(0, 60)],
      ],
    },
    {
      name: 'takes a larger quota at once',
      calls: [
        [0, 1, accepted(0, 60)],
        [0, 1, refused(60)],
        [0, 3, accepted(1, 60)],
      ],
    },
    {
      name: 'takes a smaller quota at once, and says when there is room under it',
      calls: [
        [0, 3, accepted(2, 60)],
        [10_000, 3, accepted(1, 50)],
        [20_000, 3, accepted(0, 40)],
        [30_000, 1, refused(30, 50)],
        [79_999, 1, refused(1)],
        [80_000, 1, accepted(0, 60)],
      ],
    },
    {
      name: 'refuses everything under a quota of 0',
      calls: [
        [0, 0, refused(0, 60)],
        [0, -1, refused(0, 60)],
        [0, 1, accepted(0, 60)],
        [30_000, 0, refused(30, 60)],
      ],
    },
  ])('$name', ({ calls }) => {
    const { clock, take } = createWindow();
    const start = clock.ms;
    for (const [atMs, quota, decision] of calls) {
      clock.ms = start + atMs;
      expect(take('a', quota)).toEqual(decision);
    }
  });

  it('keeps keys apart', () => {
    const { take } = createWindow();
    expect(take('a', 1).ok).toBe(true);
    expect(take('b', 1).ok).toBe(true);
    expect(take('a', 1).ok).toBe(false);
  });

  it('has a clock of its own', () => {
    const window = createRateWindow({ windowMs, keysMax: 1 });
    expect(decided(window.take('__proto__', 2))).toEqual(accepted(1, 60));
    expect(window.take('__proto__', 2).left).toBe(0);
  });

  it('holds over any number of requests', () => {
    const { clock, take } = createWindow();
    for (let n = 0; n < 10_000; n += 1) {
      expect(take('a', 10_000).left).toBe(9_999 - n);
      clock.ms += 1;
    }
    expect(take('a', 10_000)).toEqual(refused(50));
    clock.ms += 50_000;
    expect(take('a', 10_000).ok).toBe(true);
    expect(take('a', 10_000).ok).toBe(false);
  });
});

describe('the bound on keys', () => {
  it('evicts the key that has been quiet longest, and never refuses a new one', () => {
    const { clock, take } = createWindow(2);
    take('a', 5);
    clock.ms += 10_000;
    take('b', 1);
    clock.ms += 10_000;
    take('a', 5);

    expect(take('c', 5)).toEqual(accepted(4, 60));
    expect(take('a', 5)).toEqual(accepted(2, 40));
    expect(take('b', 1).ok).toBe(true);
  });

  it('evicts idle keys first', () => {
    const { clock, take } = createWindow(2);
    take('a', 1);
    clock.ms += 30_000;
    take('b', 1);
    clock.ms += 30_000;

    expect(take('c', 1).ok).toBe(true);
    expect(take('b', 1)).toEqual(refused(30));
  });

  it('holds against a flood of invented keys: a refused key is not moved to the front by knocking', () => {
    const { take } = createWindow(3);
    take('flooding', 1);
    for (let n = 0; n < 1_000; n += 1) expect(take('flooding', 1).ok).toBe(false);
    for (let n = 0; n < 1_000; n += 1) expect(take(`invented ${n}`, 1).ok).toBe(true);
  });

  it('gives room again to a key that was idle itself', () => {
    const { clock, take } = createWindow(1);
    take('a', 1);
    clock.ms += windowMs;
    expect(take('a', 1).ok).toBe(true);
  });

  it('never spends a place on a request it refuses, nor on one it only looks at', () => {
    const { take, peek } = createWindow(1);
    take('a', 1);
    expect(take('b', 0).ok).toBe(false);
    expect(peek('c', 1)).toEqual(accepted(0, 60));
    expect(take('a', 1).ok).toBe(false);
  });
});

/** The reference model: a list of counted requests, scanned completely each time. */
function naiveTake(counted: number[], time: number, quota: number): Decided {
  const inside = counted.filter((at) => at + windowMs > time);
  const reset = (of: number[]) => {
    let seconds = 0;
    while (time + seconds * 1000 < (of[0] as number) + windowMs) seconds += 1;
    return seconds;
  };
  if (inside.length < quota) {
    counted.push(time);
    return accepted(quota - inside.length - 1, reset([...inside, time]));
  }
  const room = quota > 0 ? inside.slice(inside.length - quota) : [time];
  return refused(inside.length === 0 ? 0 : reset(inside), reset(room));
}

describe('against a naive model', () => {
  const step = fc.record({
    waitMs: fc.oneof(fc.constantFrom(0, 1, 1000, 20_000, windowMs, 0.1), fc.double({ min: 0, max: 9000, noNaN: true })),
    key: fc.constantFrom('a', 'b', 'c'),
    quota: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(20, 30) },
      { weight: 1, arbitrary: fc.integer({ min: -1, max: 40 }) },
    ),
    times: fc.constantFrom(1, 1, 5, 20),
  });

  it('decides alike', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, take, peek } = createWindow();
        const counted: Record<string, number[]> = { a: [], b: [], c: [] };
        for (const { waitMs, key, quota, times } of steps) {
          clock.ms += waitMs;
          for (let n = 0; n < times; n += 1) {
            const looked = peek(key, quota);
            expect(take(key, quota)).toEqual(looked);
            expect(looked).toEqual(naiveTake(counted[key] as number[], clock.ms, quota));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  // Times are handed over as differences, and those of eighths of a millisecond are exact.
  const exactStep = step.map((drawn) => ({ ...drawn, waitMs: Math.round(drawn.waitMs * 8) / 8 }));

  it('counts nothing of what is given back, and goes on elsewhere as it would have here', () => {
    fc.assert(
      fc.property(fc.array(exactStep, { maxLength: 40 }), fc.infiniteStream(fc.nat(3)), (steps, choices) => {
        let { clock, window } = createWindow();
        const counted: Record<string, number[]> = { a: [], b: [], c: [] };
        for (const { waitMs, key, quota, times } of steps) {
          clock.ms += waitMs;
          for (let n = 0; n < times; n += 1) {
            const list = counted[key] as number[];
            const { slot, ...decision } = window.take(key, quota);
            expect(decision).toEqual(naiveTake(list, clock.ms, quota));
            if (!decision.ok || choices.next().value !== 0) continue;
            window.giveBack(key, slot);
            list.pop();
          }
          if (choices.next().value !== 1) continue;
          const next = createWindow();
          next.clock.ms = clock.ms;
          next.window.restore(window.counted());
          [clock, window] = [next.clock, next.window];
        }
      }),
      { numRuns: 200 },
    );
  });

  it('lets a client that waits as told through', () => {
    const waits = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 10 }), (gaps, quota) => {
        const { clock, take } = createWindow();
        for (const gap of gaps) {
          clock.ms += gap;
          take('a', 10);
        }
        const asked = take('a', quota);
        clock.ms += asked.retryAfterSeconds * 1000;
        expect(asked.ok || take('a', quota).ok).toBe(true);
      }),
    );
  });
});
