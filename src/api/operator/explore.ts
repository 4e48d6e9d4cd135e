/** GET /operator/explore, the same as CSV, and /operator/explore/overview: all holders in figures. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, Count, Currency } from '../../base/schemas/parts.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { explore } from '../../features/explore/explore.ts';
import { ExplorationAnswer } from '../../features/explore/explore-schemas.ts';
import { countActive, sumHeld } from '../../features/explore/facts.repository.ts';
import { type OperatorMetric, operatorMetrics } from '../../features/explore/metrics.ts';
import { explorationCsvColumns, presentExploration } from '../../features/explore/present-exploration.ts';
import { exploreQuery, questionOf } from '../console/explore/read-request.ts';
import { sendExploration } from '../console/explore/sent-file.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = exploreQuery(Type.Enum(Object.keys(operatorMetrics) as OperatorMetric[]));

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
  const ask = async (book: Book, query: Static<typeof Query>) => {
    const { timeZone, question } = questionOf({ of: 'operator', metric: query.metric }, query, clock, book);
    return { timeZone, explored: await explore(db, book, question) };
  };

  typed(app).route({
    method: 'GET',
    url: '/operator/explore',
    schema: {
      ...audience.operation('explore', 'A metric of all holders in a period, beside another'),
      querystring: Query,
      response: audience.readAnswers({ 200: dataOf(ExplorationAnswer) }),
    },
    handler: async (request, reply) => {
      const { timeZone, explored } = await ask(audience.callerOf(request, 'books.read'), request.query);
      return reply.send(partnerSuccess(presentExploration(timeZone, explored)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/explore.csv',
    schema: {
      ...audience.operation('exploreCsv', 'The same as CSV'),
      querystring: Query,
      response: audience.documentAnswers(
        csvAnswer(explorationCsvColumns, 'Totals by currency, then the parts and the groups of one currency'),
      ),
    },
    handler: async (request, reply) => {
      const { explored } = await ask(audience.callerOf(request, 'books.read'), request.query);
      return sendExploration(reply, request.query.metric, explored);
    },
  });

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
