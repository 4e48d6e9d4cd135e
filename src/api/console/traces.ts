/** GET /traces/{id} and /traces/{id}/parts of the people's API: where an amount came from, and where it is now. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { parseTraceId } from '../../features/traces/find-root.ts';
import { presentPart, presentTrace } from '../../features/traces/present-trace.ts';
import { readParts } from '../../features/traces/read-parts.ts';
import { readTrace } from '../../features/traces/read-trace.ts';
import { listOwnLinks } from '../../features/traces/roots.repository.ts';
import type { Rights, Sight } from '../../features/traces/sight.ts';
import { TraceAnswer, TracePart } from '../../features/traces/trace-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export const TraceParams = Type.Object({
  id: Type.String({
    maxLength: 120,
    description: 'What the amount is of, and its id: `order:1042`, `payout:po_…`, `transfer:88`',
    examples: ['transfer:88'],
  }),
});
export const PartsQuery = Type.Object(pageQuery());

const notFound = (): AppError => new AppError('not_found', { message: 'Nothing that you can see has this id.' });

/** @throws AppError `not_found`, alike for another's objects and for what doesn't exist. */
export async function traceOf(db: Database, sight: Sight, text: string) {
  const id = parseTraceId(text);
  const trace = id && (await readTrace(db, sight, id));
  if (trace === undefined) throw notFound();
  return presentTrace(db, sight, trace);
}

/** @throws AppError as `traceOf`. */
export async function partsOf(db: Database, sight: Sight, text: string, pages: { limit?: number; cursor?: string }) {
  const id = parseTraceId(text);
  const read = id && (await readParts(db, sight, id));
  if (read === undefined) throw notFound();
  const { rows, next } = await readPage(pages, byId('id'), read);
  return partnerPage(
    rows.map((part) => presentPart(part, sight)),
    next,
  );
}

async function sightOf(db: Database, request: FastifyRequest): Promise<Sight> {
  const book = audience.callerOf(request, 'traces.read');
  const actor = audience.actorOf(request);
  const { holderKind } = actor;
  const rights: Rights = {
    seesPayers: isAllowed(actor, 'payments.read_in_full', book),
    seesBankAccounts: isAllowed(actor, 'bank_accounts.read', book),
  };
  if (holderKind === 'company' || holderKind === 'customer') return { as: holderKind, book, ...rights };
  const links = Map.groupBy(await listOwnLinks(db, book.holderId), ({ companyId }) => companyId);
  return {
    as: 'payee',
    book,
    ...rights,
    links: new Map([...links].map(([id, own]) => [id, new Set(own.map((link) => link.id))])),
  };
}

export function traceRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/traces/:id',
    schema: {
      ...audience.operation('getTrace', 'traces', 'Where an amount came from, where it is now, and what proves it'),
      params: TraceParams,
      response: audience.readAnswers({ 200: dataOf(TraceAnswer) }, ['not_found']),
    },
    handler: async (request) => partnerSuccess(await traceOf(db, await sightOf(db, request), request.params.id)),
  });

  typed(app).route({
    method: 'GET',
    url: '/traces/:id/parts',
    schema: {
      ...audience.operation('listTraceParts', 'traces', 'What a payout or a settlement is made of, newest first'),
      params: TraceParams,
      querystring: PartsQuery,
      response: audience.readAnswers({ 200: pageOf(TracePart) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => partsOf(db, await sightOf(db, request), request.params.id, request.query),
  });
}
