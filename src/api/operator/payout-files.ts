/** Payment files for the bank: made of payouts, returns and refunds, downloaded, marked as sent, and the bank's reports on them. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { Count } from '../../base/schemas/parts.ts';
import { reasonText } from '../../base/schemas/request-parts.ts';
import { findLastChanges } from '../../core/access/audit-log.repository.ts';
import { fileAnswer } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { createPayoutFile } from '../../features/payout-files/create-payout-file.ts';
import { giveUpPayoutFile } from '../../features/payout-files/give-up-payout-file.ts';
import { payoutFileFormats } from '../../features/payout-files/payout-file.ts';
import {
  CreatedPayoutFileAnswer,
  PayoutFileAnswer,
  PayoutFileLineAnswer,
  presentCreatedFile,
  presentFileLine,
  presentPayoutFile,
  presentReport,
  TakenReportAnswer,
} from '../../features/payout-files/payout-file-schemas.ts';
import {
  findContent,
  findPayoutFile,
  listFileLines,
  listPayoutFiles,
  type PayoutFile,
} from '../../features/payout-files/payout-files.repository.ts';
import { sendPayoutFile, unknownFile } from '../../features/payout-files/send-payout-file.ts';
import { takeReport } from '../../features/payout-files/take-report.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const idsMax = 1_000;
const reportLengthMax = 4 * 1_024 * 1_024;
const reportBodyBytesMax = 2 * reportLengthMax;

const CreateBody = Type.Object({
  format: Type.Enum([...payoutFileFormats], {
    description: 'The newer pain.001, the older one for banks that want it, or CSV',
  }),
  execution_day: Type.String({
    maxLength: 10,
    description: 'When the bank is to pay; a day such as 2031-03-05',
    examples: ['2031-03-05'],
  }),
  currency: Type.String({ maxLength: 3, examples: ['EUR'] }),
  payout_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['po_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'] }), {
      minItems: 1,
      maxItems: idsMax,
      description:
        'Default, without the other IDs: all approved payouts, returns and refunds in the currency that are in no file yet',
    }),
  ),
  return_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['lr_12QmZxW1Jc9TbVh3RdfGk4s'] }), {
      minItems: 1,
      maxItems: idsMax,
      description: 'Money that goes back to the senders of lines',
    }),
  ),
  refund_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['ref_02QmZxW1Jc9TbVh3RdfGk4s'] }), {
      minItems: 1,
      maxItems: idsMax,
      description: 'Refunds of payments by bank transfer',
    }),
  ),
  again_reason: Type.Optional({
    ...reasonText,
    description: 'Why payouts are in a file once more, or after they were sent; kept in the audit log',
  }),
});

const ReportBody = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: reportLengthMax,
    description: 'The whole report (pain.002)',
    examples: ['<Document/>'],
  }),
});

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const LinesQuery = Type.Object(pageQuery());

export function payoutFileRoutes(app: FastifyInstance, deps: Deps): void {
  writeRoutes(app, deps);
  giveUpRoute(app, deps);
  readRoutes(app, deps);
  for (const extension of ['xml', 'csv'] as const) contentRoute(app, deps, extension);
}

function writeRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/payout-files',
    schema: {
      ...audience.operation('createPayoutFile', 'Create a payment file of approved payouts for the bank'),
      body: CreateBody,
      response: audience.writeAnswers({ 201: dataOf(CreatedPayoutFileAnswer) }, ['invalid_state', 'not_found']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payout_files.create');
      const { format, execution_day: executionDay, again_reason: againReason } = request.body;
      const { payout_ids: payoutIds, return_ids: returnIds, refund_ids: refundIds } = request.body;
      const currency = readCurrency(request.body.currency).code;
      const wanted = {
        mode: caller.mode,
        format,
        currency,
        executionDay,
        payoutIds,
        returnIds,
        refundIds,
        againReason,
      };
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const file = await createPayoutFile(audience.actorOf(request), tx, clock, wanted);
        return { status: 201, body: partnerSuccess(presentCreatedFile(file)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/payout-files/reports',
    bodyLimit: reportBodyBytesMax,
    schema: {
      ...audience.operation('takePayoutReport', "Take in the bank's report on a payment file"),
      body: ReportBody,
      response: audience.writeAnswers({ 200: dataOf(TakenReportAnswer) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payout_files.report', 'payouts.send', 'payouts.fail');
      const taken = await takeReport(audience.actorOf(request), { db, clock }, mode, request.body.text);
      return partnerSuccess(presentReport(taken, (await creationsOf(db, [taken.file])).get(taken.file.id)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/payout-files/:id/send',
    schema: {
      ...audience.operation('sendPayoutFile', 'Mark the approved payouts of a payment file as sent'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(Type.Object({ sent: Count })) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payouts.send');
      const sent = await sendPayoutFile(audience.actorOf(request), { db, clock }, mode, request.params.id);
      return partnerSuccess({ sent });
    },
  });
}

function giveUpRoute(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/payout-files/:id/give-up',
    schema: {
      ...audience.operation('giveUpPayoutFile', 'Give up a payment file that the bank will not execute'),
      params: Params,
      body: Type.Object({ reason: reasonText }),
      response: audience.writeAnswers({ 200: dataOf(PayoutFileAnswer) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payout_files.give_up');
      const asked = { mode, id: request.params.id, reason: request.body.reason };
      const file = await inTransaction(db, (tx) => giveUpPayoutFile(audience.actorOf(request), tx, clock, asked));
      return partnerSuccess(presentPayoutFile(file, (await creationsOf(db, [file])).get(file.id)));
    },
  });
}

function readRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/payout-files',
    schema: {
      ...audience.operation('listPayoutFiles', 'Payment files, newest first'),
      querystring: LinesQuery,
      response: audience.readAnswers({ 200: pageOf(PayoutFileAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payout_files.read');
      const { rows, next } = await readPage(request.query, byId('position'), (page) => listPayoutFiles(db, mode, page));
      const creations = await creationsOf(db, rows);
      return partnerPage(
        rows.map((file) => presentPayoutFile(file, creations.get(file.id))),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/payout-files/:id',
    schema: {
      ...audience.operation('getPayoutFile', 'One payment file'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(PayoutFileAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const file = await findFile(db, audience.callerOf(request, 'payout_files.read'), request.params.id);
      return partnerSuccess(presentPayoutFile(file, (await creationsOf(db, [file])).get(file.id)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/payout-files/:id/payouts',
    schema: {
      ...audience.operation('listPayoutFilePayouts', 'The payouts in a payment file, and what the bank said of each'),
      params: Params,
      querystring: LinesQuery,
      response: audience.readAnswers({ 200: pageOf(PayoutFileLineAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const { id, currency } = await findFile(db, audience.callerOf(request, 'payout_files.read'), request.params.id);
      const { rows, next } = await readPage(request.query, byId('position'), async (page) =>
        (await listFileLines(db, id, page)).map((line) => ({ ...line, position: BigInt(line.line) })),
      );
      return partnerPage(
        rows.map((line) => presentFileLine(line, id, currency)),
        next,
      );
    },
  });
}

const contentTypes = { xml: 'application/xml', csv: 'text/csv' } as const;

function contentRoute(app: FastifyInstance, { db }: Deps, extension: 'xml' | 'csv'): void {
  const name = extension === 'xml' ? 'Xml' : 'Csv';
  typed(app).route({
    method: 'GET',
    url: `/operator/payout-files/:id/file.${extension}`,
    schema: {
      ...audience.operation(
        `getPayoutFile${name}`,
        'The file itself, the same at each download, with full account numbers',
      ),
      params: Params,
      response: audience.documentAnswers(fileAnswer(contentTypes[extension], 'The file'), [
        'second_factor_required',
        'invalid_state',
        'not_found',
      ]),
    },
    handler: async (request, reply) => {
      const file = await findFile(db, audience.callerOf(request, 'payouts.export'), request.params.id);
      if ((file.format === 'csv') !== (extension === 'csv')) throw unknownFile();
      const content = await findContent(db, file.id);
      if (content === undefined) {
        const message = 'Bank data in this file was erased with a closed account.';
        throw new AppError('invalid_state', { message });
      }
      const testMark = file.mode === 'test' ? '-test' : '';
      return reply
        .header('content-disposition', `attachment; filename="payouts${testMark}-${file.messageId}.${extension}"`)
        .type(extension === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/xml; charset=utf-8')
        .send(content);
    },
  });
}

async function findFile(db: Database, { mode }: Book, id: string): Promise<PayoutFile> {
  const file = await findPayoutFile(db, mode, id);
  if (file === undefined) throw unknownFile();
  return file;
}

const creationsOf = (db: Database, files: readonly PayoutFile[]) =>
  findLastChanges(
    db,
    'payout_files.create',
    'payout_file',
    files.map(({ id }) => id),
  );
