/** The running service for the operator: what readiness depends on, backups, the queue of jobs, mails and versions. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { realNow } from '../../base/clock/clock.ts';
import { canWrite } from '../../base/database/can-write.ts';
import type { Database } from '../../base/database/pool.ts';
import { Count, Currency, Instant, NullableInstant, nullable, Text } from '../../base/schemas/parts.ts';
import { serviceVersion } from '../../base/version.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { hasWorkers } from '../../core/jobs/due-jobs.ts';
import { findLastVerification } from '../../core/ledger/verifications.repository.ts';
import { countJobs, countMails, findVersions } from '../../core/processes/health.repository.ts';
import { exampleHead, headText } from '../../core/seals/head.ts';
import { findHead } from '../../core/seals/seals.repository.ts';
import { findLastMade, findLastRuns } from '../../features/backups/backup-runs.repository.ts';
import { isOld } from '../../features/backups/due-backup.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Health = Type.Object(
  {
    database: Type.Object({ writable: Type.Boolean() }),
    books: Type.Object({
      state: Type.Enum(['unknown', 'balanced', 'unbalanced'], { description: 'The result of the last verification' }),
      verified_at: NullableInstant,
      age_seconds: nullable(Count),
    }),
    seal: nullable(
      Type.Object(
        { number: Count, sealed_at: Instant, head: Text(exampleHead) },
        { description: 'The last seal, and the head of the chain to be kept outside' },
      ),
    ),
    backups: Type.Object(
      {
        made_at: NullableInstant,
        is_old: Type.Boolean({ description: 'Whether the last one was made more than a day and a half ago' }),
        place: nullable(Text('/backups/sluice', 'Where the last one is')),
        failures: Type.Integer({ minimum: 0, description: 'Failed since the last one', examples: [0] }),
        error: nullable(Text('No space is left.', 'Why the last try failed')),
      },
      { description: 'Of the built-in database, made by this service' },
    ),
    workers: Type.Object({ alive: Type.Boolean({ description: 'Whether any process takes jobs' }) }),
    jobs: Type.Array(
      Type.Object({
        name: Text('send_mail'),
        waiting: Count,
        running: Count,
        planned: Count,
        failed: Type.Integer({ minimum: 0, description: 'Failed after the last attempt', examples: [0] }),
        oldest_due_at: NullableInstant,
      }),
    ),
    mails: Type.Object({
      queued: Count,
      failed: Type.Integer({ minimum: 0, description: 'Failed in the last 24 hours', examples: [0] }),
    }),
    bank_details: Type.Object({
      currencies: Type.Array(Currency, {
        description: 'The currencies in which top-ups can be transferred: none until bank details are set',
      }),
    }),
    versions: Type.Object({
      sluice: Text(serviceVersion()),
      node: Text('24.1.0'),
      postgres: Text('17.5'),
      schema: Text('0001_baseline', 'The last migration'),
    }),
    started_at: Instant,
  },
  { title: 'ServiceHealth' },
);

export function operatorHealthRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/health',
    schema: {
      ...audience.operation('getHealth', 'What the running service depends on, its queue and its versions'),
      response: audience.readAnswers({ 200: dataOf(Health) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'health.read');
      const [writable, last, head, runs, made, alive, jobs, mails, details, versions] = await Promise.all([
        canWrite(db),
        findLastVerification(db),
        findHead(db),
        findLastRuns(db),
        findLastMade(db),
        hasWorkers(db),
        countJobs(db),
        countMails(db),
        listBankDetails(db),
        findVersions(db),
      ]);
      return partnerSuccess({
        database: { writable },
        books: {
          state: last === undefined ? ('unknown' as const) : last.ok ? ('balanced' as const) : ('unbalanced' as const),
          verified_at: last?.finishedAt.toISOString() ?? null,
          age_seconds: last === undefined ? null : Math.floor(last.ageSeconds),
        },
        seal:
          head === undefined
            ? null
            : { number: Number(head.number), sealed_at: head.sealedAt.toISOString(), head: headText(head) },
        backups: {
          made_at: runs.madeAt?.toISOString() ?? null,
          is_old: runs.madeAt !== null && isOld(realNow(), runs.madeAt),
          place: made?.place ?? null,
          failures: runs.failures,
          error: runs.error,
        },
        workers: { alive },
        jobs: jobs.map(({ name, waiting, running, planned, failed, oldestDueAt }) => ({
          name,
          waiting: Number(waiting),
          running: Number(running),
          planned: Number(planned),
          failed: Number(failed),
          oldest_due_at: oldestDueAt?.toISOString() ?? null,
        })),
        mails: { queued: Number(mails.queued), failed: Number(mails.failed) },
        bank_details: { currencies: details.map(({ currency }) => currency) },
        versions: { ...versions, sluice: serviceVersion(), node: process.versions.node },
        started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
      });
    },
  });
}
