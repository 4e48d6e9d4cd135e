/** GET /operator/explore, the same as CSV, and /operator/explore/overview: all holders in figures. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, Count, Currency } from '../../base/schemas/parts.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { countActive, sumHeld } from '../../features/explore/facts.repository.ts';
import { type OperatorMetric, operatorMetrics } from '../../features/explore/metrics.ts';
import { exploreQuery } from '../console/explore/read-request.ts';
import { explorationRoutes } from '../console/explore/routes.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Overview = Type.Object(
  {
    active: Type.Object({ companies: Count, shops: Count, couriers: Count, customers: Count }),
    held: Type.Array(Type.Object({ currency: Currency, amount: Amount }), {
      description: 'Balances of all holders now, payouts on their way included',
    }),
  },
  { title: 'OperatorOverview' },
);

type Deps = { db: Database; clock: Clock };

export function operatorExploreRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  explorationRoutes(
    app,
    { db, clock },
    {
      path: '/operator/explore',
      query: Type.Object({
        ...exploreQuery(Type.Enum(Object.keys(operatorMetrics) as OperatorMetric[])).properties,
        account: Type.Optional(
          Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Of one account only' }),
        ),
      }),
      of: 'operator',
      answers: audience,
      operation: audience.operation('explore', 'A metric of all holders in a period, beside another'),
      csvOperation: audience.operation('exploreCsv', 'The same as CSV'),
      callerOf: (request) => audience.callerOf(request, 'books.read'),
    },
  );

  typed(app).route({
    method: 'GET',
    url: '/operator/explore/overview',
    schema: {
      ...audience.operation('getOverview', 'Active accounts, and the money held in the mode'),
      response: audience.readAnswers({ 200: dataOf(Overview) }),
    },
    handler: async (request, reply) => {
      const { mode } = audience.callerOf(request, 'books.read');
      const [{ companies, shops, couriers, customers }, held] = await Promise.all([countActive(db), sumHeld(db, mode)]);
      return reply.send(
        partnerSuccess({
          active: {
            companies: Number(companies),
            shops: Number(shops),
            couriers: Number(couriers),
            customers: Number(customers),
          },
          held: held.map(({ currency, amount }) => ({
            currency,
            amount: jsonDecimal(BigInt(amount), exponentOf(currency)),
          })),
        }),
      );
    },
  });
}
