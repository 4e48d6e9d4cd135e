/** /disputes of the people's API: a shop's and a company's disputes, their evidence and its files, and submitting it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { limitBodiesInProgress } from '../../core/http/bodies-in-progress.ts';
import { acceptStream, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { disputeCsvColumns, disputesCsv } from '../../features/payments/evidence/disputes-csv.ts';
import { findFile } from '../../features/payments/evidence/evidence.repository.ts';
import { fileBytesMax, fileProblems } from '../../features/payments/evidence/evidence-file.ts';
import {
  DisputeOfHolder,
  EvidenceTexts,
  ListedDisputeAnswer,
  Purpose,
  presentDisputeOf,
  presentListedDispute,
} from '../../features/payments/evidence/evidence-schemas.ts';
import {
  type DisputeFilter,
  findDisputeOf,
  type HolderDispute,
  listDecidedOf,
  listOpenOf,
} from '../../features/payments/evidence/holder-disputes.repository.ts';
import {
  type EvidenceDeps,
  filesBytesMax,
  type InBook,
  isTakenByProvider,
  noDispute,
  removeEvidenceFile,
  saveEvidenceFile,
  saveTexts,
} from '../../features/payments/evidence/prepare-evidence.ts';
import { readEvidence } from '../../features/payments/evidence/read-evidence.ts';
import { requestSubmission } from '../../features/payments/evidence/submit-evidence.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { evidenceFileAnswer, sendEvidenceFile } from '../shared/evidence-file.ts';
import { instantOf } from '../shared/instants.ts';
import { holderAudience as audience } from './holder-audience.ts';

/** All texts at their longest, in letters of three bytes. */
const textsBytesMax = 400_000;
/** The files of all requests in progress, together. */
const uploadsBytesMax = 4 * fileBytesMax;

const filters = {
  status: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: 'An id, or part of the reference, the description or the order’s reference',
    }),
  ),
  payee: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The link id of a party with a split of the order',
    }),
  ),
  customer: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The id of a customer of the shop; for those who see who paid',
    }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Opened at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Opened before this instant' })),
};
export const DisputeFilters = Type.Object(filters);
const Query = Type.Object({ ...filters, ...pageQuery() });

/** @throws AppError `validation_failed` */
export function disputeFilterOf({ search, payee, customer, from, to }: Static<typeof DisputeFilters>): DisputeFilter {
  return {
    search,
    from: instantOf('from', from),
    to: instantOf('to', to),
    ...(payee === undefined ? {} : { payee: BigInt(payee) }),
    ...(customer === undefined ? {} : { customer: BigInt(customer) }),
  };
}

const inList = byKey(({ due, position }: HolderDispute) => ({ key: due, id: position }));
const id = Type.String({ minLength: 1, maxLength: 255, format: 'text' });
const Params = Type.Object({ id });
const FileParams = Type.Object({ id, purpose: Purpose });
const OneDispute = dataOf(DisputeOfHolder);

export function disputeRoutes(app: FastifyInstance, deps: EvidenceDeps): void {
  readRoutes(app, deps);
  textsRoute(app, deps);
  fileRoutes(app, deps);
  uploadRoute(app, deps);
  submitRoute(app, deps);
}

/** @throws AppError as `authorize`. */
const ofCaller = (request: FastifyRequest<{ Params: { id: string } }>, action: Action): InBook => ({
  book: audience.callerOf(request, action),
  disputeId: request.params.id,
});

/** Whose list it is. To narrow it to who paid takes who may see that. @throws AppError as `authorize`. */
function listedFor(request: FastifyRequest, { customer }: Static<typeof DisputeFilters>): Book {
  const book = audience.callerOf(request, 'disputes.read');
  if (customer !== undefined) audience.callerOf(request, 'disputes.read_in_full');
  return book;
}

/** @throws AppError `not_found`. */
async function inFull(request: FastifyRequest, { db, clock, providers }: EvidenceDeps, { book, disputeId }: InBook) {
  const dispute = await findDisputeOf(db, book, disputeId);
  if (dispute === undefined) throw noDispute();
  const shown = await readEvidence(db, { holderId: book.holderId, disputeId });
  return partnerSuccess(
    presentDisputeOf(dispute, shown, {
      now: clock.now(book.holderId, book.mode),
      isTakenByProvider: isTakenByProvider(providers, dispute.provider),
      filesBytesMax: filesBytesMax(providers, dispute.provider),
      seesPayers: isAllowed(audience.actorOf(request), 'disputes.read_in_full', book),
    }),
  );
}

function readRoutes(app: FastifyInstance, deps: EvidenceDeps): void {
  const { db } = deps;
  typed(app).route({
    method: 'GET',
    url: '/disputes',
    schema: {
      ...audience.operation('listDisputes', 'disputes', 'Open disputes by deadline, or decided ones, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(ListedDisputeAnswer) }),
    },
    handler: async (request) => {
      const book = listedFor(request, request.query);
      const list = request.query.status === 'closed' ? listDecidedOf : listOpenOf;
      const filter = disputeFilterOf(request.query);
      const { rows, next } = await readPage(request.query, inList, (page) => list(db, book, filter, page));
      return partnerPage(rows.map(presentListedDispute), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/disputes.csv',
    schema: {
      ...audience.operation('getDisputesCsv', 'disputes', 'The whole list as CSV'),
      querystring: DisputeFilters,
      response: audience.documentAnswers(csvAnswer(disputeCsvColumns, 'The disputes')),
    },
    handler: async (request, reply) => {
      const book = listedFor(request, request.query);
      const { status = 'open' } = request.query;
      return sendCsv(reply, 'disputes.csv', disputesCsv(db, book, status, disputeFilterOf(request.query)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/disputes/:id',
    schema: {
      ...audience.operation('getDispute', 'disputes', 'A dispute with its payment, its evidence, and what can be done'),
      params: Params,
      response: audience.readAnswers({ 200: OneDispute }, ['not_found']),
    },
    handler: (request) => inFull(request, deps, ofCaller(request, 'disputes.read')),
  });
}

function textsRoute(app: FastifyInstance, deps: EvidenceDeps): void {
  typed(app).route({
    method: 'PUT',
    url: '/disputes/:id/evidence',
    bodyLimit: textsBytesMax,
    schema: {
      ...audience.operation(
        'saveEvidence',
        'disputes',
        'Save the texts of the evidence, all of them; nothing is submitted',
      ),
      params: Params,
      body: EvidenceTexts,
      response: audience.writeAnswers({ 200: OneDispute }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const of = ofCaller(request, 'disputes.prepare');
      await saveTexts(audience.actorOf(request), deps, of, request.body);
      return inFull(request, deps, of);
    },
  });
}

function fileRoutes(app: FastifyInstance, deps: EvidenceDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/disputes/:id/files/:purpose',
    schema: {
      ...audience.operation('getEvidenceFile', 'disputes', 'A file of the evidence, to be stored'),
      params: FileParams,
      response: audience.documentAnswers(evidenceFileAnswer, ['not_found']),
    },
    handler: async (request, reply) => {
      const { book, disputeId } = ofCaller(request, 'disputes.read_in_full');
      if ((await findDisputeOf(deps.db, book, disputeId)) === undefined) throw noDispute();
      const { purpose } = request.params;
      const file = await findFile(deps.db, { holderId: book.holderId, disputeId }, purpose);
      if (file === undefined) throw new AppError('not_found', { message: 'The evidence has no such file.' });
      return sendEvidenceFile(reply, purpose, file);
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/disputes/:id/files/:purpose',
    schema: {
      ...audience.operation('deleteEvidenceFile', 'disputes', 'Delete a file before it is submitted'),
      params: FileParams,
      response: audience.writeAnswers({ 200: OneDispute }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const of = ofCaller(request, 'disputes.prepare');
      await removeEvidenceFile(audience.actorOf(request), deps, of, request.params.purpose);
      return inFull(request, deps, of);
    },
  });
}

/** A scope of its own, for the type and the size of its body. */
function uploadRoute(app: FastifyInstance, deps: EvidenceDeps): void {
  void app.register(async (scope) => {
    acceptStream(scope);
    typed(scope).route({
      method: 'PUT',
      url: '/disputes/:id/files/:purpose',
      bodyLimit: fileBytesMax,
      onRequest: limitBodiesInProgress(uploadsBytesMax),
      schema: {
        ...audience.operation(
          'uploadEvidenceFile',
          'disputes',
          'Upload a PDF, PNG or JPEG of at most 5 MB, in place of the earlier file of the same purpose',
        ),
        params: FileParams,
        querystring: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 255, format: 'text', examples: ['delivery.pdf'] }),
        }),
        body: { content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({}) } } },
        response: audience.writeAnswers({ 200: OneDispute }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const of = ofCaller(request, 'disputes.prepare');
        const { purpose } = request.params;
        try {
          const bytes = await readWhole(request.body as AsyncIterable<Buffer> | undefined);
          await saveEvidenceFile(audience.actorOf(request), deps, of, { purpose, name: request.query.name, bytes });
        } catch (error) {
          // More of the body may come, and nobody reads it.
          reply.header('connection', 'close');
          throw error;
        }
        return inFull(request, deps, of);
      },
    });
  });
}

/** @throws AppError `payload_too_large` by the limit of the route; `malformed_request` where the caller is gone. */
async function readWhole(body: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  if (body === undefined) throw invalidField('content', fileProblems.empty);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed_request', { cause: error });
  }
  return Buffer.concat(chunks);
}

function submitRoute(app: FastifyInstance, deps: EvidenceDeps): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/disputes/:id/submit',
    schema: {
      ...audience.operation(
        'submitEvidence',
        'disputes',
        'Submit the evidence, once: it can’t be changed or withdrawn afterwards',
        'The provider gets it, or the operator, who hands it over where the provider takes none by API (`submits_to`).',
      ),
      params: Params,
      response: audience.writeAnswers({ 200: OneDispute }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const of = ofCaller(request, 'disputes.submit');
      // Of the answer nothing is stored: it has the evidence, and says how it stands now.
      const { replayed } = await answerOnce(db, of.book, request, async (tx) => {
        await requestSubmission(audience.actorOf(request), tx, deps, of);
        return { status: 200, body: {} };
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.send(await inFull(request, deps, of));
    },
  });
}
