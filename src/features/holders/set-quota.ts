/** Sets how many requests that record orders a company may send per minute (docs/contract/partner.md, "Rate limit"). */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { lockQuotas, type Quotas, updateQuotas } from './holders.repository.ts';

const quotaMax = 100_000_000;
const quotaNames = ['ordersPerMinute', 'bulkRequestsPerMinute'] as const;

/** A quota that is not named stays as it is. */
type NewQuotas = { [Name in keyof Quotas]?: number | undefined };

/**
 * @param quotas those to be changed, each from 1 to `quotaMax`. @param reason for the audit log; people have to give one.
 * @throws AppError `forbidden`; `validation_failed`; `not_found`.
 */
export async function setQuota(
  actor: Actor,
  tx: Tx,
  companyId: bigint,
  quotas: NewQuotas,
  reason: string | null = null,
): Promise<void> {
  authorize(actor, 'quotas.set', { holderId: companyId, mode: null });
  const names = quotaNames.filter((name) => quotas[name] !== undefined);
  if (names.length === 0) throw new AppError('validation_failed', { message: 'Name at least one quota.' });
  for (const name of names) {
    const quota = Number(quotas[name]);
    if (Number.isInteger(quota) && quota >= 1 && quota <= quotaMax) continue;
    throw new AppError('validation_failed', { message: `The quota must be a whole number from 1 to ${quotaMax}.` });
  }
  const stored = await lockQuotas(tx, companyId);
  if (stored === undefined) throw new AppError('not_found', { message: 'No company has this id.' });

  const valuesOf = (from: NewQuotas) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  await updateQuotas(tx, companyId, { ...stored, ...valuesOf(quotas) });
  await appendAudit(actor, tx, {
    action: 'quotas.set',
    holderId: companyId,
    mode: null,
    object: { kind: 'company', id: String(companyId) },
    before: valuesOf(stored),
    after: { ...valuesOf(quotas), reason },
  });
}
