/** What becomes of a delivery after an attempt (docs/webhooks.md, "Retries"). Pure. */
import type { Outcome, ParkedReason } from './endpoint.ts';
import { pauseAfter } from './retry-schedule.ts';

export type AttemptResult = { outcome: Outcome; statusCode: number | null; retryAfterMs: number | undefined };

export type Decision =
  | { status: 'delivered' }
  | { status: 'pending'; pauseMs: number }
  | { status: 'parked'; reason: ParkedReason };

const goneStatus = 410;

/** @param attempts made before this one, since the delivery was last resent. */
export function judgeAttempt(attempts: number, result: AttemptResult, random: number): Decision {
  if (result.outcome === 'delivered') return { status: 'delivered' };
  if (result.outcome === 'address_unusable') return { status: 'parked', reason: 'unusable_address' };
  if (isGone(result)) return { status: 'parked', reason: 'gone' };
  const pauseMs = pauseAfter(attempts + 1, result.retryAfterMs, random);
  return pauseMs === undefined ? { status: 'parked', reason: 'attempts_exhausted' } : { status: 'pending', pauseMs };
}

/** The receiver says that it will take nothing any more. */
export const isGone = ({ statusCode }: Pick<AttemptResult, 'statusCode'>): boolean => statusCode === goneStatus;
