/** GET /payout-options of the people's API: what can be paid out, on which terms, and where to. */
import type { FastifyInstance } from 'fastify';
import { isAllowed } from '../../access/authorize.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { typed } from '../../http/typed-routes.ts';
import { holderFace as face } from '../../interfaces/console/holder-face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { listDestinations, listSources } from '../payout-options.ts';
import { PayoutOptionsAnswer } from '../payout-schemas.ts';
import { presentDestination, presentSource } from '../present-options.ts';

export function payoutOptionsRoute(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/payout-options',
    schema: {
      ...face.operation('getPayoutOptions', 'payouts', 'What can be paid out, the terms, and the bank accounts'),
      response: face.readAnswers({ 200: dataOf(PayoutOptionsAnswer) }),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'payouts.read');
      const maySeeBanks = isAllowed(face.actorOf(request), 'bank_accounts.read', book);
      const [sources, destinations] = await Promise.all([
        listSources(deps, book),
        maySeeBanks ? listDestinations(deps, book) : [],
      ]);
      return reply.send(
        partnerSuccess({
          sources: sources.map(presentSource),
          destinations: destinations.map((one) => presentDestination(one, book.mode)),
        }),
      );
    },
  });
}
