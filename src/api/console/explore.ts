/** GET /explore/company, /explore/shop and the same as CSV: a metric in any period beside any other, by part and by group. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { explore } from '../../features/explore/explore.ts';
import { ExplorationAnswer } from '../../features/explore/explore-schemas.ts';
import { type CompanyMetric, companyMetrics, type ShopMetric, shopMetrics } from '../../features/explore/metrics.ts';
import { explorationCsvColumns, presentExploration } from '../../features/explore/present-exploration.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleAudience } from './audience.ts';
import { exploreQuery, questionOf } from './explore/read-request.ts';
import { sendExploration } from './explore/sent-file.ts';
import { holderAudience as audience } from './holder-audience.ts';

const CompanyQuery = exploreQuery(Type.Enum(Object.keys(companyMetrics) as CompanyMetric[]));
const ShopQuery = exploreQuery(Type.Enum(Object.keys(shopMetrics) as ShopMetric[]));

const csv = csvAnswer(explorationCsvColumns, 'Totals by currency, then the parts and the groups of one currency');

type Deps = { db: Database; clock: Clock };

export function exploreRoutes(app: FastifyInstance, deps: Deps): void {
  companyRoutes(app, deps);
  shopRoutes(app, deps);
}

function companyRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const ask = async (book: Book, query: Static<typeof CompanyQuery>) => {
    const { timeZone, question } = questionOf({ of: 'company', metric: query.metric }, query, clock, book);
    return { timeZone, explored: await explore(db, book, question) };
  };

  typed(app).route({
    method: 'GET',
    url: '/explore/company',
    schema: {
      ...consoleAudience.operation('exploreCompany', 'explore', 'A metric of a company in a period, beside another'),
      querystring: CompanyQuery,
      response: consoleAudience.readAnswers({ 200: dataOf(ExplorationAnswer) }),
    },
    handler: async (request, reply) => {
      const { timeZone, explored } = await ask(consoleAudience.callerOf(request, 'orders.read'), request.query);
      return reply.send(partnerSuccess(presentExploration(timeZone, explored)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/explore/company.csv',
    schema: {
      ...consoleAudience.operation('exploreCompanyCsv', 'explore', 'The same as CSV'),
      querystring: CompanyQuery,
      response: consoleAudience.documentAnswers(csv),
    },
    handler: async (request, reply) => {
      const { explored } = await ask(consoleAudience.callerOf(request, 'orders.read'), request.query);
      return sendExploration(reply, request.query.metric, explored);
    },
  });
}

function shopRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const ask = async (book: Book, query: Static<typeof ShopQuery>) => {
    const { timeZone, question } = questionOf({ of: 'shop', metric: query.metric }, query, clock, book);
    return { timeZone, explored: await explore(db, book, question) };
  };

  typed(app).route({
    method: 'GET',
    url: '/explore/shop',
    schema: {
      ...audience.operation('exploreShop', 'explore', 'A metric of a shop in a period, beside another'),
      querystring: ShopQuery,
      response: audience.readAnswers({ 200: dataOf(ExplorationAnswer) }),
    },
    handler: async (request, reply) => {
      const { timeZone, explored } = await ask(audience.callerOf(request, 'payments.read'), request.query);
      return reply.send(partnerSuccess(presentExploration(timeZone, explored)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/explore/shop.csv',
    schema: {
      ...audience.operation('exploreShopCsv', 'explore', 'The same as CSV'),
      querystring: ShopQuery,
      response: audience.documentAnswers(csv),
    },
    handler: async (request, reply) => {
      const { explored } = await ask(audience.callerOf(request, 'payments.read'), request.query);
      return sendExploration(reply, request.query.metric, explored);
    },
  });
}
