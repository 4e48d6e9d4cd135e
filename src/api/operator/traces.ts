/** GET /operator/traces/{id} and /operator/traces/{id}/parts: the chain of any holder's amount, with the lines of statements. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Sight } from '../../features/traces/sight.ts';
import { TraceAnswer, TracePart } from '../../features/traces/trace-schemas.ts';
import { PartsQuery, partsOf, TraceParams, traceOf } from '../console/traces.ts';
import { dataOf, pageOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const sightOf = (book: Book): Sight => ({ as: 'operator', book, seesPayers: true, seesBankAccounts: true });

export function operatorTraceRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/traces/:id',
    schema: {
      ...audience.operation(
        'getTrace',
        'Where an amount of any account came from, where it is now, and what proves it',
      ),
      params: TraceParams,
      response: audience.readAnswers({ 200: dataOf(TraceAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'traces.read', 'reconciliation.read');
      return partnerSuccess(await traceOf(db, sightOf(book), request.params.id));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/traces/:id/parts',
    schema: {
      ...audience.operation('listTraceParts', 'What a payout or a settlement is made of, newest first'),
      params: TraceParams,
      querystring: PartsQuery,
      response: audience.readAnswers({ 200: pageOf(TracePart) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'traces.read', 'reconciliation.read');
      return partsOf(db, sightOf(book), request.params.id, request.query);
    },
  });
}
