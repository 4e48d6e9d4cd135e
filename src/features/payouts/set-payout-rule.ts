/** Sets the minimum, daily limit and fee of payouts in a currency, as decided by the operator. */

import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findRule, type PayoutRule, setRule } from './payouts.repository.ts';

/**
 * @param rule in minor units.
 * @param reason for the audit log; people have to give one.
 * @throws AppError `forbidden`; `validation_failed` unless the minimum is above the fee.
 */
export async function setPayoutRule(
  actor: Actor,
  tx: Tx,
  currency: string,
  rule: PayoutRule,
  reason: string | null = null,
): Promise<void> {
  authorize(actor, 'payout_rules.set', { holderId: serviceHolderId, mode: null });
  if (rule.minimum <= rule.fee) {
    const message = 'must be more than the fee';
    throw invalidField('minimum', message);
  }
  const before = await findRule(tx, currency);

  await setRule(tx, currency, rule);
  await appendAudit(actor, tx, {
    action: 'payout_rules.set',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'payout_rule', id: currency },
    before,
    after: { ...rule, reason },
  });
}
