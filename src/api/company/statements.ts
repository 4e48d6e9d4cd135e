/** GET /statements/{year-month}, .csv and .html: a party's month, for its company. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { csvAnswer, printAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { noTexts } from '../../core/wording/custom-texts.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { createAccountDays } from '../../features/settlements/statements/account-days.ts';
import { createAccountMonths } from '../../features/settlements/statements/account-months.ts';
import { monthOfZones, readMonth } from '../../features/settlements/statements/month.ts';
import {
  firstMovements,
  type OpenDeps,
  openPartyMonth,
  type PartyMonth,
  partyColumns,
  partyCsv,
} from '../../features/settlements/statements/party-statement.ts';
import { partyPage, presentPartyMonth } from '../../features/settlements/statements/present-statement.ts';
import { PartyMonthAnswer } from '../../features/settlements/statements/statement-schemas.ts';
import { findHeldZones } from '../../features/settlements/statements/statements.repository.ts';
import { documentHeaders, renderStatement } from '../../features/settlements/statements/views.ts';
import { englishOf, type StatementWords, statementWords } from '../../features/settlements/statements/words.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

const movementsMax = 1_000;

export const monthParam = { month: Type.String({ maxLength: 100, description: 'A year and month: 2031-03' }) };
const Params = Type.Object(monthParam);
export const StatementQuery = Type.Object({
  beneficiary_ref: Type.String({
    pattern: '^([0-9]{1,15}|partner)$',
    description: 'A link, or `partner` for the commission and clearing',
  }),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "An IANA time zone; default: the company's, and for a month that has ended the one it had then",
    }),
  ),
});

type Asked = { params: Static<typeof Params>; query: Static<typeof StatementQuery> };

export function partyStatementRoutes(app: FastifyInstance, audience: CompanyAudience, { db }: { db: Database }): void {
  statementRoutes(app, audience, db, {
    path: '/statements',
    name: 'Statement',
    query: StatementQuery,
    bookOf: async (request) => audience.callerOf(request, 'statements.read'),
    reader: 'company',
    wordsOf: ({ headers }) => statementWords('en', noTexts, englishOf(headers['accept-language'])),
  });
}

type Statements = {
  path: string;
  name: string;
  query: typeof StatementQuery;
  /** The book with the party's accounts. Authorizes the caller, before anything else. */
  bookOf(request: FastifyRequest, beneficiaryRef: string): Promise<Book>;
  reader: 'company' | 'payee';
  /** Of whoever reads it. */
  wordsOf(request: FastifyRequest): StatementWords;
};

/** The three forms of a statement under `path`, for whoever `bookOf` lets read it. */
export function statementRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  db: Database,
  statements: Statements,
): void {
  const { path, name, query, bookOf, wordsOf, reader } = statements;
  const schema = { params: Params, querystring: query };
  const deps = { db, readAccountMonths: createAccountMonths(db) };
  const readDays = createAccountDays(db);
  const openMonth = async (request: FastifyRequest, asked: Asked) =>
    monthOf(deps, await bookOf(request, asked.query.beneficiary_ref), asked, wordsOf(request));
  const codes = ['not_found', 'unknown_beneficiary', 'validation_failed'] as const;

  typed(app).route({
    method: 'GET',
    url: `${path}/:month`,
    schema: {
      ...audience.operation(`get${name}`, 'statements', "A party's month: balances, and the first 1,000 movements"),
      ...schema,
      response: audience.readAnswers({ 200: dataOf(PartyMonthAnswer) }, codes),
    },
    handler: async (request, reply) => {
      const month = await openMonth(request, request);
      return reply.send(partnerSuccess(presentPartyMonth(month, await firstMovements(db, month, movementsMax))));
    },
  });

  typed(app).route({
    method: 'GET',
    url: `${path}/:month.csv`,
    schema: {
      ...audience.operation(`get${name}Csv`, 'statements', "A party's month as CSV, with every movement"),
      ...schema,
      response: audience.documentAnswers(csvAnswer(partyColumns, 'The statement'), codes),
    },
    handler: async (request, reply) => {
      const month = await openMonth(request, request);
      return sendCsv(reply, `${fileName(month)}.csv`, partyCsv(db, month));
    },
  });

  typed(app).route({
    method: 'GET',
    url: `${path}/:month.html`,
    schema: {
      ...audience.operation(`get${name}Page`, 'statements', "A party's month as a printable page"),
      ...schema,
      response: audience.documentAnswers(printAnswer('The statement'), codes),
    },
    handler: async (request, reply) => {
      const month = await openMonth(request, request);
      const company = await findHolderName(db, month.book.holderId);
      const movements = await firstMovements(db, month, movementsMax);
      const shown = await Promise.all(
        movements.map(async (one) => ({ ...one, days: await readDays(month, one.account) })),
      );
      return reply
        .headers(documentHeaders())
        .header('content-disposition', `inline; filename="${fileName(month)}.html"`)
        .type('text/html; charset=utf-8')
        .send(renderStatement('party', partyPage(month, company, shown, reader)));
    },
  });
}

const problems: Record<'month' | 'time_zone', ErrorDetail> = {
  month: { field: 'month', message: 'must be a year and month, such as 2031-03' },
  time_zone: { field: 'time_zone', message: 'must be a name of the time zone database, such as Europe/Paris' },
};

/** The month that a request names, of a party of the book. */
export async function monthOf(
  deps: OpenDeps,
  book: Book,
  { params, query }: Asked,
  words: StatementWords,
): Promise<PartyMonth> {
  const read = readMonth(params.month, query.time_zone ?? 'UTC');
  if (!read.ok) throw new AppError('validation_failed', { details: read.problems.map((one) => problems[one]) });
  const month =
    query.time_zone === undefined
      ? monthOfZones(read.month.month, await findHeldZones(deps.db, book, read.month))
      : read.month;
  return openPartyMonth(deps, book, query.beneficiary_ref, month, words);
}

function fileName({ book, party, month }: PartyMonth): string {
  const ref = party.beneficiary_ref === null ? '' : `-${party.beneficiary_ref}`;
  return `statement-${month.month}-${party.beneficiary_type}${ref}${book.mode === 'test' ? '-test' : ''}`;
}
