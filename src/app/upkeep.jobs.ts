/** The jobs of what is below the job queue: answers, markers, events, the audit log and seals. */

import { createFinalMarks } from '../base/database/final-marks.ts';
import type { Database } from '../base/database/pool.ts';
import { purgeOldMarkers } from '../base/database/transaction-markers.ts';
import { purgeOldEntries } from '../core/access/audit-log.repository.ts';
import { purgeOldEvents } from '../core/events/purge-events.ts';
import { purgeOldAnswers } from '../core/http/idempotency.ts';
import { authorized } from '../core/jobs/authorized.ts';
import { type Jobs, schedules } from '../core/jobs/declare-jobs.ts';
import { makeSeals } from '../core/seals/make-seals.ts';
import { createRest } from '../core/seals/rest.ts';
import type { Seal } from '../core/seals/seal.ts';
import type { SealKeys } from '../core/seals/seal-keys.ts';

declare module '../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    purge_old_answers: undefined;
    purge_old_markers: undefined;
    purge_old_events: undefined;
    purge_audit_log: undefined;
    seal_records: undefined;
  }
}

type UpkeepJobs = Jobs<
  'purge_old_answers' | 'purge_old_markers' | 'purge_old_events' | 'purge_audit_log' | 'seal_records'
>;

export type UpkeepDeps = {
  db: Database;
  eventDays: number;
  /** Undefined: seals are not signed. */
  sealKeys: SealKeys | undefined;
  /** Ends what takes long between two of its steps. */
  stopping: AbortSignal;
  /** Told of the last seal of each time. */
  onSeal: (seal: Seal) => void;
};

export function upkeepJobs({ db, eventDays, sealKeys, stopping, onSeal }: UpkeepDeps): UpkeepJobs {
  const finalMarks = createFinalMarks(() => performance.now());
  const purge = (schedule: string, work: () => Promise<unknown>) => ({
    schedule,
    run: authorized('records.purge', work),
  });
  return {
    purge_old_answers: purge(schedules.everyHour, () => purgeOldAnswers(db)),
    purge_old_markers: purge(schedules.everyHour, () => purgeOldMarkers(db)),
    purge_old_events: purge(schedules.everyHour, () => purgeOldEvents(db, eventDays)),
    // Once a day is enough for two years.
    purge_audit_log: purge(schedules.everyNight, () => purgeOldEntries(db)),
    // What is not sealed yet can be changed unseen.
    seal_records: {
      schedule: schedules.everyFiveMinutes,
      run: authorized('books.verify', async () => {
        const seal = await makeSeals({ db, keys: sealKeys, eventDays, finalMarks, rest: createRest(stopping) });
        if (seal !== undefined) onSeal(seal);
      }),
    },
  };
}
