/** Both sides of each source for the operator: totals, transfers that no line explains, and the report as CSV. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, amountThatIs, Count, Currency } from '../../base/schemas/parts.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listUnmatchedTransfers } from '../../features/reconciliation/outside-transfers.repository.ts';
import { presentOpenTransfers } from '../../features/reconciliation/present-open-transfers.ts';
import { compareTotals, makeReport, type OutsideDifference } from '../../features/reconciliation/report.ts';
import { reportColumns, reportCsv } from '../../features/reconciliation/report-csv.ts';
import { refuseOtherDays } from '../../features/reconciliation/statement-line.ts';
import { Day, OpenTransferAnswer, SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const transfersMax = 100;
const always = { from: undefined, to: undefined };

const TotalAnswer = Type.Object(
  {
    currency: Currency,
    books: Type.Unsafe<Static<typeof Amount>>({
      ...Amount,
      description: 'The expected balance according to the books',
    }),
    statements: amountThatIs('The total of the statements'),
    difference: Amount,
    open_lines: Count,
    undecided_lines: Type.Integer({
      minimum: 0,
      examples: [0],
      description: 'Lines without a direction and possible duplicates: they are in no total until a person decides',
    }),
    open_transfers: Count,
  },
  { title: 'ReconciliationTotal' },
);
const ComparedAnswer = Type.Object(
  {
    totals: Type.Array(TotalAnswer),
    transfers: Type.Array(OpenTransferAnswer, { description: 'The oldest transfers that are not on a statement' }),
    complete: Type.Boolean({ description: 'All of them are here' }),
  },
  { title: 'Reconciliation' },
);

const presentTotal = ({ currency, ...total }: OutsideDifference): Static<typeof TotalAnswer> => {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
  return {
    currency,
    books: decimal(total.books),
    statements: decimal(total.statements),
    difference: decimal(total.difference),
    open_lines: Number(total.unmatchedLines),
    undecided_lines: Number(total.undecidedLines),
    open_transfers: Number(total.unmatchedTransfers),
  };
};

export function reconciliationRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/reconciliation',
    schema: {
      ...audience.operation('getReconciliation', 'The totals of the books and the statements of one source'),
      querystring: Type.Object({ source: SourceName }),
      response: audience.readAnswers({ 200: dataOf(ComparedAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const outside = { mode, source: request.query.source };
      const [found, totals] = await Promise.all([
        listUnmatchedTransfers(db, outside, always, transfersMax + 1),
        compareTotals(db, outside),
      ]);
      const shown = found.slice(0, transfersMax);
      return partnerSuccess({
        totals: totals.map(presentTotal),
        transfers: await presentOpenTransfers(db, outside, shown),
        complete: found.length <= transfersMax,
      });
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/reconciliation.csv',
    schema: {
      ...audience.operation('getReconciliationCsv', 'What is unmatched on both sides of one source'),
      querystring: Type.Object({ source: SourceName, from: Type.Optional(Day), to: Type.Optional(Day) }),
      response: audience.documentAnswers(csvAnswer(reportColumns, 'What is unmatched')),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { source, from, to } = request.query;
      refuseOtherDays({ from, to });
      const report = await makeReport(db, { mode, source }, { from, to });
      async function* rows(): AsyncGenerator<string> {
        for (const piece of reportCsv(report)) {
          yield piece;
          await turnOfOthers();
        }
      }
      return sendCsv(reply, `reconciliation-${source}${mode === 'test' ? '-test' : ''}.csv`, rows());
    },
  });
}
