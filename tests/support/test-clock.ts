/** Business time that moves only when a test says so. */
import type { Clock } from '../../src/base/clock/clock.ts';

export type TestClock = Clock & {
  advance(seconds: number): void;
  set(instant: string): void;
};

export function createTestClock(start = '2031-03-01T12:00:00.000Z'): TestClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    advance(seconds) {
      nowMs += seconds * 1_000;
    },
    set(instant) {
      nowMs = Date.parse(instant);
    },
  };
}
