/** GET /payouts.csv of the people's API: the whole list of the caller's own payouts. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { payoutCsvColumns, payoutsCsv } from '../../features/payouts/payouts-csv.ts';
import { PayoutFilters, payoutFilterOf } from '../shared/payout-requests.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function payoutsCsvRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/payouts.csv',
    schema: {
      ...audience.operation('getPayoutsCsv', 'payouts', 'The whole list as CSV'),
      querystring: PayoutFilters,
      response: audience.documentAnswers(csvAnswer(payoutCsvColumns, 'The payouts')),
    },
    handler: async (request, reply) => {
      const owner = audience.callerOf(request, 'payouts.read');
      return sendCsv(reply, 'payouts.csv', payoutsCsv(db, owner, payoutFilterOf(request.query)));
    },
  });
}
