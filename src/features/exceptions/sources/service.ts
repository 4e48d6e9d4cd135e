/** What is wrong with the service itself: the books don't balance, or no backup was made. */
import { findLastVerification } from '../../../core/ledger/verifications.repository.ts';
import { findLastRuns } from '../../backups/backup-runs.repository.ts';
import { computedSource } from '../computed-source.ts';

/** Backups are made every day; this leaves one time to make it. */
const overdueAfterMs = 36 * 60 * 60_000;

export const books = computedSource({
  kind: 'books',
  needs: 'books.read',
  read: async ({ db }) => {
    const last = await findLastVerification(db);
    return last === undefined || last.ok ? [] : [{ objectId: 'books', since: last.finishedAt }];
  },
});

/** Nothing where this service has never tried to make one. */
export const backup = computedSource({
  kind: 'backup',
  needs: 'health.read',
  read: async ({ db, clock, book }) => {
    const { madeAt, failedAt, error } = await findLastRuns(db);
    if (failedAt !== null) return [{ objectId: 'backup', since: failedAt, reason: 'failed', said: error }];
    if (madeAt === null) return [];
    const isOverdue = clock.now(book.holderId, 'live').getTime() - madeAt.getTime() > overdueAfterMs;
    return isOverdue ? [{ objectId: 'backup', since: madeAt, reason: 'overdue' }] : [];
  },
});
