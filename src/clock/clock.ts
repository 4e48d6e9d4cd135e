/**
 * Business time. Every deadline, hold and timestamp uses it, never `new Date()` or SQL `now()`, so that a book can have
 * its own clock. Security and limits (tokens, sessions, rate windows) use the real clock.
 */
import type { Mode } from '../money/mode.ts';

export type Clock = {
  /** The current time of one book. */
  now(holderId: bigint, mode: Mode): Date;
};

export const systemClock: Clock = { now: () => new Date() };
