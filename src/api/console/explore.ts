/** GET /explore/company, /explore/shop and the same as CSV: a metric in any period beside any other, by part and by group. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { type CompanyMetric, companyMetrics, type ShopMetric, shopMetrics } from '../../features/explore/metrics.ts';
import { consoleAudience } from './audience.ts';
import { exploreQuery } from './explore/read-request.ts';
import { explorationRoutes } from './explore/routes.ts';
import { holderAudience } from './holder-audience.ts';

const same = 'The same as CSV';

export function exploreRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  explorationRoutes(app, deps, {
    path: '/explore/company',
    query: exploreQuery(Type.Enum(Object.keys(companyMetrics) as CompanyMetric[])),
    of: 'company',
    answers: consoleAudience,
    operation: consoleAudience.operation(
      'exploreCompany',
      'explore',
      'A metric of a company in a period, beside another',
    ),
    csvOperation: consoleAudience.operation('exploreCompanyCsv', 'explore', same),
    callerOf: (request) => consoleAudience.callerOf(request, 'orders.read'),
  });
  explorationRoutes(app, deps, {
    path: '/explore/shop',
    query: exploreQuery(Type.Enum(Object.keys(shopMetrics) as ShopMetric[])),
    of: 'shop',
    answers: holderAudience,
    operation: holderAudience.operation('exploreShop', 'explore', 'A metric of a shop in a period, beside another'),
    csvOperation: holderAudience.operation('exploreShopCsv', 'explore', same),
    callerOf: (request) => holderAudience.callerOf(request, 'payments.read'),
  });
}
