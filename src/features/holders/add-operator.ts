/** Adds a person to the operator's staff. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { OperatorRole } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
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
