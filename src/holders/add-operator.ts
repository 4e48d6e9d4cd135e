/** Adds a person to the operator's staff. */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { OperatorRole } from '../access/roles.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { findMembership, insertMember } from './members.repository.ts';

/** @throws AppError `forbidden`; `invalid_state` when the person is an operator already. */
export async function addOperator(actor: Actor, tx: Tx, personId: string, role: OperatorRole): Promise<void> {
  authorize(actor, 'operators.add', { holderId: serviceHolderId, mode: null });
  const present = await findMembership(tx, personId, serviceHolderId);
  if (present !== undefined) {
    throw new AppError('invalid_state', { message: `This person is an operator already: ${present.role}.` });
  }

  await insertMember(tx, serviceHolderId, personId, role);
  await appendAudit(actor, tx, {
    action: 'operators.add',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'person', id: personId },
    after: { role },
  });
}
