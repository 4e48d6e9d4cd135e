/**
 * An acquirer's payout to the bank, less its fee (docs/ledger.md, "Accounts"). Minus an `outside` balance is what the
 * service should hold there: it falls at the acquirer by the whole amount and rises at the bank by what arrived; the
 * fee is the service's cost. Posted in the service's own book; holders' balances do not change.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { type Account, type AccountRef, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import { findAcquirerPayout, insertAcquirerPayout } from './acquirer-payouts.repository.ts';
import type { StatementSource } from './statement-line.ts';
import { lockSource } from './statement-sources.ts';

export type AcquirerPayout = {
  mode: Mode;
  /** Not the bank. */
  source: StatementSource;
  currency: string;
  /** Minor units settled by the acquirer, including its fee. */
  amount: bigint;
  fee: bigint;
  /** The acquirer's own reference, which the bank's statement contains. */
  reference: string;
};

/** `outside:bank → outside:<source>` for the amount that arrived, `fees → outside:<source>` for the fee. Pure. */
function payoutDrafts({ mode, source, currency, amount, fee, reference }: AcquirerPayout): TransferDraft[] {
  const account = (of: Account): AccountRef => accountIn({ holderId: serviceHolderId, mode, currency }, of);
  const base = {
    to: account(ledgerAccount.outside(source)),
    subject: subjectOf.acquirerPayout(source, reference),
    line: 0,
  };
  const drafts: TransferDraft[] = [
    { ...base, from: account(ledgerAccount.outside('bank')), amount: amount - fee, code: 'acquirer_payout' },
  ];
  if (fee > 0n) drafts.push({ ...base, from: account(ledgerAccount.fees), amount: fee, code: 'acquirer_fee' });
  return drafts;
}

const referenceLengthMax = 200;
const amountMax = 10n ** 18n;

/**
 * Posts a payout. A second call with the same reference posts nothing.
 * @returns whether it was posted now.
 * @throws AppError `forbidden`; `validation_failed`; `idempotency_conflict` when the reference was posted with other
 *   amounts.
 */
export async function postAcquirerPayout(
  actor: Actor,
  { db, clock }: { db: Database; clock: Clock },
  payout: AcquirerPayout,
): Promise<{ posted: boolean }> {
  authorize(actor, 'reconciliation.record_acquirer_payout', { holderId: serviceHolderId, mode: payout.mode });
  refuseUnsound(payout);
  const drafts = payoutDrafts(payout);
  return inTransaction(db, async (tx) => {
    // Serializes payouts of this source, so that one reference is never posted in two currencies.
    await lockSource(tx, payout);
    const { mode, source, currency, amount, fee } = payout;
    const { id } = (drafts[0] as TransferDraft).subject;
    const known = await findAcquirerPayout(tx, mode, id);
    if (known !== undefined) {
      if (known.amount === amount && known.fee === fee && known.currency === currency) return { posted: false };
      const message = 'This reference was posted with another amount, fee or currency.';
      throw new AppError('idempotency_conflict', { message });
    }

    const at = clock.now(serviceHolderId, mode);
    await post(tx, drafts, at);
    await insertAcquirerPayout(tx, { id, mode, source, currency, amount, fee, createdAt: at });
    await appendAudit(actor, tx, {
      action: 'reconciliation.record_acquirer_payout',
      holderId: serviceHolderId,
      mode,
      object: { kind: 'acquirer_payout', id },
      after: { amount, fee, currency },
    });
    return { posted: true };
  });
}

function refuseUnsound({ source, amount, fee, reference }: AcquirerPayout): void {
  const problems: [wrong: boolean, field: string, message: string][] = [
    [source === 'bank', 'source', 'must be a provider'],
    [amount <= 0n || amount > amountMax, 'amount', 'must be greater than 0, and no more than a balance may be'],
    [fee < 0n || fee >= amount, 'fee', 'must be 0 or more, and less than the amount'],
    [
      reference.trim() === '' || reference.length > referenceLengthMax || /\p{Cc}/u.test(reference),
      'reference',
      `must be 1 to ${referenceLengthMax} characters without control characters`,
    ],
  ];
  const details = problems.flatMap(([wrong, field, message]) => (wrong ? [{ field, message }] : []));
  if (details.length === 0) return;
  const message = details.map((detail) => `${detail.field} ${detail.message}`).join('; ');
  throw new AppError('validation_failed', { message, details });
}
