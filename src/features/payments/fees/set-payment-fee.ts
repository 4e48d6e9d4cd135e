/** Sets what the service takes from payments, as decided by the operator (docs/ledger.md, "Payment fees"). */

import { realNow } from '../../../base/clock/clock.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { invalidField } from '../../../base/errors/app-error.ts';
import type { Actor } from '../../../core/access/actor.ts';
import { appendAudit } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { serviceHolderId } from '../../../core/ledger/post.ts';
import { requirePayee } from '../../holders/require-payee.ts';
import { isSameScope, scopeId } from '../../providers/rule-scope.ts';
import { type Fee, type FeeRule, type FeeScope, rulesInForce } from './fee-rule.ts';
import { insertFeeRule, listFeeRules, lockFeeRules } from './fee-rules.repository.ts';

export type NewPaymentFee = FeeScope & {
  /** Null ends the scope's rule, so that the next more general one applies. */
  fee: Fee | null;
  /** Null: from now on. */
  effectiveFrom: Date | null;
};

/**
 * Payments that exist by then keep the rules that they were created with.
 * @param reason for the audit log; people have to give one.
 * @throws AppError `forbidden`; `not_found` for an account that is neither a company nor a merchant; `validation_failed` for
 * a fixed part without a currency, or a time that has passed.
 */
export async function setPaymentFee(
  actor: Actor,
  tx: Tx,
  { fee, effectiveFrom, ...scope }: NewPaymentFee,
  reason: string | null = null,
): Promise<FeeRule> {
  const holderId = scope.holderId ?? serviceHolderId;
  authorize(actor, 'payment_fees.set', { holderId, mode: null });
  if (scope.holderId !== null) await requirePayee(tx, scope.holderId);
  if (scope.currency === null && fee !== null && fee.fixed > 0n)
    throw invalidField('currency', 'is needed for a fixed part');
  const now = realNow();
  if (effectiveFrom !== null && effectiveFrom <= now) throw invalidField('effective_from', 'must be in the future');
  await lockFeeRules(tx);
  const inForce = rulesInForce(await listFeeRules(tx, scope.holderId), now);
  const before = inForce.find((rule) => isSameScope(rule, scope));

  const rule = await insertFeeRule(tx, scope, fee, effectiveFrom);
  await appendAudit(actor, tx, {
    action: 'payment_fees.set',
    holderId,
    mode: null,
    object: { kind: 'payment_fee', id: scopeId(scope) },
    before: before === undefined ? null : facts(before),
    after: { ...facts(rule), reason },
  });
  return rule;
}

const facts = ({ currency, fee, effectiveFrom }: FeeRule) => ({
  currency,
  basisPoints: fee?.basisPoints ?? null,
  fixed: fee?.fixed ?? null,
  effectiveFrom,
});
