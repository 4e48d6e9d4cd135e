/**
 * Turns provider notices into jobs that query the provider. A notice itself changes no state: a repeated, late,
 * out-of-order or unknown one has no effect.
 */

import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { enqueueCheck } from '../payments/attempt-jobs.ts';
import { type Attempt, type AttemptKey, findAttempt } from '../payments/attempts.repository.ts';
import { enqueueChargeback } from '../payments/chargeback.ts';
import { findLateCapture } from '../payments/late-captures.repository.ts';
import { attemptOfRefund, enqueueReturn } from '../payments/return-late-capture.ts';
import type { ProviderNotice } from '../providers/provider.ts';
import { enqueueRefund } from './refund-payment.ts';
import { findRefund, listRefunds, type Refund } from './refunds.repository.ts';

type NoticeHandler = (actor: Actor, provider: string, notice: ProviderNotice) => Promise<void>;

/** Authorized on the service's holder, because a notice doesn't say which holder's payment it is about. */
const anyPayment = { holderId: serviceHolderId, mode: null };

/** One that succeeded may have failed since. */
const mayChange = ({ status }: Refund): boolean => status !== 'failed';

/** Resolves once the job is committed, so that the provider need not send the notice again. */
export function createNoticeHandler({ db }: { db: Database }): NoticeHandler {
  async function attemptOf(provider: string, id: string): Promise<Attempt | undefined> {
    const holderId = holderOfPublicId('att', id);
    const attempt = holderId === undefined ? undefined : await findAttempt(db, holderId, id);
    return attempt?.provider === provider ? attempt : undefined;
  }

  /** A late capture's refund may fail after it succeeded. */
  async function findAgain(key: AttemptKey): Promise<void> {
    const known = await findLateCapture(db, key);
    if (known !== undefined) await inTransaction(db, (tx) => enqueueReturn(tx, known));
  }

  return async (actor, provider, notice) => {
    authorize(actor, 'payments.report', anyPayment);
    switch (notice.kind) {
      case 'charge': {
        const attempt = await attemptOf(provider, notice.attemptId);
        if (attempt === undefined) return;
        const { holderId, id: attemptId } = attempt;
        const { providerRef } = notice;
        return inTransaction(db, (tx) => enqueueCheck(tx, { holderId, attemptId }, { providerRef }));
      }
      case 'refunds': {
        const attempt = await attemptOf(provider, notice.attemptId);
        if (attempt === undefined) return;
        const { holderId, id: attemptId, paymentId: id } = attempt;
        await findAgain({ holderId, attemptId });
        if (attempt.status !== 'succeeded') return;
        const refunds = await listRefunds(db, { holderId, id });
        return inTransaction(db, async (tx) => {
          for (const refund of refunds.filter(mayChange)) await enqueueRefund(tx, refund);
        });
      }
      case 'refund': {
        const late = attemptOfRefund(notice.refundId);
        if (late !== undefined) return findAgain(late);
        const holderId = holderOfPublicId('ref', notice.refundId);
        const refund = holderId === undefined ? undefined : await findRefund(db, holderId, notice.refundId);
        return refund !== undefined && mayChange(refund)
          ? inTransaction(db, (tx) => enqueueRefund(tx, refund))
          : undefined;
      }
      case 'disputes':
        return inTransaction(db, (tx) => enqueueChargeback(tx, provider, notice.reference, notice.attemptId));
    }
  };
}
