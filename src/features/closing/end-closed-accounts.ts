/**
 * What is kept of closed accounts ends with time (docs/closing-and-erasing.md, "How long data is kept"): after a year
 * its people can no longer open it; after the years that the operator set, the bank data of its payouts are deleted.
 */

import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { lockHolder } from '../holders/holders.repository.ts';
import { readableDays } from './close-account.ts';
import { deleteMembers, eraseOldBankAccounts, listClosedWithMembers } from './closed-accounts.repository.ts';

const accountsMax = 1_000;

export async function endClosedAccounts(
  actor: Actor,
  { db, bankDataYears }: { db: Database; bankDataYears: number },
): Promise<void> {
  authorize(actor, 'holders.end_closed', { holderId: serviceHolderId, mode: null });
  for (const holderId of await listClosedWithMembers(db, readableDays, accountsMax)) {
    await inTransaction(db, async (tx) => {
      const holder = await lockHolder(tx, holderId);
      if (holder?.status !== 'closed') return;

      const members = await deleteMembers(tx, holderId);
      await appendAudit(actor, tx, {
        action: 'holders.end_closed',
        holderId,
        mode: null,
        object: { kind: holder.kind, id: String(holderId) },
        before: { members },
        after: { members: 0 },
      });
    });
  }
  await inTransaction(db, (tx) => eraseOldBankAccounts(tx, bankDataYears));
}
