/** What payouts of a currency must be at least, may be in a day, and cost: the operator's decision. */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Tx } from '../database/transaction.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { findRule, type PayoutRule, setRule } from './payouts.repository.ts';

/** @param rule in minor units; its minimum above its fee. @throws AppError `forbidden`. */
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
