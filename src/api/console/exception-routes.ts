/** The routes of a team's queue of exceptions: the list, counts, assigning, and saying that one was dealt with. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { pageQuery, readPage } from '../../core/http/page.ts';
import { isStorable } from '../../core/http/text.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { assigneeFilters, type Exception, exceptionKinds } from '../../features/exceptions/exception.ts';
import { CountsAnswer, ExceptionAnswer, Kind } from '../../features/exceptions/exception-schemas.ts';
import { assignException, finishException } from '../../features/exceptions/mark-exception.ts';
import { countQueue, type Place, placeOf, readQueue } from '../../features/exceptions/queue.ts';
import { presentPage, sourcesFor } from '../../features/exceptions/read-exceptions.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { actorOf } from './authenticate.ts';
import { holderAudience } from './holder-audience.ts';

type Deps = { db: Database; clock: Clock };

/** What differs between a holder's queue and the operator's. */
type Desk = {
  base: '' | '/operator';
  operation(operationId: string, summary: string): Record<string, unknown>;
  callerOf(request: FastifyRequest, act: 'read' | 'assign' | 'finish'): Book;
};

const { readAnswers, writeAnswers } = holderAudience;
const { cursor: _, ...limits } = pageQuery();
const accountQuery = {
  account: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Of one account only' }),
  ),
};
const Query = Type.Object({
  kind: Type.Optional(Kind),
  assignee: Type.Optional(Type.Enum([...assigneeFilters], { default: 'everyone' })),
  ...limits,
  // It holds an instant, a kind and a key.
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
const OperatorQuery = Type.Object({ ...Query.properties, ...accountQuery });
const named = {
  kind: Kind,
  object_id: Type.String({ minLength: 1, maxLength: 255, format: 'text', examples: ['order-1042'] }),
};
const AssignBody = Type.Object({
  ...named,
  person_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'text',
      description: 'A member of the team, or `me`; without it nobody deals with it any more',
      examples: ['me'],
    }),
  ),
});
const FinishBody = Type.Object(named);
const Counts = dataOf(CountsAnswer);

const inQueue = {
  encode: (row: Exception): string => {
    const { at, kind, key } = placeOf(row);
    return Buffer.from(`in:${at}:${exceptionKinds.indexOf(kind)}:${key}`).toString('base64url');
  },
  decode: (text: string): Place => {
    const [, at, number, key] =
      /^in:(\d{1,18}):(\d{1,3}):(.{1,100})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
    const kind = exceptionKinds[Number(number)];
    if (at === undefined || key === undefined || !isStorable(key) || kind === undefined) {
      throw invalidField('cursor', 'is not a cursor of this list');
    }
    return { at: BigInt(at), kind, key };
  },
};

export function exceptionRoutes(app: FastifyInstance, deps: Deps, desk: Desk): void {
  listRoute(app, deps, desk);
  countsRoute(app, deps, desk);
  markRoutes(app, deps, desk);
}

function listRoute(app: FastifyInstance, deps: Deps, { base, operation, callerOf }: Desk): void {
  typed(app).route({
    method: 'GET',
    url: `${base}/exceptions`,
    schema: {
      ...operation(
        'listExceptions',
        'What someone must decide or fix, deadlines first, then by age; at most 500 of each kind',
      ),
      querystring: base === '/operator' ? OperatorQuery : Query,
      response: readAnswers({ 200: pageOf(ExceptionAnswer) }),
    },
    handler: async (request) => {
      const reader = { ...deps, book: callerOf(request, 'read') };
      const actor = actorOf(request);
      const sources = sourcesFor(actor, reader);
      const asked = request.query as Static<typeof OperatorQuery>;
      const { kind, assignee: filter = 'everyone', account: id } = asked;
      const account = id === undefined ? undefined : BigInt(id);
      const assigned = { filter, personId: actor.personId };
      const { rows, next } = await readPage(request.query, inQueue, (page) =>
        readQueue(reader, sources, { after: page.after, limit: page.limit, kind, assigned, account }),
      );
      return partnerPage(await presentPage(actor, reader, sources, rows), next);
    },
  });
}

function countsRoute(app: FastifyInstance, deps: Deps, { base, operation, callerOf }: Desk): void {
  typed(app).route({
    method: 'GET',
    url: `${base}/exceptions/counts`,
    schema: {
      ...operation('countExceptions', 'How many exceptions there are, by kind'),
      response: readAnswers({ 200: Counts }),
    },
    handler: async (request) => {
      const reader = { ...deps, book: callerOf(request, 'read') };
      const kinds = await countQueue(reader, sourcesFor(actorOf(request), reader));
      return partnerSuccess({ total: kinds.reduce((sum, { count }) => sum + count, 0), kinds });
    },
  });
}

function markRoutes(app: FastifyInstance, { db, clock }: Deps, { base, operation, callerOf }: Desk): void {
  typed(app).route({
    method: 'POST',
    url: `${base}/exceptions/assign`,
    schema: {
      ...operation('assignException', 'Say which member of the team deals with an exception'),
      body: AssignBody,
      response: writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const book = callerOf(request, 'assign');
      const actor = actorOf(request);
      const { kind, object_id: objectId, person_id: wanted = null } = request.body;
      const personId = wanted === 'me' ? actor.personId : wanted;
      const sources = sourcesFor(actor, { book });
      await inTransaction(db, (tx) =>
        assignException(actor, tx, { clock, book, sources }, { kind, objectId }, personId),
      );
      return partnerSuccess(null);
    },
  });

  typed(app).route({
    method: 'POST',
    url: `${base}/exceptions/finish`,
    schema: {
      ...operation('finishException', 'Say that an exception was dealt with, where nothing else shows it'),
      body: FinishBody,
      response: writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const book = callerOf(request, 'finish');
      const actor = actorOf(request);
      const { kind, object_id: objectId } = request.body;
      const sources = sourcesFor(actor, { book });
      await inTransaction(db, (tx) => finishException(actor, tx, { clock, book, sources }, { kind, objectId }));
      return partnerSuccess(null);
    },
  });
}
