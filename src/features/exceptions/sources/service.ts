/** What is wrong with the service itself: the books don't balance, or no backup was made. */
import { realNow } from '../../../base/clock/clock.ts';
import { findLastVerification } from '../../../core/ledger/verifications.repository.ts';
import { findLastRuns } from '../../backups/backup-runs.repository.ts';
import { isOld } from '../../backups/due-backup.ts';
import { computedSource } from '../computed-source.ts';

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
  read: async ({ db }) => {
    const { madeAt, failedAt, error } = await findLastRuns(db);
    if (failedAt !== null) return [{ objectId: 'backup', since: failedAt, reason: 'failed', said: error }];
    if (madeAt === null) return [];
    return isOld(realNow(), madeAt) ? [{ objectId: 'backup', since: madeAt, reason: 'overdue' }] : [];
  },
});
