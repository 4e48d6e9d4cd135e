/** GET /search and GET /operator/search of the people's API: what a short text could mean, a few objects of each kind. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { searchHolder, searchLengthMax, searchService } from '../../features/search/search.ts';
import { SearchHit } from '../../features/search/search-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderFace } from './holder-face.ts';
import { operatorFace } from './operator-face.ts';

const Query = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: searchLengthMax,
    format: 'text',
    description: 'An id, or the beginning of a reference or name',
  }),
});

export function searchRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/search',
    schema: {
      ...holderFace.operation('search', 'search', 'Objects of the account that match a text'),
      querystring: Query,
      response: holderFace.readAnswers({ 200: dataOf(Type.Array(SearchHit)) }),
    },
    handler: async (request) => {
      const book = holderFace.callerOf(request, 'search.read');
      return partnerSuccess(await searchHolder(holderFace.actorOf(request), db, book, request.query.text));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/search',
    schema: {
      ...operatorFace.operation('search', 'Accounts and payouts of the whole service that match a text'),
      querystring: Query,
      response: operatorFace.readAnswers({ 200: dataOf(Type.Array(SearchHit)) }),
    },
    handler: async (request) => {
      const book = operatorFace.callerOf(request, 'holders.read', 'payouts.read');
      return partnerSuccess(await searchService(db, book, request.query.text));
    },
  });
}
