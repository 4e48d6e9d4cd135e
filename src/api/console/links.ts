/** GET /links of the people's API: one page of a company's links, searched and filtered. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { LinkRowAnswer } from '../../features/links/invitation-schemas.ts';
import { listLinks } from '../../features/links/links.repository.ts';
import { presentLink } from '../../features/links/present-invitation.ts';
import { listAvailable } from '../../features/settlements/earnings/payee.repository.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { consoleAudience as audience } from './audience.ts';

const filters = {
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'Part of the name, or the id' }),
  ),
  type: Type.Optional(Type.Enum(['merchant', 'courier'])),
  status: Type.Optional(Type.Enum(['active', 'ended'])),
};
export const LinkFilters = Type.Object(filters);
const Query = Type.Object({ ...pageQuery(), ...filters });

export function consoleLinksRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/links',
    schema: {
      ...audience.operation('listLinks', 'beneficiaries', 'List links, newest first, searched and filtered'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(LinkRowAnswer) }, ['validation_failed']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'links.read');
      const { search, type, status } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listLinks(db, book.holderId, { ...page, search, type, status }),
      );
      const balances = await listAvailable(
        db,
        book,
        rows.map(({ id }) => id),
      );
      const availableOf = (id: bigint) =>
        balances
          .filter(({ linkId }) => linkId === id)
          .map(({ currency, available }) => ({ currency, amount: jsonDecimal(available, exponentOf(currency)) }));
      const shown = rows.map((link) => ({ ...presentLink(link), available: availableOf(link.id) }));
      return partnerPage(shown, next);
    },
  });
}
