/** Sets the minimum, daily limit and fee of payouts in a currency, as decided by the operator. */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Tx } from '../database/transaction.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { findRule, type PayoutRule, setRule } from './payouts.repository.ts';

/** @param rule in minor units; the minimum must be above the fee. @throws AppError `forbidden`. */
export async function setPayoutRule(actor: Actor, tx: Tx, currency: string, rule: PayoutRule): Promise<void> {
  authorize(actor, 'payout_rules.set', { holderId: serviceHolderId, mode: null });
  const before = await findRule(tx, currency);

  await setRule(tx, currency, rule);
  await appendAudit(actor, tx, {
    action: 'payout_rules.set',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'payout_rule', id: currency },
    before,
    after: rule,
  });
}
