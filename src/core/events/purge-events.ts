/** Deletes events that are older than what is kept, in small transactions (docs/contract/common.md, "Events"). */
import type { Database } from '../../base/database/pool.ts';
import { deleteOldest, listBooksToPurge } from './retention.repository.ts';

const batchEventsMax = 1_000;

/** @param days how long events are kept. */
export async function purgeOldEvents(db: Database, days: number): Promise<void> {
  for (const book of await listBooksToPurge(db, days)) {
    while ((await deleteOldest(db, book, days, batchEventsMax)) === batchEventsMax);
  }
}
