/** Disputes of all payees for the operator: the list, one in full, and asking the provider how it stands. */

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { csvAnswer, fileAnswer } from '../../core/http/answers.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { checkDispute } from '../../features/payments/check-dispute.ts';
import {
  DisputeAnswer,
  DisputeInFull,
  presentDispute,
  presentInFull,
} from '../../features/payments/dispute-schemas.ts';
import { findFile } from '../../features/payments/evidence/evidence.repository.ts';
import { Purpose } from '../../features/payments/evidence/evidence-schemas.ts';
import { handOverEvidence } from '../../features/payments/evidence/hand-over.ts';
import { readEvidence } from '../../features/payments/evidence/read-evidence.ts';
import { zipEvidence } from '../../features/payments/evidence/zip-evidence.ts';
import {
  type DisputeFilter,
  findDisputedPayment,
  findListedDispute,
  type ListedDispute,
  listClosedDisputes,
  listDisputeTransfers,
  listOpenDisputes,
} from '../../features/payments/operator-disputes.repository.ts';
import { operatorDisputeCsvColumns, operatorDisputesCsv } from '../../features/payments/operator-disputes-csv.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { evidenceFileAnswer, sendEvidenceFile } from '../shared/evidence-file.ts';
import { instantOf } from '../shared/instants.ts';
import { operatorAudience as audience } from './audience.ts';

const filters = {
  status: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: "A dispute's or payment's id, or part of the payee's name",
    }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Opened at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Opened before this instant' })),
};
export const DisputeFilters = Type.Object(filters);
const Query = Type.Object({ ...filters, ...pageQuery() });

/** @throws AppError `validation_failed` */
export const disputeFilterOf = (mode: Mode, { search, from, to }: Static<typeof DisputeFilters>): DisputeFilter => ({
  mode,
  search,
  from: instantOf('from', from),
  to: instantOf('to', to),
});
const inList = byKey(({ due, position }: ListedDispute) => ({ key: due, id: position }));
const Params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 255, format: 'text' }) });

const FileParams = Type.Object({ ...Params.properties, purpose: Purpose });

type Deps = { db: Database; clock: Clock };

export function operatorDisputeRoutes(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  evidenceRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/disputes',
    schema: {
      ...audience.operation('listDisputes', 'Open disputes by deadline, or decided ones, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(DisputeAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.read');
      const { status = 'open' } = request.query;
      const filter = disputeFilterOf(mode, request.query);
      const list = status === 'open' ? listOpenDisputes : listClosedDisputes;
      const { rows, next } = await readPage(request.query, inList, (page) => list(db, filter, page));
      return partnerPage(rows.map(presentDispute), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/disputes.csv',
    schema: {
      ...audience.operation('getDisputesCsv', 'The whole list of disputes as CSV'),
      querystring: DisputeFilters,
      response: audience.documentAnswers(csvAnswer(operatorDisputeCsvColumns, 'The disputes')),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'disputes.read');
      const { status = 'open' } = request.query;
      return sendCsv(reply, 'disputes.csv', operatorDisputesCsv(db, status, disputeFilterOf(mode, request.query)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/disputes/:id',
    schema: {
      ...audience.operation('getDispute', 'A dispute with its payment, its fee and where the money was taken from'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(DisputeInFull) }, ['not_found']),
    },
    handler: async (request) => inFull(db, audience.callerOf(request, 'disputes.read').mode, request.params.id),
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/disputes/:id/check',
    schema: {
      ...audience.operation(
        'checkDispute',
        'Refresh the status of a dispute from the provider; it is applied in a moment',
      ),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(DisputeInFull) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.check');
      await inTransaction(db, (tx) => checkDispute(audience.actorOf(request), tx, mode, request.params.id));
      return inFull(db, mode, request.params.id);
    },
  });
}

function evidenceRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/disputes/:id/files/:purpose',
    schema: {
      ...audience.operation('getDisputeFile', 'A file of the evidence, to be stored'),
      params: FileParams,
      response: audience.documentAnswers(evidenceFileAnswer, ['not_found']),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'disputes.read_in_full');
      const { holderId, id: disputeId } = await listed(db, mode, request.params.id);
      const { purpose } = request.params;
      const file = await findFile(db, { holderId, disputeId }, purpose);
      if (file === undefined) throw new AppError('not_found', { message: 'The evidence has no such file.' });
      return sendEvidenceFile(reply, purpose, file);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/disputes/:id/evidence.zip',
    schema: {
      ...audience.operation('getDisputeEvidence', 'All that was submitted: the files, and the texts as plain text'),
      params: Params,
      response: audience.documentAnswers(fileAnswer('application/zip', 'The files and `texts.txt`'), ['not_found']),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'disputes.read_in_full');
      const { holderId, id: disputeId } = await listed(db, mode, request.params.id);
      const { evidence, files } = await readEvidence(db, { holderId, disputeId });
      if (evidence === undefined || evidence.submittedAt === null || evidence.purgedAt !== null) {
        throw new AppError('not_found', {
          message: 'No evidence of this dispute was submitted, or it was deleted since.',
        });
      }
      return reply
        .header('content-disposition', `attachment; filename="evidence-${disputeId}.zip"`)
        .type('application/zip')
        .send(Readable.from(zipEvidence(db, { holderId, disputeId }, evidence, files)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/disputes/:id/hand-over',
    schema: {
      ...audience.operation('handOverEvidence', 'Say that the provider has the evidence, where it takes none by API'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(DisputeInFull) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.hand_over');
      const { holderId, id: disputeId } = await listed(db, mode, request.params.id);
      const of = { book: { holderId, mode }, disputeId };
      await inTransaction(db, (tx) => handOverEvidence(audience.actorOf(request), tx, clock, of), of.book);
      return inFull(db, mode, disputeId);
    },
  });
}

/** @throws AppError `not_found`. */
async function listed(db: Database, mode: Mode, id: string): Promise<ListedDispute> {
  const dispute = await findListedDispute(db, mode, id);
  if (dispute === undefined) throw new AppError('not_found', { message: 'No dispute has this id.' });
  return dispute;
}

/** @throws AppError `not_found`. */
async function inFull(db: Database, mode: Mode, id: string) {
  const dispute = await listed(db, mode, id);
  const { holderId, paymentId } = dispute;
  const payment = await findDisputedPayment(db, holderId, paymentId);
  const transfers = await listDisputeTransfers(db, { holderId, mode, id });
  const shown = await readEvidence(db, { holderId, disputeId: id });
  return partnerSuccess(presentInFull(dispute, payment, transfers, shown));
}
