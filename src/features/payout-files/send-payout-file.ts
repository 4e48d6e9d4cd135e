/** Marks the payouts of a file as sent, once the bank has the file. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { sendPayout } from '../payouts/change-payout.ts';
import { lockPayout } from '../payouts/payouts.repository.ts';
import { filedKindOf, payoutsMax } from './payout-file.ts';
import { findPayoutFile, listFileLines } from './payout-files.repository.ts';

/**
 * Each payout has its own transaction; those that are not approved, or that a later file has, are left as they are. One that was
 * cut short is asked for again.
 * @returns how many were marked. @throws AppError `forbidden`, `not_found`.
 */
export async function sendPayoutFile(
  actor: Actor,
  { db, clock }: { db: Database; clock: Clock },
  mode: Mode,
  id: string,
): Promise<number> {
  authorize(actor, 'payouts.send', { holderId: serviceHolderId, mode });
  if ((await findPayoutFile(db, mode, id)) === undefined) throw unknownFile();
  let sent = 0;
  for (const { paymentId: payoutId, supersededBy } of await listFileLines(db, id, { limit: payoutsMax })) {
    // Money that goes back is sent once a statement shows it.
    if (supersededBy !== null || filedKindOf(payoutId) !== 'payout') continue;
    await inTransaction(db, async (tx) => {
      const payout = await lockPayout(tx, holderOfPublicId('po', payoutId) as bigint, payoutId);
      if (payout?.status !== 'approved') return;
      await sendPayout(actor, tx, clock, payoutId);
      sent += 1;
    });
  }
  return sent;
}

export const unknownFile = (): AppError => new AppError('not_found', { message: 'No payment file has this ID.' });
