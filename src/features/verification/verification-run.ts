/**
 * A verification that an operator asks for: queued with its request, run by a job, its progress kept in a row, so that
 * any process can tell how far it is. Never writes to the books.
 */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { runVerification } from '../../core/ledger/run-verification.ts';
import { describeUnbalanced, type UnbalancedBooks } from '../../core/ledger/scheduled-verification.ts';
import {
  endRun,
  findLastRun,
  insertRun,
  setProgress,
  startRun,
  type VerificationRun,
} from './verification-runs.repository.ts';

/** While one is queued or running, that one is returned. @throws AppError `forbidden`. */
export async function requestVerification(
  actor: PersonActor,
  tx: Tx,
  kind: VerificationRun['kind'],
): Promise<VerificationRun> {
  authorize(actor, 'books.verify', { holderId: serviceHolderId, mode: null });

  const id = await insertRun(tx, kind, actor.personId);
  if (id !== undefined) {
    await enqueue(tx, { name: 'verify_now', payload: { runId: String(id) }, key: `verify_now:${id}` });
  }
  return (await findLastRun(tx)) as VerificationRun;
}

/** The job. A run that broke off is retried by the queue from its start. */
export const verificationRunJob =
  (db: Database, onUnbalanced: (broken: UnbalancedBooks) => Promise<void> | void, sealKeys: readonly Buffer[] = []) =>
  async ({ runId }: { runId: string }): Promise<void> => {
    const id = BigInt(runId);
    const kind = await startRun(db, id);
    if (kind === undefined) return;
    const result = await runVerification(db, {
      full: kind === 'full',
      sealKeys,
      onProgress: (done, total) => setProgress(db, id, done, total),
    });
    await endRun(db, id, result?.id ?? null);
    if (result !== undefined && !result.ok) await onUnbalanced(describeUnbalanced(result));
  };
