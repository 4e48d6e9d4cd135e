/** GET /statements/{month}/days and …/days/{date} of the people's API: a party's month day by day, for its company. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { dayPattern } from '../../base/schemas/parts.ts';
import { byId, companyLimits, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { createAccountDays } from '../../features/settlements/statements/account-days.ts';
import { createAccountMonths } from '../../features/settlements/statements/account-months.ts';
import { FoldedMovementAnswer, MonthDaysAnswer } from '../../features/settlements/statements/statement-day-schemas.ts';
import { listFoldedMovements } from '../../features/settlements/statements/statement-days.repository.ts';
import { dayWithin, presentFolded, presentMonthDays } from '../../features/settlements/statements/statement-days.ts';
import { statementWords } from '../../features/settlements/statements/words.ts';
import { monthOf, monthParam, StatementQuery } from '../company/statements.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { consoleAudience as audience } from './audience.ts';

const DayQuery = Type.Object({
  ...StatementQuery.properties,
  account: Type.Enum(['clearing', 'commission', 'earnings']),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  ...pageQuery(companyLimits),
});
const codes = ['not_found', 'unknown_beneficiary', 'validation_failed'] as const;

export function statementDayRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const deps = { db, readAccountMonths: createAccountMonths(db) };
  const readDays = createAccountDays(db);
  const words = statementWords('en');

  typed(app).route({
    method: 'GET',
    url: '/statements/:month/days',
    schema: {
      ...audience.operation('getStatementDays', 'statements', "A party's month: balances, and what moved on each day"),
      params: Type.Object(monthParam),
      querystring: StatementQuery,
      response: audience.readAnswers({ 200: dataOf(MonthDaysAnswer) }, codes),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'statements.read');
      return partnerSuccess(await presentMonthDays(readDays, await monthOf(deps, book, request, words)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/statements/:month/days/:date',
    schema: {
      ...audience.operation(
        'listStatementDay',
        'statements',
        "A day's movements of one account, newest first; a settlement's are one",
      ),
      params: Type.Object({ ...monthParam, date: Type.String({ pattern: dayPattern }) }),
      querystring: DayQuery,
      response: audience.readAnswers({ 200: pageOf(FoldedMovementAnswer) }, codes),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'statements.read');
      const opened = await monthOf(deps, book, request, words);
      const day = dayWithin(opened.month, request.params.date);
      if (day === undefined) throw invalidField('date', 'is not a day of this month');
      const { account: kind, currency } = request.query;
      const account = opened.accounts.find((one) => one.kind === kind && one.currency === currency);
      // It is opened by the first transfer.
      if (account === undefined) return partnerPage([], null);
      const moved = (await readDays(opened, account)).find(({ date }) => date === request.params.date);
      if (moved === undefined) return partnerPage([], null);
      const ofDay = { accountId: account.accountId, firstId: moved.firstId, lastId: moved.lastId };
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listFoldedMovements(db, book.holderId, ofDay, day, page),
      );
      const shown = rows.map((row) => presentFolded(row, account, opened.month, words));
      return partnerPage(shown, next);
    },
  });
}
