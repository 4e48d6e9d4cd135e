/** Sets how many orders a company may record per minute (docs/contract.md, "Rate limit"). */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { lockOrdersPerMinute, setOrdersPerMinute } from './holders.repository.ts';

const quotaMax = 100_000_000;

/** @param quota from 1 to `quotaMax`. @param reason for the audit log; people have to give one. @throws AppError `forbidden`; `validation_failed`; `not_found`. */
export async function setQuota(
  actor: Actor,
  tx: Tx,
  companyId: bigint,
  quota: number,
  reason: string | null = null,
): Promise<void> {
  authorize(actor, 'quotas.set', { holderId: companyId, mode: null });
  if (!Number.isInteger(quota) || quota < 1 || quota > quotaMax) {
    throw new AppError('validation_failed', { message: `The quota must be a whole number from 1 to ${quotaMax}.` });
  }
  const before = await lockOrdersPerMinute(tx, companyId);
  if (before === undefined) throw new AppError('not_found', { message: 'No company has this id.' });

  await setOrdersPerMinute(tx, companyId, quota);
  await appendAudit(actor, tx, {
    action: 'quotas.set',
    holderId: companyId,
    mode: null,
    object: { kind: 'company', id: String(companyId) },
    before: { ordersPerMinute: before },
    after: { ordersPerMinute: quota, reason },
  });
}
