/** GET /top-up-currencies: the currencies in which bank transfers are taken. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { Currency } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function topUpCurrenciesRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/top-up-currencies',
    schema: {
      ...audience.operation('listTopUpCurrencies', 'wallets', 'The currencies in which bank transfers are taken'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(Currency)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'wallets.read');
      return partnerSuccess((await listBankDetails(db)).map(({ currency }) => currency));
    },
  });
}
