/** GET /home/company, /home/company/volume and /home/company/activity of the people's API: what a company sees first. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { listAccounts } from '../../core/ledger/ledger.repository.ts';
import { countToAnswer } from '../../features/payments/evidence/holder-disputes.repository.ts';
import { countPending } from '../../features/settlements/home/company-home.repository.ts';
import { createDayTotals, daysMax } from '../../features/settlements/home/day-totals.ts';
import { findNextSettlements } from '../../features/settlements/home/next-settlements.ts';
import { findSettings } from '../../features/settlements/schedules.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleAudience as audience } from './audience.ts';
import { CompanyActivity, CompanyHome } from './home-company/home-schemas.ts';
import { presentActivity, presentCurrency, presentPending } from './home-company/present-home.ts';
import { presentCompanyVolume } from './home-volume/present-volume.ts';
import { PeriodQuery, periodOf, zoneOf } from './home-volume/read-period.ts';
import { readOrderVolume } from './home-volume/read-volume.ts';
import { CompanyVolume } from './home-volume/volume-schemas.ts';

const ActivityQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: daysMax, default: daysMax })),
});

export function companyHomeRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;
  const readDays = createDayTotals(deps);

  typed(app).route({
    method: 'GET',
    url: '/home/company',
    schema: {
      ...audience.operation('getCompanyHome', 'home', 'Clearing, what the next settlement needs, and what is pending'),
      response: audience.readAnswers({ 200: dataOf(CompanyHome) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'orders.read');
      const settings = await findSettings(db, book);
      const [next, pending, disputes] = await Promise.all([
        findNextSettlements(deps, book, settings),
        countPending(db, book),
        countToAnswer(db, book),
      ]);
      return reply.send(
        partnerSuccess({
          now: clock.now(book.holderId, book.mode).toISOString(),
          time_zone: settings.timeZone,
          paused: settings.paused,
          currencies: next.map(presentCurrency),
          pending: presentPending(pending, disputes),
        }),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/home/company/activity',
    schema: {
      ...audience.operation('getCompanyActivity', 'home', 'Orders by day, and what moved in and out of clearing'),
      querystring: ActivityQuery,
      response: audience.readAnswers({ 200: dataOf(CompanyActivity) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'orders.read');
      const { timeZone } = await findSettings(db, book);
      const days = await readDays(book, timeZone, request.query.days ?? daysMax);
      const accounts = await listAccounts(db, book);
      const clearing = accounts.filter(({ kind }) => kind === 'clearing');
      const balances = new Map(clearing.map(({ currency, balance }) => [currency, balance]));
      return reply.send(partnerSuccess(presentActivity(timeZone, days, balances)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/home/company/volume',
    schema: {
      ...audience.operation('getCompanyVolume', 'home', 'Orders and commission of a period, beside the period before'),
      querystring: PeriodQuery,
      response: audience.readAnswers({ 200: dataOf(CompanyVolume) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'orders.read');
      const timeZone = zoneOf(request.query);
      const period = periodOf(request.query, clock.now(book.holderId, book.mode), timeZone);
      const rows = await readOrderVolume(db, book, period, timeZone);
      return reply.send(partnerSuccess(presentCompanyVolume(timeZone, period, rows)));
    },
  });
}
