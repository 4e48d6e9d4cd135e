/** The routes of a team's notes about an object: reading them, and adding one. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { noteLengthMax, noteObjectKinds } from '../../features/notes/note-objects.ts';
import { NoteAnswer, presentNote } from '../../features/notes/note-schemas.ts';
import { readNotes, writeNote } from '../../features/notes/write-note.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

type Deps = { db: Database; clock: Clock };

/** What differs between a holder's notes and the operator's. */
type Team = {
  base: '' | '/operator';
  operation(operationId: string, summary: string): Record<string, unknown>;
  callerOf(request: FastifyRequest, act: 'read' | 'write'): Book;
};

const { readAnswers, writeAnswers } = holderAudience;
const object = {
  object_kind: Type.Enum([...noteObjectKinds]),
  object_id: Type.String({ minLength: 1, maxLength: 255, format: 'text', examples: ['order-1042'] }),
};
const Query = Type.Object({ ...object, ...pageQuery() });
const Body = Type.Object({
  ...object,
  text: Type.String({ minLength: 1, maxLength: 2 * noteLengthMax, examples: ['Called back, pays on Friday'] }),
});

export function noteRoutes(app: FastifyInstance, { db, clock }: Deps, { base, operation, callerOf }: Team): void {
  typed(app).route({
    method: 'GET',
    url: `${base}/notes`,
    schema: {
      ...operation('listNotes', 'The team’s notes about an object, newest first'),
      querystring: Query,
      response: readAnswers({ 200: pageOf(NoteAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = callerOf(request, 'read');
      const actor = actorOf(request);
      const about = { kind: request.query.object_kind, id: request.query.object_id };
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        readNotes(actor, db, book, about, page),
      );
      return partnerPage(
        rows.map((note) => presentNote(note, actor)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: `${base}/notes`,
    schema: {
      ...operation('writeNote', 'Add a note about an object; at most 2,000 characters'),
      body: Body,
      response: writeAnswers({ 201: dataOf(NoteAnswer) }, ['not_found', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = callerOf(request, 'write');
      const actor = actorOf(request);
      const { object_kind: kind, object_id: id, text } = request.body;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const note = await writeNote(actor, tx, { clock }, book, { kind, id }, text);
        return { status: 201, body: partnerSuccess(presentNote(note, actor)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
