/** GET /operator/totals/… of the people's API: how many rows a list of the operator has, and what they come to. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { sumDisputes } from '../../features/payments/operator-disputes.repository.ts';
import { sumAllPayouts } from '../../features/payouts/operator-payouts.repository.ts';
import { presentTotals, TotalsAnswer } from '../shared/totals.ts';
import { operatorAudience as audience } from './audience.ts';
import { DisputeFilters, disputeFilterOf } from './disputes.ts';
import { PayoutFilters, payoutFilterOf } from './payouts.ts';

export function operatorTotalsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/totals/payouts',
    schema: {
      ...audience.operation('sumPayouts', 'How many payouts the list has, and what they come to'),
      querystring: PayoutFilters,
      response: audience.readAnswers({ 200: TotalsAnswer }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'payouts.read');
      return presentTotals(await sumAllPayouts(db, payoutFilterOf(mode, request.query)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/totals/disputes',
    schema: {
      ...audience.operation('sumDisputes', 'How many disputes the list has, and what they come to'),
      querystring: DisputeFilters,
      response: audience.readAnswers({ 200: TotalsAnswer }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.read');
      const { status = 'open' } = request.query;
      return presentTotals(await sumDisputes(db, status, disputeFilterOf(mode, request.query)));
    },
  });
}
