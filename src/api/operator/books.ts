/** The proof of the books for the operator: what the last verification found, earlier ones. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { Count, Instant, NullableInstant, NullableText, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { checkGroups, groupOfCheck } from '../../core/ledger/checks.repository.ts';
import {
  findLastFull,
  findLastVerification,
  type ListedVerification,
  listVerifications,
} from '../../core/ledger/verifications.repository.ts';
import { findLastRun, type VerificationRun } from '../../features/verification/verification-runs.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const shownMax = 20;

export const VerificationKind = Type.Enum(['full', 'incremental']);

const Verification = Type.Object({
  verification_id: NumericId,
  kind: VerificationKind,
  ok: Type.Boolean(),
  started_at: Instant,
  finished_at: Instant,
});

export const RunAnswer = Type.Object(
  {
    run_id: NumericId,
    kind: VerificationKind,
    status: Type.Enum(['queued', 'running', 'done', 'failed']),
    requested_at: Instant,
    requested_by: NullableText,
    started_at: NullableInstant,
    finished_at: NullableInstant,
    checks_done: Count,
    checks_total: nullable(Count),
  },
  { title: 'VerificationRun', description: 'A verification that an operator asked for' },
);

const Books = Type.Object(
  {
    last: nullable(
      Type.Object({
        ...Verification.properties,
        checks: Type.Array(
          Type.Object({
            name: Text('Every account is what its transfers add up to'),
            group: nullable(
              Type.Enum(checkGroups, { description: 'What it is about; null for a check of an earlier version' }),
            ),
            count: Type.Integer({ minimum: 0, description: 'How many rows break the rule', examples: [0] }),
            rows: nullable(
              Type.Integer({
                minimum: 0,
                description: 'How many rows it read; null where that is not counted, as in one of recent changes',
                examples: [1_220_518],
              }),
            ),
            took_ms: nullable(Count),
            found: Type.Array(Type.Object({ row: Text('account 3/12'), problem: Text('5.00 EUR are missing') })),
          }),
        ),
      }),
    ),
    last_full: nullable(Verification),
    earlier: Type.Array(Verification),
    run: nullable(RunAnswer),
  },
  { title: 'Books', description: 'The result of the last verification, and the run requested last' },
);

const presentVerification = (one: ListedVerification): Static<typeof Verification> => ({
  verification_id: Number(one.id),
  kind: one.kind,
  ok: one.ok,
  started_at: one.startedAt.toISOString(),
  finished_at: one.finishedAt.toISOString(),
});

export const presentRun = (run: VerificationRun): Static<typeof RunAnswer> => ({
  run_id: Number(run.id),
  kind: run.kind,
  status: run.status,
  requested_at: run.requestedAt.toISOString(),
  requested_by: run.requestedBy,
  started_at: run.startedAt?.toISOString() ?? null,
  finished_at: run.finishedAt?.toISOString() ?? null,
  checks_done: run.checksDone,
  checks_total: run.checksTotal,
});

export function operatorBooksRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/books',
    schema: {
      ...audience.operation('getBooks', 'The result of the last verification, and the progress of the one running'),
      response: audience.readAnswers({ 200: dataOf(Books) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'books.read');
      const [last, full, earlier, run] = await Promise.all([
        findLastVerification(db),
        findLastFull(db),
        listVerifications(db, shownMax),
        findLastRun(db),
      ]);
      const checks = (last?.checks ?? []).map(({ name, count, offences, rows = null, tookMs = null }) => ({
        name,
        group: groupOfCheck(name) ?? null,
        count,
        rows,
        took_ms: tookMs,
        found: offences,
      }));
      return partnerSuccess({
        last: last === undefined ? null : { ...presentVerification(last), checks },
        last_full: full === undefined ? null : presentVerification(full),
        earlier: earlier.map(presentVerification),
        run: run === undefined ? null : presentRun(run),
      });
    },
  });
}
