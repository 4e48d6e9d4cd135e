/**
 * Business time. Every deadline, hold and stamp is read from here, never from `new Date()` or SQL `now()`, so that
 * a book can have a clock of its own. Security and limits (tokens, sessions, rate windows) keep the real clock.
 */
import type { Mode } from '../money/mode.ts';

export type Clock = {
  /** The present instant of one book. */
  now(holderId: bigint, mode: Mode): Date;
};

export const systemClock: Clock = { now: () => new Date() };
