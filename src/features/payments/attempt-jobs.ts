/** Enqueues what is to be asked about an attempt at its provider, in the transaction that asks for it. */
import type { Tx } from '../../base/database/transaction.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { AttemptKey } from './attempts.repository.ts';

/** After this long the provider is asked again. */
export const checkAgainMs = 60_000;

/** A check of an attempt, now or at `runAt`. `providerRef` as in `checkAttempt`, null as undefined. */
export function enqueueCheck(
  tx: Tx,
  { holderId, attemptId }: AttemptKey,
  { runAt, providerRef = null }: { runAt?: Date; providerRef?: string | null } = {},
): Promise<void> {
  return enqueue(tx, {
    name: 'check_attempt',
    payload: { holderId: String(holderId), attemptId, ...(providerRef === null ? {} : { providerRef }) },
    key: `check_attempt:${attemptId}`,
    ...(runAt === undefined ? {} : { runAt }),
  });
}

/** The release of the customer's money that an attempt still holds at its provider, after it has ended here. */
export function enqueueVoid(tx: Tx, { holderId, attemptId }: AttemptKey): Promise<void> {
  return enqueue(tx, {
    name: 'void_authorization',
    payload: { holderId: String(holderId), attemptId },
    key: `void_authorization:${attemptId}`,
  });
}
