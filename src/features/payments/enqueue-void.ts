/** Asks for the customer's money to be released that an attempt still holds at its provider, after it has ended here. */
import type { Tx } from '../../base/database/transaction.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { AttemptKey } from './attempts.repository.ts';

export function enqueueVoid(tx: Tx, { holderId, attemptId }: AttemptKey): Promise<void> {
  return enqueue(tx, {
    name: 'void_authorization',
    payload: { holderId: String(holderId), attemptId },
    key: `void_authorization:${attemptId}`,
  });
}
