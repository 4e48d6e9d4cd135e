/** The job that plays the evenings of test cities. */
import { inTransaction } from '../../base/database/transaction.ts';
import type { Jobs } from '../../core/jobs/declare-jobs.ts';
import { enqueuePlaying } from './move-evening.ts';
import { type PlayDeps, playSome } from './play-evening.ts';

declare module '../../core/jobs/declare-jobs.ts' {
  interface JobPayloads {
    play_evening: { holderId: string; mode: 'test' };
  }
}

export const testCityJobs = (deps: PlayDeps): Jobs<'play_evening'> => ({
  play_evening: {
    async run(_actor, { holderId }) {
      const companyId = BigInt(holderId);
      const isDone = await playSome(deps, companyId);
      // Behind the evenings of others.
      if (!isDone) await inTransaction(deps.db, (tx) => enqueuePlaying(tx, companyId));
    },
  },
});
