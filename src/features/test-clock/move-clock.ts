/**
 * Moves a company's test clock forward, at most ten years ahead of real time. It never goes back, because what has
 * happened on it cannot be undone.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { lockOffset, setOffset } from './test-clocks.repository.ts';

export const offsetMaxMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/** A duration or a target instant. */
export type ClockMove = { advanceMs: number } | { to: Date };

/** @returns the next offset, or the problem with the move. */
export function nextOffset(
  offsetMs: number,
  realMs: number,
  move: ClockMove,
): { ok: true; offsetMs: number } | { ok: false; message: string } {
  const next = 'to' in move ? move.to.getTime() - realMs : offsetMs + move.advanceMs;
  if (next < offsetMs) {
    const present = new Date(realMs + offsetMs).toISOString();
    return { ok: false, message: `must not be before the test clock's present instant, ${present}` };
  }
  if (next > offsetMaxMs) return { ok: false, message: 'must not be more than 10 years ahead of the real time' };
  return { ok: true, offsetMs: next };
}

/**
 * Takes effect once the transaction has committed and `TestClocks.catchUp` has read it.
 * @param clock its live time is the real time under the test clocks.
 * @returns the test clock's instant after the move.
 * @throws AppError `forbidden`; `validation_failed` for a move back or too far ahead.
 */
export async function moveTestClock(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  holderId: bigint,
  move: ClockMove,
): Promise<Date> {
  authorize(actor, 'test_clock.move', { holderId, mode: 'test' });
  const offsetMs = Number(await lockOffset(tx, holderId));
  const realMs = clock.now(holderId, 'live').getTime();
  const next = nextOffset(offsetMs, realMs, move);
  if (!next.ok) {
    const field = 'to' in move ? 'now' : 'advance_seconds';
    throw invalidField(field, next.message);
  }

  await setOffset(tx, holderId, BigInt(next.offsetMs));
  return new Date(realMs + next.offsetMs);
}
