/** The months of a source for the operator: what is open in each, closing one and reopening it. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { Count, NullableInstant, NullableText } from '../../base/schemas/parts.ts';
import { reasonText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { closeMonth, reopenMonth } from '../../features/reconciliation/close-month.ts';
import { type ListedMonth, listMonths } from '../../features/reconciliation/months.repository.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const Month = Type.String({ pattern: '^[12][0-9]{3}-(0[1-9]|1[0-2])$', examples: ['2031-03'] });
const Params = Type.Object({ month: Month });
const MonthAnswer = Type.Object(
  {
    month: Month,
    lines: Count,
    open: Type.Integer({ minimum: 0, description: 'Lines that match nothing', examples: [0] }),
    closed: Type.Boolean({ description: 'It, or a later month' }),
    closed_at: NullableInstant,
    closed_by: NullableText,
    reopened_at: NullableInstant,
    reopened_by: NullableText,
    reopen_reason: NullableText,
  },
  { title: 'StatementMonth', description: 'While it is closed, nothing that is dated in it or before it changes' },
);
const Months = Type.Array(MonthAnswer, { description: 'Up to 36 months with lines, newest first' });

const present = (one: ListedMonth): Static<typeof MonthAnswer> => ({
  month: one.month,
  lines: Number(one.lines),
  open: Number(one.open),
  closed: one.isClosed,
  closed_at: one.closedAt?.toISOString() ?? null,
  closed_by: one.closedBy,
  reopened_at: one.reopenedAt?.toISOString() ?? null,
  reopened_by: one.reopenedBy,
  reopen_reason: one.reason,
});

const presented = async (db: Database, outside: Outside) =>
  partnerSuccess((await listMonths(db, outside)).map(present));

export function statementMonthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  typed(app).route({
    method: 'GET',
    url: '/operator/statement-months',
    schema: {
      ...audience.operation('listStatementMonths', 'Months of one source: what is open, and which are closed'),
      querystring: Type.Object({ source: SourceName }),
      response: audience.readAnswers({ 200: dataOf(Months) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      return presented(db, { mode, source: request.query.source });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-months/:month/close',
    schema: {
      ...audience.operation('closeStatementMonth', 'Close a month, and with it every one before'),
      params: Params,
      body: Type.Object({ source: SourceName }),
      response: audience.writeAnswers({ 200: dataOf(Months) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.close_month');
      const outside = { mode, source: request.body.source };
      await closeMonth(audience.actorOf(request), deps, outside, request.params.month);
      return presented(db, outside);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-months/:month/reopen',
    schema: {
      ...audience.operation('reopenStatementMonth', 'Reopen the last closed month'),
      params: Params,
      body: Type.Object({ source: SourceName, reason: reasonText }),
      response: audience.writeAnswers({ 200: dataOf(Months) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.reopen_month');
      const { source, reason } = request.body;
      await reopenMonth(audience.actorOf(request), deps, { mode, source }, request.params.month, reason);
      return presented(db, { mode, source });
    },
  });
}
