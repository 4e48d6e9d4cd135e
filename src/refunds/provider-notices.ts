/**
 * What a provider calls us about becomes a wake-up of whoever asks it. A notice moves nothing by itself: one that is
 * repeated, late, out of order or about nothing of ours changes nothing.
 */
import type { Database } from '../database/pool.ts';
import { holderOfPublicId } from '../database/public-id.ts';
import { inTransaction } from '../database/transaction.ts';
import type { ProviderNotice } from '../funding/provider.ts';
import { type Attempt, findAttempt } from '../payments/attempts.repository.ts';
import { wakeChargeback } from '../payments/chargeback.ts';
import { wakeCheck } from '../payments/pay-with-provider.ts';
import { wakeRefund } from './refund-payment.ts';
import { findPendingRefunds, findRefund } from './refunds.repository.ts';

/** Resolves once the wake-up is committed: the provider need not call again. */
export function createNoticeHandler({ db }: { db: Database }): (notice: ProviderNotice) => Promise<void> {
  async function attemptOf(notice: ProviderNotice & { attemptId: string }): Promise<Attempt | undefined> {
    const holderId = holderOfPublicId('att', notice.attemptId);
    const attempt = holderId === undefined ? undefined : await findAttempt(db, holderId, notice.attemptId);
    return attempt?.provider === notice.provider ? attempt : undefined;
  }

  return async (notice) => {
    switch (notice.kind) {
      case 'charge': {
        const attempt = await attemptOf(notice);
        if (attempt === undefined) return;
        const { holderId, id: attemptId } = attempt;
        const { providerRef } = notice;
        return inTransaction(db, (tx) => wakeCheck(tx, { holderId, attemptId }, { providerRef }));
      }
      case 'refunds': {
        const attempt = await attemptOf(notice);
        const pending = attempt
          ? await findPendingRefunds(db, { holderId: attempt.holderId, id: attempt.paymentId })
          : [];
        return inTransaction(db, async (tx) => {
          for (const refund of pending) await wakeRefund(tx, refund);
        });
      }
      case 'refund': {
        const holderId = holderOfPublicId('ref', notice.refundId);
        const refund = holderId === undefined ? undefined : await findRefund(db, holderId, notice.refundId);
        return refund?.status === 'pending' ? inTransaction(db, (tx) => wakeRefund(tx, refund)) : undefined;
      }
      case 'dispute':
        return inTransaction(db, (tx) => wakeChargeback(tx, notice.provider, notice.disputeId));
    }
  };
}
