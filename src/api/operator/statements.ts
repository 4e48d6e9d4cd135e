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
import { answersOf, readBankFile } from '../../features/reconciliation/read-bank-file.ts';
import { matchedKeys } from '../../features/reconciliation/read-lines.ts';
import { type ReadStatement, readStatement } from '../../features/reconciliation/read-statement.ts';
import type { StatementFormat } from '../../features/reconciliation/statement-line.ts';
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
          "Of a CSV: the name of the column for each: an amount, or credit and debit. `sign`: what says that an amount went out, where it has no minus. `id`: the bank's own ID of each line. Without `columns` the file is read as what it is: camt, MT940 or CSV, also in a zip",
      },
    ),
  ),
  currency: Type.Optional(
    Type.String({ ...Currency, description: 'Of every line, where the file does not say it', examples: [] }),
  ),
  decimal: Type.Optional(Type.Enum(['point', 'comma'], { description: 'Needed with `columns`' })),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, description: 'With `columns`', examples: [','] })),
  date_format: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      format: 'text',
      description: 'Needed with `columns`',
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

type ReadFile = ReadStatement & { account: string | undefined; format?: string; pending?: number };

/** @throws AppError `validation_failed`, with one detail for each problem of the file. */
async function readFile(body: Static<typeof ImportBody>): Promise<ReadFile> {
  const { text, encoding = 'utf-8', columns, currency, decimal, date_format: dateFormat, signed } = body;
  const bytes = Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf-8');
  if (columns === undefined) {
    const read = await readBankFile(() => Readable.from([bytes]), answersOf({ currency, decimal, dateFormat, signed }));
    if (read.ok) return read.statement;
    throw unreadable(read.problems);
  }
  const missing = Object.entries({ decimal, date_format: dateFormat }).filter(([, value]) => value === undefined);
  if (decimal === undefined || dateFormat === undefined) {
    const details = missing.map(([field]) => ({ field, message: 'is required with columns' }));
    throw new AppError('validation_failed', { details });
  }
  const { delimiter = decimal === 'comma' ? ';' : ',', sign_words: words } = body;
  const format: StatementFormat = { columns, decimal, delimiter, dateFormat, encoding, currency, words, signed };
  const read = await readStatement(() => [bytes], format);
  if (read.ok) return { ...read.statement, account: undefined };
  throw unreadable(read.problems.map((message) => ({ field: 'text', message })));
}

const unreadable = (details: { field: string; message: string }[]): AppError =>
  new AppError('validation_failed', { message: 'The file could not be read. Nothing was imported.', details });
