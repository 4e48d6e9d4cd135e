/**
 * Business time. Every deadline, hold and timestamp uses it, never `new Date()` or SQL `now()`, so that a book can have
 * its own clock. Security and limits (tokens, sessions, rate windows) use the real clock.
 */
import type { Mode } from '../money/mode.ts';

export type Clock = {
  /** The current time of one book. */
  now(holderId: bigint, mode: Mode): Date;
};

/** Knows the clocks of test books, which any process may move. */
export type TestClockReader = {
  /**
   * Resolves when `now` counts every move that was answered before this call. Call it before anything that test mode
   * dates, and outside of a transaction, since it uses a connection of its own. Live mode needs none.
   */
  catchUp(): Promise<void>;
};

export const systemClock: Clock = { now: () => new Date() };

/** The real time, whatever the clocks of test books say; tests pass their own. */
export type Now = () => Date;
export const realNow: Now = () => new Date();
