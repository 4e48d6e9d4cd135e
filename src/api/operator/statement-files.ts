/** Statement files of the operator: uploaded in pieces, read in a job, answered, and imported. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { acceptStream, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { requestImport, requestReading, unknownFile } from '../../features/statement-files/request-statement-file.ts';
import { fileBytesMax } from '../../features/statement-files/statement-file.ts';
import { CsvAnswers, presentFile, StatementFileAnswer } from '../../features/statement-files/statement-file-schemas.ts';
import { findFile, type ListedFile, listFiles } from '../../features/statement-files/statement-files.repository.ts';
import { beginUpload, discardFile, storePiece } from '../../features/statement-files/upload-statement-file.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database };

const nameLengthMax = 100;

const Account = Type.String({
  maxLength: nameLengthMax,
  format: 'text',
  description: 'Which account it is for, if the file names none, or a new one',
  examples: [''],
});

const BeginBody = Type.Object({
  source: SourceName,
  file_name: Type.String({ minLength: 1, maxLength: 255, format: 'text', examples: ['bank.csv'] }),
  size: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `Bytes; at most ${fileBytesMax}`,
    examples: [812],
  }),
  account: Type.Optional(Account),
});

const ReadBody = Type.Object({
  account: Type.Optional(Account),
  answers: Type.Optional(CsvAnswers),
  without_profile: Type.Optional(Type.Boolean({ description: 'Reads it as if there were no profile for it' })),
});

export const ProfileName = Type.String({
  minLength: 1,
  maxLength: nameLengthMax,
  format: 'text',
  examples: ['My bank'],
});

const ImportBody = Type.Object({
  profile_name: Type.Optional({
    ...ProfileName,
    description: 'Of a CSV: keeps how it was read under this name, for the next file of its layout and account',
  }),
});

const Params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Query = Type.Object({ source: SourceName, ...pageQuery() });
const OneFile = dataOf(StatementFileAnswer);

export function statementFileRoutes(app: FastifyInstance, { db }: Deps): void {
  readRoutes(app, db);
  uploadRoutes(app, db);
  contentRoute(app, db);
  requestRoutes(app, db);
}

const success = (file: ListedFile) => partnerSuccess(presentFile(file));

function readRoutes(app: FastifyInstance, db: Database): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/statement-files',
    schema: {
      ...audience.operation('listStatementFiles', 'Uploaded files of one source, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(StatementFileAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { source } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) => listFiles(db, { mode, source }, page));
      return partnerPage(rows.map(presentFile), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/statement-files/:id',
    schema: {
      ...audience.operation('getStatementFile', 'One uploaded file: how far it is, and what was found in it'),
      params: Params,
      response: audience.readAnswers({ 200: OneFile }, ['not_found']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const file = await findFile(db, mode, BigInt(request.params.id));
      if (file === undefined) throw unknownFile();
      return success(file);
    },
  });
}

function uploadRoutes(app: FastifyInstance, db: Database): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/statement-files',
    schema: {
      ...audience.operation('beginStatementFile', 'Begin to upload a statement file'),
      body: BeginBody,
      response: audience.writeAnswers({ 201: OneFile }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { source, file_name: fileName, size, account = '' } = request.body;
      return once(request, reply, db, 201, (tx, { mode }) =>
        beginUpload(audience.actorOf(request), tx, { mode, source, fileName, size, account }),
      );
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/operator/statement-files/:id',
    schema: {
      ...audience.operation('deleteStatementFile', 'Delete an uploaded file; what was imported of it stays'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(Type.Object({})) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.import');
      await discardFile(audience.actorOf(request), db, mode, BigInt(request.params.id));
      return partnerSuccess({});
    },
  });
}

/** A scope of its own, for the type of its body. */
function contentRoute(app: FastifyInstance, db: Database): void {
  void app.register(async (scope) => {
    acceptStream(scope);
    typed(scope).route({
      method: 'PUT',
      url: '/operator/statement-files/:id/content',
      bodyLimit: fileBytesMax,
      schema: {
        ...audience.operation(
          'uploadStatementFile',
          'Upload the bytes of a file, all at once or in pieces; with the last one it is read',
        ),
        params: Params,
        querystring: Type.Object({
          offset: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: fileBytesMax,
              default: 0,
              description: 'Where in the file the body begins; what has arrived already is passed over',
            }),
          ),
        }),
        body: { content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({}) } } },
        response: audience.writeAnswers({ 200: OneFile }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const { mode } = audience.callerOf(request, 'reconciliation.import');
        const bytes = request.body as AsyncIterable<Buffer>;
        const piece = { offset: BigInt(request.query.offset ?? 0), bytes };
        const id = BigInt(request.params.id);
        try {
          return success(await storePiece(audience.actorOf(request), db, mode, id, piece));
        } catch (error) {
          // More of the body may come, and nobody reads it.
          reply.header('connection', 'close');
          throw isCutOff(error) ? new AppError('malformed_request', { cause: error }) : error;
        }
      },
    });
  });
}

const isCutOff = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as { code?: string }).code ?? '');

function requestRoutes(app: FastifyInstance, db: Database): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/statement-files/:id/read',
    schema: {
      ...audience.operation('readStatementFile', 'Read a file again, with answers to what it leaves open'),
      params: Params,
      body: ReadBody,
      response: audience.writeAnswers({ 202: OneFile }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { account, answers, without_profile: withoutProfile } = request.body;
      return once(request, reply, db, 202, (tx, { mode }) =>
        requestReading(audience.actorOf(request), tx, mode, BigInt(request.params.id), {
          ...{ account, answers, withoutProfile },
        }),
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/statement-files/:id/import',
    schema: {
      ...audience.operation('importStatementFile', 'Import a file as it was read; it is imported once'),
      params: Params,
      body: ImportBody,
      response: audience.writeAnswers({ 202: OneFile }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) =>
      once(request, reply, db, 202, (tx, { mode }) =>
        requestImport(audience.actorOf(request), tx, mode, BigInt(request.params.id), request.body.profile_name),
      ),
  });
}

async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Database,
  status: 201 | 202,
  work: (tx: Tx, caller: Book) => Promise<ListedFile>,
) {
  const caller = audience.callerOf(request, 'reconciliation.import');
  const answer = await answerOnce(db, caller, request, async (tx) => ({
    status,
    body: success(await work(tx, caller)),
  }));
  return sendAnswer(reply, answer);
}
