/** GET /search of the people's API: what a short text could mean, a few objects of each kind. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { searchHolder, searchLengthMax } from '../../features/search/search.ts';
import { SearchHit } from '../../features/search/search-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience } from './holder-audience.ts';

export const SearchQuery = Type.Object({
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
      ...holderAudience.operation('search', 'search', 'Objects of the account that match a text'),
      querystring: SearchQuery,
      response: holderAudience.readAnswers({ 200: dataOf(Type.Array(SearchHit)) }),
    },
    handler: async (request) => {
      const book = holderAudience.callerOf(request, 'search.read');
      return partnerSuccess(await searchHolder(holderAudience.actorOf(request), db, book, request.query.text));
    },
  });
}
