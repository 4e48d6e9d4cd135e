/** GET /payout-options of the people's API: what can be paid out, on which terms, and where to. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listDestinations, listSources } from '../../features/payouts/payout-options.ts';
import { PayoutOptionsAnswer } from '../../features/payouts/payout-schemas.ts';
import { presentDestination, presentSource } from '../../features/payouts/present-options.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function payoutOptionsRoute(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/payout-options',
    schema: {
      ...audience.operation('getPayoutOptions', 'payouts', 'What can be paid out, the terms, and the bank accounts'),
      response: audience.readAnswers({ 200: dataOf(PayoutOptionsAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payouts.read');
      const maySeeBanks = isAllowed(audience.actorOf(request), 'bank_accounts.read', book);
      const [sources, destinations] = await Promise.all([
        listSources(deps, book),
        maySeeBanks ? listDestinations(deps.db, book) : [],
      ]);
      return reply.send(
        partnerSuccess({
          sources: sources.map((one) => presentSource(one, destinations, book.mode)),
          destinations: destinations.map((one) => presentDestination(one, book.mode)),
        }),
      );
    },
  });
}
