/** GET /payment-fees of the people's API: what a company or shop pays for its payments, before they are made. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { typed } from '../../http/typed-routes.ts';
import { holderFace as face } from '../../interfaces/console/holder-face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { FeeRulesAnswer, presentFees } from '../fee-schemas.ts';
import { readFees } from '../read-fees.ts';

export function paymentFeesRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/payment-fees',
    schema: {
      ...face.operation('getPaymentFees', 'payment-fees', 'What payments cost the account, by method and currency'),
      response: face.readAnswers({ 200: dataOf(FeeRulesAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = face.callerOf(request, 'payment_fees.read', 'both_modes');
      return partnerSuccess(presentFees(await readFees(db, holderId)));
    },
  });
}
