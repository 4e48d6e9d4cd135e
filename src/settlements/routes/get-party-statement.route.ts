/**
 * GET /statements/{year-month}, .csv and .html: a party's month, for its company; and the same under /earnings, for the
 * payee whose link it is.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { AppError, type ErrorDetail } from '../../errors/app-error.ts';
import { findHolderName } from '../../holders/holders.repository.ts';
import { findLinkOfHolder } from '../../holders/links.repository.ts';
import { csvAnswer, printAnswer } from '../../http/answers.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { holderFace } from '../../interfaces/console/holder-face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import { createAccountMonths } from '../statements/account-months.ts';
import { monthOfZones, readMonth } from '../statements/month.ts';
import {
  firstMovements,
  type OpenDeps,
  openPartyMonth,
  type PartyMonth,
  partyColumns,
  partyCsv,
} from '../statements/party-statement.ts';
import { partyPage, presentPartyMonth } from '../statements/present-statement.ts';
import { PartyMonthAnswer } from '../statements/statement-schemas.ts';
import { findHeldZones } from '../statements/statements.repository.ts';
import { documentHeaders, renderStatement } from '../statements/views.ts';

const movementsMax = 1_000;

const Params = Type.Object({ month: Type.String({ maxLength: 100, description: 'A year and month: 2031-03' }) });
const Query = Type.Object({
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

const PayeeQuery = Type.Object({
  ...Query.properties,
  beneficiary_ref: Type.String({ pattern: '^[0-9]{1,15}$', description: 'One of your own links' }),
});

type Asked = { params: Static<typeof Params>; query: Static<typeof Query> };

export function partyStatementRoutes(app: FastifyInstance, face: CompanyFace, { db }: { db: Database }): void {
  statementRoutes(app, face, db, {
    path: '/statements',
    name: 'Statement',
    query: Query,
    bookOf: async (request) => face.callerOf(request, 'statements.read'),
  });
}

/** The statements of a merchant's or courier's own links. */
export function payeeStatementRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  statementRoutes(app, holderFace, db, {
    path: '/earnings/statements',
    name: 'EarningsStatement',
    query: PayeeQuery,
    async bookOf(request, ref) {
      const { holderId, mode } = holderFace.callerOf(request, 'earnings.read');
      const link = await findLinkOfHolder(db, holderId, BigInt(ref));
      if (link === undefined) throw new AppError('not_found', { message: 'You have no such link.' });
      return { holderId: link.companyId, mode };
    },
  });
}

type Statements = {
  path: string;
  name: string;
  query: typeof Query;
  /** The book with the party's accounts. Authorizes the caller, before anything else. */
  bookOf(request: FastifyRequest, beneficiaryRef: string): Promise<Book>;
};

function statementRoutes(app: FastifyInstance, face: CompanyFace, db: Database, statements: Statements): void {
  const { path, name, query, bookOf } = statements;
  const schema = { params: Params, querystring: query };
  const deps = { db, readAccountMonths: createAccountMonths(db) };
  const openMonth = async (request: FastifyRequest, asked: Asked) =>
    monthOf(deps, await bookOf(request, asked.query.beneficiary_ref), asked.params.month, asked.query);
  const codes = ['not_found', 'unknown_beneficiary', 'validation_failed'] as const;

  typed(app).route({
    method: 'GET',
    url: `${path}/:month`,
    schema: {
      ...face.operation(`get${name}`, 'statements', "A party's month: balances, and the first 1,000 movements"),
      ...schema,
      response: face.readAnswers({ 200: dataOf(PartyMonthAnswer) }, codes),
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
      ...face.operation(`get${name}Csv`, 'statements', "A party's month as CSV, with every movement"),
      ...schema,
      response: face.documentAnswers(csvAnswer(partyColumns, 'The statement'), codes),
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
      ...face.operation(`get${name}Page`, 'statements', "A party's month as a printable page"),
      ...schema,
      response: face.documentAnswers(printAnswer('The statement'), codes),
    },
    handler: async (request, reply) => {
      const month = await openMonth(request, request);
      const company = await findHolderName(db, month.book.holderId);
      const shown = await firstMovements(db, month, movementsMax);
      return reply
        .headers(documentHeaders())
        .header('content-disposition', `inline; filename="${fileName(month)}.html"`)
        .type('text/html; charset=utf-8')
        .send(renderStatement('party', partyPage(month, company, shown)));
    },
  });
}

const problems: Record<'month' | 'time_zone', ErrorDetail> = {
  month: { field: 'month', message: 'must be a year and month, such as 2031-03' },
  time_zone: { field: 'time_zone', message: 'must be a name of the time zone database, such as Europe/Paris' },
};

async function monthOf(deps: OpenDeps, book: Book, asked: string, query: Static<typeof Query>): Promise<PartyMonth> {
  const read = readMonth(asked, query.time_zone ?? 'UTC');
  if (!read.ok) throw new AppError('validation_failed', { details: read.problems.map((one) => problems[one]) });
  const month =
    query.time_zone === undefined
      ? monthOfZones(read.month.month, await findHeldZones(deps.db, book, read.month))
      : read.month;
  return openPartyMonth(deps, book, query.beneficiary_ref, month);
}

function fileName({ book, party, month }: PartyMonth): string {
  const ref = party.beneficiary_ref === null ? '' : `-${party.beneficiary_ref}`;
  return `statement-${month.month}-${party.beneficiary_type}${ref}${book.mode === 'test' ? '-test' : ''}`;
}
