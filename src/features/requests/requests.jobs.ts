/** The hourly job of the request log: what is past its retention is purged. */
import type { Database } from '../../base/database/pool.ts';
import { authorized } from '../../core/jobs/authorized.ts';
import { type Jobs, schedules } from '../../core/jobs/declare-jobs.ts';
import { purgeRequests } from './logged-requests.repository.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    purge_failed_requests: undefined;
  }
}

export const requestJobs = ({ db }: { db: Database }): Jobs<'purge_failed_requests'> => ({
  purge_failed_requests: { schedule: schedules.everyHour, run: authorized('records.purge', () => purgeRequests(db)) },
});
