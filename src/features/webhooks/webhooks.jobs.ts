/** The nightly and hourly work of webhooks: what is past its retention is purged. */

import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { JobHandlers } from '../../core/jobs/catalogue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { purgeDeletedEndpoints, purgeDeliveries } from './deliveries.repository.ts';

const purgedAtOnceMax = 5_000;

export const webhookJobs = ({ db }: { db: Database }): JobHandlers<'purge_webhooks'> => ({
  async purge_webhooks(actor) {
    authorize(actor, 'records.purge', { holderId: serviceHolderId, mode: null });
    while ((await inRepeatableTransaction(db, (tx) => purgeDeliveries(tx, purgedAtOnceMax))) === purgedAtOnceMax);
    await inRepeatableTransaction(db, purgeDeletedEndpoints);
  },
});
