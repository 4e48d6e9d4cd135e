/** Creates a company or a merchant for its owner. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { readHolderName } from './holder-name.ts';
import { findHolderByIdOrName, insertHolder } from './holders.repository.ts';
import { insertMember } from './members.repository.ts';

type NewHolder = { kind: 'company' | 'merchant'; name: string; ownerId: string };

/** @returns its id. @throws AppError `forbidden`; `validation_failed`; `invalid_state` when the name is taken. */
export async function createHolder(actor: Actor, tx: Tx, { kind, name: given, ownerId }: NewHolder): Promise<bigint> {
  authorize(actor, 'holders.create', { holderId: serviceHolderId, mode: null });
  const name = readHolderName(given);
  const same = (await findHolderByIdOrName(tx, kind, name)).find((holder) => holder.name === name);
  // Commands name holders by their names.
  if (same !== undefined) {
    throw new AppError('invalid_state', { message: `There is a ${kind} of this name: holder ${same.id}.` });
  }

  const holderId = await insertHolder(tx, kind, name);
  await insertMember(tx, holderId, ownerId, 'owner');
  await appendAudit(actor, tx, {
    action: 'holders.create',
    holderId,
    mode: null,
    object: { kind, id: String(holderId) },
    after: { name, owner: ownerId },
  });
  return holderId;
}
