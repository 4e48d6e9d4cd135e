/** The owner of a pending company or shop asks the operator to let it take real money. */
import type { PersonActor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { HolderStatus } from '../access/roles.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { listOperatorAddresses } from '../holders/addresses.ts';
import { findBusiness } from '../holders/business.repository.ts';
import { fieldNames, missingFields } from '../holders/business.ts';
import { lockHolder } from '../holders/holders.repository.ts';
import { queueNotice } from '../mail/queue-mail.ts';
import { type ApprovalRequest, findApprovalRequest, saveApprovalRequest } from './approval-requests.repository.ts';
import { approvalWaitsMail } from './holder-mails.ts';

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
    const details = missing.map((field) => ({ field: fieldNames[field], message: 'is needed to go live' }));
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
  for (const recipient of await listOperatorAddresses(tx, 'administrator'))
    await queueNotice(tx, 'operator', approvalWaitsMail({ recipient, name: holder.name }));
  return { status: holder.status, request: await findApprovalRequest(tx, holderId) };
}
