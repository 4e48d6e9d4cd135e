/** Statements of banks and acquirers for the operator: the list, and importing one, which can be tried first. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { Currency } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { importStatement } from '../../features/reconciliation/import-statement.ts';
import { listImports } from '../../features/reconciliation/imports.repository.ts';
import { findNamedTransfers } from '../../features/reconciliation/named-transfers.repository.ts';
import { accountOf } from '../../features/reconciliation/own-account.ts';
import { answersOf, type BankStatement, readBankFile } from '../../features/reconciliation/read-bank-file.ts';
import { matchedKeys } from '../../features/reconciliation/read-lines.ts';
import {
  ImportAnswer,
  presentImport,
  presentResult,
  SourceName,
  StatementAnswer,
} from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const nameLengthMax = 100;
/** The command line takes larger ones. */
const textLengthMax = 4 * 1_024 * 1_024;
const bodyBytesMax = 2 * textLengthMax;

const Column = (example: string) => Type.String({ minLength: 1, maxLength: nameLengthMax, examples: [example] });
const OtherColumn = Type.Optional(Type.String({ minLength: 1, maxLength: nameLengthMax }));

const SignWords = Type.Array(Type.String({ minLength: 1, maxLength: 40, format: 'text', examples: ['Af'] }), {
  maxItems: 20,
});

const ImportBody = Type.Object({
  source: SourceName,
  account: Type.Optional(
    Type.String({
      maxLength: nameLengthMax,
      format: 'text',
      description: 'Which account it is for, if the file names none, or a new one',
    }),
  ),
  file_name: Type.String({ minLength: 1, maxLength: 255, format: 'text', examples: ['bank.csv'] }),
  text: Type.String({
    minLength: 1,
    maxLength: textLengthMax,
    description: 'The whole file',
    examples: ['date,amount,currency,text\n2031-03-01,12.50,EUR,SEPA credit\n'],
  }),
  encoding: Type.Optional(
    Type.Enum(['utf-8', 'latin1'], { default: 'utf-8', description: '`latin1`: each character of `text` is one byte' }),
  ),
  columns: Type.Optional(
    Type.Object(
      {
        date: Column('date'),
        amount: Type.Optional(Column('amount')),
        sign: OtherColumn,
        credit: OtherColumn,
        debit: OtherColumn,
        currency: Type.Optional(Column('currency')),
        reference: Column('text'),
        id: OtherColumn,
      },
      {
        description:
          "Of a CSV whose columns are not found by themselves: the name of each, an amount, or credit and debit. No other column is read. `sign`: what says that an amount went out, where it has no minus. `id`: the bank's own ID of each line. The file is read as what it is: camt, MT940 or CSV, also in a zip",
      },
    ),
  ),
  currency: Type.Optional(
    Type.String({ ...Currency, description: 'Of every line, where the file does not say it', examples: [] }),
  ),
  decimal: Type.Optional(Type.Enum(['point', 'comma'], { description: 'Where the file leaves it open' })),
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'Where the file leaves it open', examples: [','] }),
  ),
  date_format: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      format: 'text',
      description: 'The order of day, month and year, where the file leaves it open',
      examples: ['YYYY-MM-DD'],
    }),
  ),
  sign_words: Type.Optional(
    Type.Object(
      { incoming: SignWords, outgoing: SignWords },
      {
        description:
          'What the column for `sign` says, beside the usual words such as Bij and Af, H and S, credit and debit',
      },
    ),
  ),
  signed: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'No column is a sign: an amount without a minus came in',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Returns what would happen; saves nothing' })),
});

const Query = Type.Object({
  source: SourceName,
  ...pageQuery(),
});

export function statementRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/statements',
    schema: {
      ...audience.operation('listStatements', 'Imported statements of one source, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(StatementAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { source } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listImports(db, { mode, source }, page),
      );
      return partnerPage(rows.map(presentImport), next);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statements',
    bodyLimit: bodyBytesMax,
    schema: {
      ...audience.operation('importStatement', 'Import a statement, the whole file or nothing; or preview it'),
      body: ImportBody,
      response: audience.writeAnswers({ 200: dataOf(ImportAnswer) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.import');
      const { source, account = '', file_name: fileName, dry_run: dryRun = false } = request.body;
      const read = await readFile(request.body);
      const file = { ...read, account: await accountOf(db, { mode, source }, read.account, account), fileName };
      const result = await importStatement(audience.actorOf(request), { db, clock }, { mode, source }, file, dryRun);
      return partnerSuccess(
        presentResult(result, file, dryRun, await findNamedTransfers(db, matchedKeys(result.shown))),
      );
    },
  });
}

/** @throws AppError `validation_failed`, with one detail for each problem of the file. */
async function readFile(body: Static<typeof ImportBody>): Promise<BankStatement> {
  const { text, encoding = 'utf-8', columns, sign_words: words, date_format: dateFormat, ...said } = body;
  const bytes = Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf-8');
  const read = await readBankFile(() => Readable.from([bytes]), answersOf({ ...said, ...words, dateFormat }), columns);
  if (read.ok) return read.statement;
  const message = 'The file could not be read. Nothing was imported.';
  throw new AppError('validation_failed', { message, details: read.problems });
}
