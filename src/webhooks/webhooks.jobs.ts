/** The nightly and hourly work of webhooks: what is past its retention is purged. */
import { authorize } from '../access/authorize.ts';
import type { Database } from '../database/pool.ts';
import { inRepeatableTransaction } from '../database/transaction.ts';
import type { JobHandlers } from '../jobs/catalogue.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { purgeDeletedEndpoints, purgeDeliveries } from './deliveries.repository.ts';

const purgedAtOnceMax = 5_000;

export const webhookJobs = ({ db }: { db: Database }): JobHandlers<'purge_webhooks'> => ({
  async purge_webhooks(actor) {
    authorize(actor, 'records.purge', { holderId: serviceHolderId, mode: null });
    while ((await inRepeatableTransaction(db, (tx) => purgeDeliveries(tx, purgedAtOnceMax))) === purgedAtOnceMax);
    await inRepeatableTransaction(db, purgeDeletedEndpoints);
  },
});
