/** Work that hashes a password for someone: counted first, then hashed in their part of the queue. */

import { AppError } from '../../base/errors/app-error.ts';
import type { AttemptDecision } from '../../core/access/attempt-limits.ts';
import { widestNetwork } from '../../core/access/client-network.ts';
import type { Visit } from './auth.ts';
import type { PeopleDeps } from './people-deps.ts';
import type { Throttled } from './person.ts';

type Deps = Pick<PeopleDeps, 'attempts' | 'hashes'>;
type Tried<T> = { ok: true; value: T } | Throttled;

/** The one way to try a password. @throws AppError `unavailable` when too many wait to be hashed; nothing is counted. */
export async function tryPassword<T>(
  deps: Deps,
  email: string,
  visit: Visit,
  work: () => Promise<T>,
): Promise<Tried<T>> {
  return hashCounted(deps, email, visit, { decision: await deps.attempts.password(email, visit), work });
}

/** For work that was counted under another limit. */
export async function hashCounted<T>(
  { attempts, hashes }: Deps,
  email: string,
  visit: Visit,
  { decision, work }: { decision: AttemptDecision; work: () => Promise<T> },
): Promise<Tried<T>> {
  if (!decision.ok) return { ok: false, reason: 'throttled', retryAfterSeconds: decision.retryAfterSeconds };
  const caller = { network: widestNetwork(visit.address), isKnown: attempts.isKnown(email, visit) };
  try {
    return { ok: true, value: await hashes.as(caller, work) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') decision.giveBack();
    throw error;
  }
}
