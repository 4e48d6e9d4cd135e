/**
 * Adds paid payments to the customers of their shop. Nothing here is on the way of a payment. Each step is a transaction of its
 * own that takes payments which are of no customer yet, so a process that is killed leaves nothing half done, and none is added twice.
 */
import type { Database } from '../../../base/database/pool.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import type { SystemActor } from '../../../core/access/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { serviceHolderId } from '../../../core/ledger/post.ts';
import { addToCustomers, listShopsToAssign, lockUnassigned } from './assign-customers.repository.ts';

/** How many payments one transaction adds. */
const paymentsMax = 1_000;

export async function assignCustomers(actor: SystemActor, { db }: { db: Database }): Promise<void> {
  authorize(actor, 'customers.assign', { holderId: serviceHolderId, mode: null });
  for (const holderId of await listShopsToAssign(db)) {
    let after: string | undefined = '';
    while (after !== undefined) after = await assignNext(db, holderId, after);
  }
}

/** @returns the id with which the next ones go on; undefined if these were the last. */
const assignNext = (db: Database, holderId: bigint, after: string): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    const ids = await lockUnassigned(tx, holderId, { after, limit: paymentsMax });
    await addToCustomers(tx, holderId, ids, 'account');
    await addToCustomers(tx, holderId, ids, 'address');
    return ids.length < paymentsMax ? undefined : ids.at(-1);
  });
