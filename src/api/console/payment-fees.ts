/** GET /payment-fees of the people's API: what a company or shop pays for its payments, before they are made. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { FeeRulesAnswer, presentFees } from '../../features/payments/fees/fee-schemas.ts';
import { readFees } from '../../features/payments/fees/read-fees.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function paymentFeesRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/payment-fees',
    schema: {
      ...audience.operation('getPaymentFees', 'payment-fees', 'What payments cost the account, by method and currency'),
      response: audience.readAnswers({ 200: dataOf(FeeRulesAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'payment_fees.read', 'both_modes');
      return partnerSuccess(presentFees(await readFees(db, holderId)));
    },
  });
}
