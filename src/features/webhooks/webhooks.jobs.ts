/** The hourly job of webhooks: what is past its retention is purged. */

import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction } from '../../base/database/transaction.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { purgeDeletedEndpoints, purgeDeliveries } from './deliveries.repository.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    purge_webhooks: undefined;
  }
}

const purgedAtOnceMax = 5_000;

export const webhookJobs = ({ db }: { db: Database }): Jobs<'purge_webhooks'> => ({
  purge_webhooks: {
    schedule: schedules.everyHour,
    run: authorized('records.purge', async () => {
      while ((await inRepeatableTransaction(db, (tx) => purgeDeliveries(tx, purgedAtOnceMax))) === purgedAtOnceMax);
      await inRepeatableTransaction(db, purgeDeletedEndpoints);
    }),
  },
});
