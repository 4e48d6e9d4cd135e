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
import { readBalances } from '../../features/reconciliation/read-gaps.ts';
import {
  type BankDifference,
  compareBank,
  compareTotals,
  makeReport,
  type OutsideDifference,
} from '../../features/reconciliation/report.ts';
import { reportColumns, reportCsv } from '../../features/reconciliation/report-csv.ts';
import { refuseOtherDays } from '../../features/reconciliation/statement-line.ts';
import {
  Day,
  GapAnswer,
  OpenTransferAnswer,
  presentGap,
  SourceName,
} from '../../features/reconciliation/statement-schemas.ts';
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
const BankAnswer = Type.Object(
  {
    currency: Currency,
    on: Day,
    balance: amountThatIs('What the last statements end with'),
    books: amountThatIs('What the books expect'),
    difference: amountThatIs('Of the books less the bank: the sum of the following'),
    open_transfers: amountThatIs('Transfers that are not on a statement'),
    open_lines: amountThatIs('Less the lines that match nothing'),
    before_statements: amountThatIs('Less what the first statement begins with'),
    missing: amountThatIs('Less what statements lack between them'),
    other: amountThatIs('Undecided lines, and lines of statements without balances'),
  },
  { title: 'BankDifference' },
);
const ComparedAnswer = Type.Object(
  {
    totals: Type.Array(TotalAnswer),
    bank: Type.Array(BankAnswer, { description: "The bank's last balance in each currency, where statements give it" }),
    gaps: Type.Array(GapAnswer),
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

const presentBank = ({ currency, on, ...one }: BankDifference): Static<typeof BankAnswer> => {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
  return {
    currency,
    on,
    balance: decimal(one.balance),
    books: decimal(one.books),
    difference: decimal(one.difference),
    open_transfers: decimal(one.openTransfers),
    open_lines: decimal(one.openLines),
    before_statements: decimal(one.before),
    missing: decimal(one.missing),
    other: decimal(one.other),
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
      const [found, totals, { gaps, balances }] = await Promise.all([
        listUnmatchedTransfers(db, outside, always, transfersMax + 1),
        compareTotals(db, outside),
        readBalances(db, outside),
      ]);
      const shown = found.slice(0, transfersMax);
      return partnerSuccess({
        totals: totals.map(presentTotal),
        bank: compareBank({ totals, balances, gaps }).map(presentBank),
        gaps: gaps.map(presentGap),
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
