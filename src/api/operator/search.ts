/** GET /operator/search: accounts and payouts of the whole service that a short text could mean. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { searchService } from '../../features/search/search.ts';
import { SearchHit } from '../../features/search/search-schemas.ts';
import { SearchQuery } from '../console/search.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience } from './audience.ts';

export function operatorSearchRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/search',
    schema: {
      ...operatorAudience.operation('search', 'Accounts and payouts of the whole service that match a text'),
      querystring: SearchQuery,
      response: operatorAudience.readAnswers({ 200: dataOf(Type.Array(SearchHit)) }),
    },
    handler: async (request) => {
      const book = operatorAudience.callerOf(request, 'holders.read', 'payouts.read');
      return partnerSuccess(await searchService(db, book, request.query.text));
    },
  });
}
