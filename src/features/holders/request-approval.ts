/** The owner of a pending company or shop asks the operator to let it take real money. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listOperators } from './addresses.ts';
import { type ApprovalRequest, findApprovalRequest, saveApprovalRequest } from './approval-requests.repository.ts';
import { findBusiness } from './business.repository.ts';
import { fieldNames, missingFields } from './business.ts';
import { approvalWaitsMail } from './holder-mails.ts';
import { lockHolder } from './holders.repository.ts';

/** `request` is the last one, if there ever was one. */
export type Admission = { status: HolderStatus; request: ApprovalRequest | undefined };

/**
 * Once: while a request waits, and when the holder is active already, nothing is done.
 * @throws AppError `forbidden`; `company_not_active` or `merchant_not_active` for a suspended holder;
 * `validation_failed` with each fact about the business that is missing.
 */
export async function requestApproval(actor: PersonActor, tx: Tx, holderId: bigint, at: Date): Promise<Admission> {
  authorize(actor, 'approvals.request', { holderId, mode: null });
  const holder = await lockHolder(tx, holderId);
  if (holder === undefined) throw new AppError('not_found');
  const before = await findApprovalRequest(tx, holderId);
  if (holder.status !== 'pending' || before?.status === 'waiting') return { status: holder.status, request: before };
  const missing = missingFields(await findBusiness(tx, holderId));
  if (missing.length > 0) {
    const details = missing.map((field) => ({ field: fieldNames[field], message: 'is required to go live' }));
    throw new AppError('validation_failed', { details });
  }

  await saveApprovalRequest(tx, holderId, actor.personId, at);
  await appendAudit(actor, tx, {
    action: 'approvals.request',
    holderId,
    mode: null,
    object: { kind: holder.kind, id: String(holderId) },
    before: before === undefined ? null : { request: before.status },
    after: { request: 'waiting' },
  });
  for (const reader of await listOperators(tx, 'administrator'))
    await queueNotice(tx, 'operator', reader, (words) => approvalWaitsMail(words, holder.name));
  return { status: holder.status, request: await findApprovalRequest(tx, holderId) };
}
