/**
 * What is kept of closed accounts ends with time (docs/closing-and-erasing.md, "How long data is kept"): after a year
 * its people can no longer open it; after the years that the operator set, the bank data of its payouts are deleted.
 */
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../access/audit-log.ts';
import { authorize } from '../access/authorize.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockHolder } from '../holders/holders.repository.ts';
import { serviceHolderId } from '../ledger/post.ts';
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
