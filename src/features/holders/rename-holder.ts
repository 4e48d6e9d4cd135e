/** The owner of a courier's account gives it another name. Companies and shops change theirs with their business. */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { readHolderName } from './holder-name.ts';
import { lockHolder, setHolderName } from './holders.repository.ts';

/** An unchanged name writes nothing. @throws AppError `forbidden`, `not_found`, `validation_failed` (`name`). */
export async function renameHolder(actor: Actor, tx: Tx, holderId: bigint, typed: string): Promise<string> {
  authorize(actor, 'holders.rename', { holderId, mode: null });
  const name = readHolderName(typed);
  const holder = await lockHolder(tx, holderId);
  if (holder === undefined) throw new AppError('not_found');
  if (holder.name === name) return name;

  await setHolderName(tx, holderId, name);
  await appendAudit(actor, tx, {
    action: 'holders.rename',
    holderId,
    mode: null,
    object: { kind: holder.kind, id: String(holderId) },
    before: { name: holder.name },
    after: { name },
  });
  return name;
}
